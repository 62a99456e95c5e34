import Dispatch
import Signals
import SignalsTesting
import Testing

@Suite("retry", .leavesNothing) struct RetryTests {
  /// A signal that is another one for each subscription.
  private func attempts<Value>(
    _ count: Guarded<Int> = Guarded(0), _ make: @escaping @Sendable (_ number: Int) -> Signal<Value>
  ) -> Signal<Value> {
    Signal { downstream, line in
      let number = count.change { count in
        count += 1
        return count
      }
      make(number).attach(downstream, line)
    }
  }

  /// A signal that gives the number of the attempt, and then fails until as many have been made as it takes.
  private func flaky(succeedingAt success: Int?, _ count: Guarded<Int> = Guarded(0)) -> Signal<Int> {
    attempts(count) { number in
      number == success ? .just(number) : merge(.just(number), .failed(Failure("failed \(number)")))
    }
  }

  @Test func `subscribes as many times more as it is told`() {
    expect(Recorder(flaky(succeedingAt: 3).retry(2)).history, equals: ["1", "2", "3", "|"])
    expect(Recorder(flaky(succeedingAt: 4).retry(2)).history, equals: ["1", "2", "3", "#failed 3"])
    expect(Recorder(flaky(succeedingAt: 1).retry(2)).history, equals: ["1", "|"])
    expect(Recorder(flaky(succeedingAt: nil).retry(0)).history, equals: ["1", "#failed 1"])
  }

  @Test func `always, where nothing is said`() {
    expect(Recorder(flaky(succeedingAt: 5).retry()).history, equals: ["1", "2", "3", "4", "5", "|"])
  }

  @Test func `values between don't begin the count anew, and each subscription counts for itself`() {
    let count = Guarded(0)
    let signal = flaky(succeedingAt: nil, count).retry(1)
    expect(Recorder(signal).history, equals: ["1", "2", "#failed 2"])
    expect(Recorder(signal).history, equals: ["3", "4", "#failed 4"])
  }

  @Test func `a signal that has ended can only fail again`() {
    let input = SignalInput<Int>()
    let recorder = Recorder(input.signal.retry(3))
    input.send(1)
    input.fail(Failure("e"))
    expect(recorder.history, equals: ["1", "#e"])
  }

  @Test func `an error below is not its own`() {
    let count = Guarded(0)
    let recorder = Recorder(
      flaky(succeedingAt: nil, count).retry().map { value in
        if value == 3 { throw Failure("below") }
        return value
      })
    expect(recorder.history, equals: ["1", "2", "#below"])
    expect(count.change { $0 }, equals: 3)
  }

  @Test func `a million attempts at once have a flat stack`() {
    let number = repetitions(1_000_000, quick: 100_000)
    let signal = attempts { $0 <= number ? Signal<Int>.failed(Failure()) : .just($0) }
    expect(Recorder(signal.retry(number)).history, equals: ["\(number + 1)", "|"])
  }

  @Test func `waits before each attempt`() {
    let clock = VirtualScheduler()
    let recorder = TimedRecorder(flaky(succeedingAt: 3).retry(3, delay: .seconds(1), on: clock), on: clock)
    expect(recorder.history, equals: ["0 1"])
    expect(clock.pending, equals: 1)
    clock.run()
    expect(recorder.history, equals: ["0 1", "1000 2", "2000 3", "2000 |"])
    expect(clock.pending, equals: 0)
  }

  @Test func `without a delay no scheduler is asked`() {
    let clock = VirtualScheduler()
    expect(Recorder(flaky(succeedingAt: 3).retry(3, on: clock)).history, equals: ["1", "2", "3", "|"])
    expect(clock.pending, equals: 0)
  }

  @Test func `a cancel while it waits leaves no timer and makes no attempt`() {
    let clock = VirtualScheduler()
    let count = Guarded(0)
    let recorder = Recorder(flaky(succeedingAt: nil, count).retry(delay: .seconds(1), on: clock))
    clock.advance(by: .milliseconds(1_500))
    expect(clock.pending, equals: 1)
    recorder.cancel()
    expect(clock.pending, equals: 0)
    clock.advance(by: .seconds(10))
    expect(recorder.history, equals: ["1", "2"])
    expect(count.change { $0 }, equals: 2)
  }

  @Test func `a cancel inside the handler makes no more attempts`() {
    let clock = VirtualScheduler()
    let count = Guarded(0)
    let endpoint = flaky(succeedingAt: nil, count).retry(delay: .seconds(1), on: clock).subscribeWhile { $0 < 2 }
    clock.run()
    expect(count.change { $0 }, equals: 2)
    expect(!endpoint.isActive)
    expect(clock.pending, equals: 0)
    let atOnce = flaky(succeedingAt: nil, count).retry().subscribeWhile { $0 < 5 }
    expect(count.change { $0 }, equals: 5)
    expect(!atOnce.isActive)
  }

  @Test func `a handler's sends between the attempts`() {
    let inputs = [SignalInput<Int>(), SignalInput<Int>()]
    let log = Log<String>()
    let endpoint = attempts { inputs[$0 - 1].signal }.retry(1).subscribe { event in
      log.append("\(event)")
      if case .value(1) = event {
        inputs[0].send(2)
        inputs[0].fail(Failure())
        inputs[1].send(3)
      }
    }
    inputs[0].send(1)
    // 3 came before the second attempt.
    expect(log.entries, equals: ["value(1)", "value(2)"])
    inputs[1].send(4)
    inputs[1].finish()
    expect(log.entries, equals: ["value(1)", "value(2)", "value(4)", "finished"])
    withExtendedLifetime(endpoint) {}
  }

  @Test func `delays grow by the factor, up to the maximum`() {
    let clock = VirtualScheduler()
    let policy = RetryPolicy(count: 5, delay: .seconds(1), factor: 2, maximum: .seconds(5))
    let recorder = TimedRecorder(flaky(succeedingAt: nil).retry(policy, on: clock), on: clock)
    clock.run()
    expect(
      recorder.history, equals: ["0 1", "1000 2", "3000 3", "7000 4", "12000 5", "17000 6", "17000 #failed 6"])
  }

  @Test func `delays without a maximum don't grow beyond what can be expressed`() {
    let clock = VirtualScheduler()
    let policy = RetryPolicy(count: 2_000, delay: .seconds(1), factor: 10)
    let recorder = Recorder(flaky(succeedingAt: nil).retry(policy, on: clock))
    clock.run()
    expect(recorder.values.count, equals: 2_001)
  }

  @Test(arguments: [1e26, 1e28, 1e300]) func `a delay of zero stays zero, whatever the factor`(_ factor: Double) {
    let clock = VirtualScheduler()
    let policy = RetryPolicy(count: 3, delay: .zero, factor: factor)
    let recorder = TimedRecorder(flaky(succeedingAt: nil).retry(policy, on: clock), on: clock)
    clock.run()
    expect(recorder.history, equals: ["0 1", "0 2", "0 3", "0 4", "0 #failed 4"])
  }

  @Test func `jitter leaves a part of each delay to chance, by the generator that is given`() {
    // This generator returns half of the greatest number and zero by turns.
    struct ByTurns: RandomNumberGenerator {
      var isHigh = false
      mutating func next() -> UInt64 {
        isHigh.toggle()
        return isHigh ? 1 << 63 : 0
      }
    }
    let clock = VirtualScheduler()
    let policy = RetryPolicy(count: 4, delay: .seconds(1), factor: 2, jitter: 0.5, using: ByTurns())
    let first = TimedRecorder(flaky(succeedingAt: nil).retry(policy, on: clock), on: clock)
    let second = TimedRecorder(flaky(succeedingAt: nil).retry(policy, on: clock), on: clock)
    clock.run()
    // A quarter less than 1, all of 2, a quarter less than 4, all of 8.
    expect(first.history, equals: ["0 1", "750 2", "2750 3", "5750 4", "13750 5", "13750 #failed 5"])
    expect(second.history, equals: first.history)
  }

  @Test func `jitter by the system's chance stays within its bounds`() {
    let clock = VirtualScheduler()
    let policy = RetryPolicy(count: 1_000, delay: .seconds(8), jitter: 0.25)
    let times = Recorder(flaky(succeedingAt: nil).retry(policy, on: clock).measureInterval(on: clock))
    clock.run()
    let delays = times.values.dropFirst()
    expect(delays.count, equals: 1_000)
    expect(delays.allSatisfy { $0 >= .seconds(6) && $0 <= .seconds(8) })
    expect(Set(delays).count > 10)
  }

  @Test func `only upon errors that are worth it`() {
    let clock = VirtualScheduler()
    let policy = RetryPolicy(delay: .seconds(1)) { "\($0)" != "failed 3" }
    let recorder = TimedRecorder(flaky(succeedingAt: nil).retry(policy, on: clock), on: clock)
    clock.run()
    expect(recorder.history, equals: ["0 1", "1000 2", "2000 3", "2000 #failed 3"])
  }

  @Test func `where the predicate throws, the signal fails with that`() {
    let policy = RetryPolicy { throw Failure("\($0), thrown") }
    expect(Recorder(flaky(succeedingAt: nil).retry(policy)).history, equals: ["1", "#failed 1, thrown"])
  }

  @Test func `nothing of an attempt that failed is kept`() {
    let log = Log<String>()
    let clock = VirtualScheduler()
    let signal = attempts { number in
      let attempt = Tracked("attempt \(number)", log)
      return Signal<Int>.failed(Failure()).filter { _ in
        attempt.touch()
        return true
      }
    }
    let recorder = Recorder(signal.retry(2, delay: .seconds(1), on: clock))
    clock.advance(by: .milliseconds(1_500))
    expect(log.entries, equals: ["attempt 1 released", "attempt 2 released"])
    withExtendedLifetime(recorder) {}
  }

  @Test func `waits by Dispatch where no scheduler is named`() {
    let done = Gate()
    let log = Log<Int>()
    let endpoint = flaky(succeedingAt: 3).retry(3, delay: .milliseconds(1)).subscribe { event in
      switch event {
      case .value(let value): log.append(value)
      case .end: done.open()
      }
    }
    done.wait()
    expect(log.entries, equals: [1, 2, 3])
    withExtendedLifetime(endpoint) {}
  }

  @Test func `with resetsAfterValue, the attempts are those since the last value`() {
    // Every third attempt emits a value before it fails, up to the ninth.
    expect(Recorder(attempts { signalWithValue($0) }.retry(3)).history, equals: ["3", "#4"])
    expect(Recorder(attempts { signalWithValue($0) }.retry(1, resetsAfterValue: true)).history, equals: ["#2"])
    expect(Recorder(attempts { signalWithValue($0) }.retry(2, resetsAfterValue: true)).history, equals: ["3", "#5"])
    expect(
      Recorder(attempts { signalWithValue($0) }.retry(3, resetsAfterValue: true)).history,
      equals: ["3", "6", "9", "#12"])
  }

  @Sendable private func signalWithValue(_ number: Int) -> Signal<Int> {
    let failed = Signal<Int>.failed(Failure("\(number)"))
    return number % 3 == 0 && number < 10 ? Signal.just(number).append(failed) : failed
  }

  @Test func `with resetsAfterValue, the delays begin anew, and the random numbers don't`() {
    struct ByTurns: RandomNumberGenerator {
      var isHigh = false
      mutating func next() -> UInt64 {
        isHigh.toggle()
        return isHigh ? 1 << 63 : 0
      }
    }
    let clock = VirtualScheduler()
    let policy = RetryPolicy(count: 3, resetsAfterValue: true, delay: .seconds(1), factor: 2)
    let recorder = TimedRecorder(attempts { signalWithValue($0) }.retry(policy, on: clock), on: clock)
    clock.run()
    expect(recorder.history, equals: ["3000 3", "10000 6", "17000 9", "24000 #12"])
    let jitter = RetryPolicy(count: 1, resetsAfterValue: true, delay: .seconds(1), jitter: 0.5, using: ByTurns())
    let random = TimedRecorder(
      flaky(succeedingAt: 4).retry(jitter, on: clock), on: clock)
    clock.run()
    expect(random.history, equals: ["24000 1", "24750 2", "25750 3", "26500 4", "26500 |"])
  }
}
