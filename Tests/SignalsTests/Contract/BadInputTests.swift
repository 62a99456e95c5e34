import Foundation
import Signals
import Testing

/// C14: a programmer's mistake is stopped by a sentence that names the mend, and the file and line of the call.
@Suite("C14 Bad input", .leavesNothing) struct BadInputTests {
  private func said(_ result: ExitTest.Result?) -> String {
    String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
  }

  private func stop(at line: Int, _ sentence: String) -> String {
    "SignalsTests/BadInputTests.swift:\(line): Fatal error: \(sentence)"
  }

  enum BadCount: String, CaseIterable, Codable {
    case dropFirst, prefix, dropLast, suffix, repeated, element, collect, slidingWindow
    case stride, newest, oldest, shared, merge, collectCount, collectStep, expand, sharedRestarting
    case valuesAhead

    private static let firstLine = #line + 6

    func make() {
      let input = SignalInput<Int>()
      // Each case has one line, in the order of the cases.
      switch self {
      case .dropFirst: _ = input.dropFirst(-1)
      case .prefix: _ = input.prefix(-2)
      case .dropLast: _ = input.dropLast(-1)
      case .suffix: _ = input.suffix(-1)
      case .repeated: _ = input.repeat(-1)
      case .element: _ = input.element(at: -1)
      case .collect: _ = input.collect(0)
      case .slidingWindow: _ = input.slidingWindow(count: 0)
      case .stride: _ = input.stride(by: 0)
      case .newest: _ = BufferingPolicy.newest(0)
      case .oldest: _ = BufferingPolicy.oldest(-1)
      case .shared: _ = input.shared(replaying: -1)
      case .merge: _ = FlatMapStrategy.merge(limit: 0)
      case .collectCount: _ = input.collect(0, step: 1)
      case .collectStep: _ = input.collect(1, step: 0)
      case .expand: _ = input.expand(limit: 0) { _ in .empty() }
      case .sharedRestarting: _ = input.shared(replaying: -1, restartingAfter: .finish)
      case .valuesAhead: _ = input.values(ahead: 0)
      }
    }

    var line: Int { Self.firstLine + (Self.allCases.firstIndex(of: self) ?? 0) }

    var sentence: String {
      switch self {
      case .dropFirst: "dropFirst(-1): the number of values is negative; use 0 or more."
      case .prefix: "prefix(-2): the number of values is negative; use 0 or more."
      case .dropLast: "dropLast(-1): the number of values is negative; use 0 or more."
      case .suffix: "suffix(-1): the number of values is negative; use 0 or more."
      case .repeated: "repeat(-1): the number of runs is negative; use 0 or more."
      case .element: "element(at: -1): the index is negative; use 0 for the first value."
      case .collect: "collect(0): the number of values must be positive; use 1 or more."
      case .slidingWindow: "slidingWindow(count: 0): the number of values must be positive; use 1 or more."
      case .stride: "stride(by: 0): the step must be positive; use 1 or more."
      case .newest: "A buffer needs room for at least one value: give a count of 1 or more, not 0."
      case .oldest: "A buffer needs room for at least one value: give a count of 1 or more, not -1."
      case .shared: "shared(replaying: -1): the number of values is negative; use 0 or more."
      case .merge: "flatMap(.merge(limit: 0)): the limit must be positive; use 1 or more."
      case .collectCount: "collect(0, step:): the number of values must be positive; use 1 or more."
      case .collectStep: "collect(step: 0): the step must be positive; use 1 or more."
      case .expand: "expand(limit: 0): the limit must be positive; use 1 or more."
      case .sharedRestarting:
        "shared(replaying: -1, restartingAfter:): the number of values is negative; use 0 or more."
      case .valuesAhead: "values(ahead: 0): the number of values must be positive; use 1 or more."
      }
    }
  }

  @Test(arguments: BadCount.allCases)
  func `a number that is negative, or zero where one is needed`(_ count: BadCount) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [count] in
      count.make()
    }
    expect(said(result).contains(stop(at: count.line, count.sentence)))
  }
}

/// Durations that can't be waited for.
extension BadInputTests {
  enum BadWait: String, CaseIterable, Codable {
    case debounce, throttle, delay, timeout, collect, collectOrEvery, after, timer, timerAfter, timerEvery, leeway
    case retry, policy, maximum
    case delaySubscription, prefix, dropFirst, windows, shared, sharedReplaying, sharedReplayingNegative
    case audit, timeoutFirst, timeoutEach

    private static let firstLine = #line + 7

    func make() {
      let signal = SignalInput<Int>().signal
      let wrong = Duration.seconds(-1)
      // Each case has one line, in the order of the cases.
      switch self {
      case .debounce: _ = signal.debounce(for: wrong)
      case .throttle: _ = signal.throttle(for: wrong)
      case .delay: _ = signal.delay(for: wrong)
      case .timeout: _ = signal.timeout(wrong)
      case .collect: _ = signal.collect(every: wrong)
      case .collectOrEvery: _ = signal.collect(2, orEvery: wrong)
      case .after: _ = Signal.after(wrong)
      case .timer: _ = Signal.timer(every: wrong)
      case .timerAfter: _ = Signal.timer(after: wrong, every: .zero)
      case .timerEvery: _ = Signal.timer(after: .zero, every: wrong)
      case .leeway: _ = Signal.timer(every: .seconds(1), leeway: wrong)
      case .retry: _ = signal.retry(3, delay: wrong)
      case .policy: _ = RetryPolicy(delay: wrong)
      case .maximum: _ = RetryPolicy(delay: .seconds(1), maximum: wrong)
      case .delaySubscription: _ = signal.delaySubscription(for: wrong)
      case .prefix: _ = signal.prefix(for: wrong)
      case .dropFirst: _ = signal.dropFirst(for: wrong)
      case .windows: _ = signal.windows(every: wrong)
      case .shared: _ = signal.shared(for: wrong)
      case .sharedReplaying: _ = signal.shared(replaying: 1, for: wrong)
      case .sharedReplayingNegative: _ = signal.shared(replaying: -1, for: .seconds(1))
      case .audit: _ = signal.audit(for: wrong)
      case .timeoutFirst: _ = signal.timeout(first: wrong)
      case .timeoutEach: _ = signal.timeout(first: .zero, each: wrong)
      }
    }

    var line: Int { Self.firstLine + (Self.allCases.firstIndex(of: self) ?? 0) }

    var sentence: String {
      switch self {
      case .debounce: "debounce(for: -1.0 seconds): the interval is negative; use zero or longer."
      case .throttle: "throttle(for: -1.0 seconds): the interval is negative; use zero or longer."
      case .delay: "delay(for: -1.0 seconds): the interval is negative; use zero or longer."
      case .timeout: "timeout(-1.0 seconds): the interval is negative; use zero or longer."
      case .collect: "collect(every: -1.0 seconds): the interval is negative; use zero or longer."
      case .collectOrEvery: "collect(orEvery: -1.0 seconds): the interval is negative; use zero or longer."
      case .after: "after(-1.0 seconds): the delay is negative; use zero or longer."
      case .timer: "timer(every: -1.0 seconds): the interval is negative; use zero or longer."
      case .timerAfter: "timer(after: -1.0 seconds, every:): the delay is negative; use zero or longer."
      case .timerEvery: "timer(after:every: -1.0 seconds): the interval is negative; use zero or longer."
      case .leeway: "timer(leeway: -1.0 seconds): the leeway is negative; use zero or longer."
      case .retry, .policy: "retry: the delay -1.0 seconds is negative; use zero or longer."
      case .maximum: "retry: the maximum -1.0 seconds is negative; use zero or longer."
      case .delaySubscription: "delaySubscription(for: -1.0 seconds): the interval is negative; use zero or longer."
      case .prefix: "prefix(for: -1.0 seconds): the interval is negative; use zero or longer."
      case .dropFirst: "dropFirst(for: -1.0 seconds): the interval is negative; use zero or longer."
      case .windows: "windows(every: -1.0 seconds): the interval is negative; use zero or longer."
      case .shared: "shared(for: -1.0 seconds): the interval is negative; use zero or longer."
      case .sharedReplaying: "shared(replaying:for: -1.0 seconds): the interval is negative; use zero or longer."
      case .sharedReplayingNegative: "shared(replaying: -1, for:): the number of values is negative; use 0 or more."
      case .audit: "audit(for: -1.0 seconds): the interval is negative; use zero or longer."
      case .timeoutFirst: "timeout(first: -1.0 seconds): the interval is negative; use zero or longer."
      case .timeoutEach: "timeout(each: -1.0 seconds): the interval is negative; use zero or longer."
      }
    }
  }

  @Test(arguments: BadWait.allCases)
  func `waiting for less than nothing`(_ wait: BadWait) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [wait] in
      wait.make()
    }
    expect(said(result).contains(stop(at: wait.line, wait.sentence)))
  }

  enum BadNumber: String, CaseIterable, Codable {
    case collect, retry, policy, factor, endlessFactor, jitter, noSignal, negativeSignal, highSignal, killSignal

    private static let firstLine = #line + 6

    func make() {
      let signal = SignalInput<Int>().signal
      // Each case has one line, in the order of the cases.
      switch self {
      case .collect: _ = signal.collect(0, orEvery: .seconds(1))
      case .retry: _ = signal.retry(-1)
      case .policy: _ = RetryPolicy(count: -1)
      case .factor: _ = RetryPolicy(factor: 0.5)
      case .endlessFactor: _ = RetryPolicy(factor: .infinity)
      case .jitter: _ = RetryPolicy(jitter: 1.5)
      case .noSignal: _ = Signal.processSignal(0)
      case .negativeSignal: _ = Signal.processSignal(-1)
      case .highSignal: _ = Signal.processSignal(1_000)
      case .killSignal: _ = Signal.processSignal(SIGKILL)
      }
    }

    var line: Int { Self.firstLine + (Self.allCases.firstIndex(of: self) ?? 0) }

    var sentence: String {
      switch self {
      case .collect: "collect(0, orEvery:): the number of values must be positive; use 1 or more."
      case .retry, .policy: "retry: the count -1 is negative; use 0 or more."
      case .factor: "retry: the factor 0.5 is out of range; use a finite number of 1 or more."
      case .endlessFactor: "retry: the factor inf is out of range; use a finite number of 1 or more."
      case .jitter: "retry: the jitter 1.5 is out of range; use a number from 0 to 1."
      case .noSignal: "processSignal(0): the system has no signal of this number; use one such as SIGTERM."
      case .negativeSignal: "processSignal(-1): the system has no signal of this number; use one such as SIGTERM."
      case .highSignal: "processSignal(1000): the system has no signal of this number; use one such as SIGTERM."
      case .killSignal: "processSignal(9): no program can handle this signal; use another one, such as SIGTERM."
      }
    }
  }

  @Test(arguments: BadNumber.allCases)
  func `numbers that make no sense`(_ number: BadNumber) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [number] in
      number.make()
    }
    expect(said(result).contains(stop(at: number.line, number.sentence)))
  }
}
