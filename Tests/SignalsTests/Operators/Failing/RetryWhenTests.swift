import Signals
import SignalsTesting
import Testing

@Suite("retry(when:)", .leavesNothing) struct RetryWhenTests {
  /// A signal that emits the number of its subscription, and fails until `success` have been made.
  private func flaky(succeedingAt success: Int) -> Signal<Int> {
    let count = Guarded(0)
    return .deferred {
      let number = count.change { count in
        count += 1
        return count
      }
      return number == success ? .just(number) : concat(.just(number), .failed(Failure("failed \(number)")))
    }
  }

  @Test func `each value of the other signal begins an attempt`() {
    expect(Recorder(flaky(succeedingAt: 3).retry { errors in errors }).history, equals: ["1", "2", "3", "|"])
    expect(Recorder(flaky(succeedingAt: 1).retry { errors in errors }).history, equals: ["1", "|"])
  }

  @Test func `the errors are those of the failures, in order`() {
    let log = Log<String>()
    let recorder = Recorder(
      flaky(succeedingAt: 3).retry { errors in errors.handleEvents(onValue: { log.append("\($0)") }) })
    expect(recorder.history, equals: ["1", "2", "3", "|"])
    expect(log.entries, equals: ["failed 1", "failed 2"])
  }

  @Test func `an attempt waits for the value (C15)`() throws {
    let clock = VirtualScheduler()
    let source = TimelineSource<String>("-a#", on: clock)
    let recorder = Recorder(
      source.signal.retry { errors in errors.prefix(3).delay(for: .seconds(2), on: clock) }, on: clock)
    clock.run()
    // The delay holds the finish back, which comes with the third attempt.
    try recorder.expect("-a---a---a--|")
    expect(source.subscriptions.prefix(3), equals: ["^-!", "----^-!", "--------^-!"])
    expect(source.subscriptions.count, equals: 4)
  }

  @Test func `its finish finishes the result, also while an attempt is running`() {
    let input = SignalInput<Int>()
    let attempts = SignalInput<Void>()
    let recorder = Recorder(input.retry { _ in attempts.signal })
    input.send(1)
    attempts.finish()
    input.send(2)
    expect(recorder.history, equals: ["1", "|"])
    expect(Recorder(flaky(succeedingAt: 9).retry { errors in errors.prefix(2) }).history, equals: ["1", "2", "3", "|"])
  }

  @Test func `its failure fails the result`() {
    let recorder = Recorder(
      flaky(succeedingAt: 9).retry { errors in
        errors.enumerated().map { index, error in if index == 2 { throw error } }
      })
    expect(recorder.history, equals: ["1", "2", "3", "#failed 3"])
  }

  @Test func `a value has no effect while an attempt is running`() {
    let log = Log<String>()
    let attempts = SignalInput<Void>()
    let sources = [SignalInput<Int>(), SignalInput<Int>()]
    let count = Guarded(0)
    let source = Signal<Int>.deferred {
      let number = count.change { count in
        defer { count += 1 }
        return count
      }
      log.append("attempt \(number)")
      return sources[number].signal
    }
    let recorder = Recorder(source.retry { _ in attempts.signal })
    attempts.send()
    sources[0].send(1)
    sources[0].fail(Failure())
    expect(log.entries, equals: ["attempt 0"])
    attempts.send()
    attempts.send()
    sources[1].send(2)
    sources[1].finish()
    expect(recorder.history, equals: ["1", "2", "|"])
    expect(log.entries, equals: ["attempt 0", "attempt 1"])
  }

  @Test func `where it ends at once, the signal isn't subscribed to`() {
    let log = Log<String>()
    let source = counted(Signal.of(1), log)
    expect(Recorder(source.retry { _ in Signal<Int>.empty() }).history, equals: ["|"])
    expect(Recorder(source.retry { _ in Signal<Int>.failed(Failure("no")) }).history, equals: ["#no"])
    expect(Recorder(source.retry { _ -> Signal<Int> in throw Failure("thrown") }).history, equals: ["#thrown"])
    expect(log.entries, equals: [])
  }

  @Test func `each subscription has errors of its own (C2)`() {
    let calls = Guarded(0)
    let signal = Signal<Int>.failed(Failure("e")).retry { errors in
      calls.change { $0 += 1 }
      return errors.prefix(1)
    }
    expect(Recorder(signal).history, equals: ["|"])
    expect(Recorder(signal).history, equals: ["|"])
    expect(calls.change { $0 }, equals: 2)
  }

  @Test func `an error below is not its own (C14)`() {
    let recorder = Recorder(
      flaky(succeedingAt: 9).retry { errors in errors }.map { value in
        if value == 2 { throw Failure("below") }
        return value
      })
    expect(recorder.history, equals: ["1", "#below"])
  }

  @Test func `a hundred thousand attempts at once have a flat stack (C5)`() {
    let number = repetitions(100_000, quick: 20_000)
    let recorder = Recorder(flaky(succeedingAt: number).ignoreValues().retry { errors in errors })
    expect(recorder.history, equals: ["|"])
  }

  @Test func `a cancellation releases both, also while it waits (C8)`() {
    let log = Log<String>()
    let input = SignalInput<Int>()
    let attempts = SignalInput<Void>()
    let endpoint = input.signal.keeping("own", log).retry { errors in
      merge(attempts.signal, errors.ignoreValues().map { _ in }).keeping("attempts", log)
    }.subscribe { _ in }
    input.fail(Failure())
    expect(log.entries, equals: ["own released"])
    endpoint.cancel()
    expect(log.entries, equals: ["own released", "attempts released"])
    withExtendedLifetime((input, attempts)) {}
  }

  @Test func `a signal of the errors that is kept finishes with the subscription (C1)`() {
    let kept = Guarded<Recorder<any Error>?>(nil)
    let recorder = Recorder(
      flaky(succeedingAt: 2).retry { errors in
        kept.change { $0 = Recorder(errors) }
        return errors
      })
    expect(recorder.history, equals: ["1", "2", "|"])
    expect(kept.change { $0?.history }, equals: ["failed 1", "|"])
    kept.change { $0 = nil }
  }

  @MainActor
  private final class Model {
    var failures = 0
    func note() {
      MainActor.assertIsolated()
      failures += 1
    }
    func observe(_ signal: Signal<Int>) -> Signal<Int> {
      signal.retry { [weak self] errors in
        self?.note()
        return errors
      }
    }
  }

  @Test @MainActor func `written on an actor, its closure is called there (C13)`() async throws {
    let model = Model()
    let value = try await model.observe(flaky(succeedingAt: 3)).last().firstValue()
    expect(value, equals: 3)
    expect(model.failures, equals: 1)
  }
}
