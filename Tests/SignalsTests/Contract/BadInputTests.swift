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

  @Test func `replaying a negative count`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = SignalInput<Int>().signal.shared(replaying: -1)
    }
    #expect(said(result).contains("shared(replaying:) keeps nought or more values: -1 can't be kept."))
  }
}
