import Signals
import Testing

/// C14: a programmer's mistake is stopped by a sentence that names the mend.
@Suite("C14 Bad input") struct BadInputTests {
  private func said(_ result: ExitTest.Result?) -> String {
    String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
  }

  @Test func `dropping a negative count`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = SignalInput<Int>().signal.dropFirst(-1)
    }
    #expect(said(result).contains("dropFirst leaves out nought or more values: -1 can't be left out."))
  }

  @Test func `taking a negative count`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = SignalInput<Int>().signal.prefix(-2)
    }
    #expect(said(result).contains("prefix takes nought or more values: -2 can't be taken."))
  }

  @Test func `leaving out a negative count at the end`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = SignalInput<Int>().signal.dropLast(-1)
    }
    #expect(said(result).contains("dropLast leaves out nought or more values: -1 can't be left out."))
  }

  @Test func `a value at a negative index`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = SignalInput<Int>().signal.element(at: -1)
    }
    #expect(said(result).contains("element(at:) counts from nought: there is no value at -1."))
  }

  @Test func `collecting nought at a time`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = SignalInput<Int>().signal.collect(0)
    }
    #expect(said(result).contains("collect gathers at least one value at a time: give a count of 1 or more, not 0."))
  }

  @Test func `a window of nought`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = SignalInput<Int>().signal.window(count: 0)
    }
    #expect(said(result).contains("window shows at least one value at a time: give a count of 1 or more, not 0."))
  }

  @Test func `a step of nought`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = SignalInput<Int>().signal.stride(0)
    }
    #expect(said(result).contains("stride goes forward: give a step of 1 or more, not 0."))
  }

  @Test func `a buffer of the newest nought`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = BufferingPolicy.newest(0)
    }
    #expect(said(result).contains("A buffer needs room for at least one value: give a count of 1 or more, not 0."))
  }

  @Test func `a buffer of the oldest minus one`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = BufferingPolicy.oldest(-1)
    }
    #expect(said(result).contains("A buffer needs room for at least one value: give a count of 1 or more, not -1."))
  }

  @Test func `room for no signal`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = FlatMapStrategy.merge(limit: 0)
    }
    #expect(said(result).contains("flatMap needs room for at least one signal: give a limit of 1 or more, not 0."))
  }
}
