import Signals
import Testing

/// C14: a programmer's mistake is stopped by a sentence that names the mend.
@Suite("C14 Bad input", .leavesNothing) struct BadInputTests {
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

  @Test func `replaying a negative count`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = SignalInput<Int>().signal.shared(replaying: -1)
    }
    #expect(said(result).contains("shared(replaying:) keeps nought or more values: -1 can't be kept."))
  }

  @Test func `room for no signal`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = FlatMapStrategy.merge(limit: 0)
    }
    #expect(said(result).contains("flatMap needs room for at least one signal: give a limit of 1 or more, not 0."))
  }
}

/// What can't be waited for.
extension BadInputTests {
  enum BadWait: String, CaseIterable, Codable {
    case debounce, throttle, delay, timeout, collect, collectOrEvery, after, timer, timerOfNought, leeway
    case retry, policy, maximum

    func make() {
      let signal = SignalInput<Int>().signal
      let wrong = Duration.seconds(-1)
      switch self {
      case .debounce: _ = signal.debounce(for: wrong)
      case .throttle: _ = signal.throttle(for: wrong)
      case .delay: _ = signal.delay(for: wrong)
      case .timeout: _ = signal.timeout(wrong)
      case .collect: _ = signal.collect(every: wrong)
      case .collectOrEvery: _ = signal.collect(2, orEvery: wrong)
      case .after: _ = Signal.after(wrong)
      case .timer: _ = Signal.timer(every: wrong)
      case .timerOfNought: _ = Signal.timer(every: .zero)
      case .leeway: _ = Signal.timer(every: .seconds(1), leeway: wrong)
      case .retry: _ = signal.retry(3, delay: wrong)
      case .policy: _ = RetryPolicy(delay: wrong)
      case .maximum: _ = RetryPolicy(delay: .seconds(1), maximum: wrong)
      }
    }

    var sentence: String {
      switch self {
      case .debounce: "debounce can't wait for -1.0 seconds: give an interval of nought or longer."
      case .throttle: "throttle can't have windows of -1.0 seconds: give an interval of nought or longer."
      case .delay: "delay can't wait for -1.0 seconds: give an interval of nought or longer."
      case .timeout: "timeout can't wait for -1.0 seconds: give an interval of nought or longer."
      case .collect, .collectOrEvery: "collect can't wait for -1.0 seconds: give an interval of nought or longer."
      case .after: "Nothing comes after -1.0 seconds: give a delay of nought or longer."
      case .timer: "A timer can't tick every -1.0 seconds: give an interval longer than nought."
      case .timerOfNought: "A timer can't tick every 0.0 seconds: give an interval longer than nought."
      case .leeway: "A timer can't have a leeway of -1.0 seconds: give one of nought or longer."
      case .retry, .policy: "retry can't wait for -1.0 seconds: give a delay of nought or longer."
      case .maximum: "retry can't wait for -1.0 seconds: give a maximum of nought or longer."
      }
    }
  }

  @Test(arguments: BadWait.allCases)
  func `waiting for less than nothing`(_ wait: BadWait) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [wait] in
      wait.make()
    }
    #expect(said(result).contains(wait.sentence))
  }

  enum BadNumber: String, CaseIterable, Codable {
    case collect, retry, policy, factor, endlessFactor, jitter

    func make() {
      let signal = SignalInput<Int>().signal
      switch self {
      case .collect: _ = signal.collect(0, orEvery: .seconds(1))
      case .retry: _ = signal.retry(-1)
      case .policy: _ = RetryPolicy(count: -1)
      case .factor: _ = RetryPolicy(factor: 0.5)
      case .endlessFactor: _ = RetryPolicy(factor: .infinity)
      case .jitter: _ = RetryPolicy(jitter: 1.5)
      }
    }

    var sentence: String {
      switch self {
      case .collect: "collect can't make arrays of 0: give a count of 1 or more."
      case .retry, .policy: "retry can't make -1 attempts: give a count of nought or more."
      case .factor: "Delays can't grow by a factor of 0.5: give a finite one of 1 or more."
      case .endlessFactor: "Delays can't grow by a factor of inf: give a finite one of 1 or more."
      case .jitter: "No part of a delay is 1.5: give a jitter from 0 to 1."
      }
    }
  }

  @Test(arguments: BadNumber.allCases)
  func `numbers that make no sense`(_ number: BadNumber) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [number] in
      number.make()
    }
    #expect(said(result).contains(number.sentence))
  }
}
