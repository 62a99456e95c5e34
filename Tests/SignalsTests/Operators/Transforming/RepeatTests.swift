import Signals
import SignalsTesting
import Testing

@Suite("repeat", .leavesNothing) struct RepeatTests {
  /// A signal that emits the number of the run, and finishes.
  private func runs(_ count: Guarded<Int> = Guarded(0)) -> Signal<Int> {
    .deferred {
      .just(
        count.change { count in
          count += 1
          return count
        })
    }
  }

  @Test func `runs the signal as many times as the count says`() {
    expect(Recorder(Signal.of(1, 2).repeat(2)).history, equals: ["1", "2", "1", "2", "|"])
    expect(Recorder(runs().repeat(3)).history, equals: ["1", "2", "3", "|"])
    expect(Recorder(runs().repeat(1)).history, equals: ["1", "|"])
  }

  @Test func `a count of zero finishes without a subscription`() {
    let log = Log<String>()
    expect(Recorder(counted(Signal.of(1), log).repeat(0)).history, equals: ["|"])
    expect(log.entries, equals: [])
  }

  @Test func `without a count it goes on until an operator ends it`() {
    expect(Recorder(Signal.of(1, 2).repeat().prefix(5)).history, equals: ["1", "2", "1", "2", "1", "|"])
  }

  @Test func `a failure ends the repetition`() {
    let signal = runs().map { number in
      if number == 3 { throw Failure("three") }
      return number
    }
    expect(Recorder(signal.repeat(5)).history, equals: ["1", "2", "#three"])
    expect(Recorder(Signal<Int>.failed(Failure("e")).repeat()).history, equals: ["#e"])
  }

  @Test func `the next run begins when the one before it finishes, not earlier`() {
    let log = Log<String>()
    let inputs = [SignalInput<Int>(), SignalInput<Int>()]
    let count = Guarded(-1)
    let signal = Signal<Int>.deferred {
      let number = count.change { count in
        count += 1
        return count
      }
      log.append("run \(number)")
      return inputs[number].signal
    }
    let recorder = Recorder(signal.repeat(2))
    inputs[0].send(1)
    inputs[1].send(9)
    expect(log.entries, equals: ["run 0"])
    inputs[0].finish()
    expect(log.entries, equals: ["run 0", "run 1"])
    inputs[1].send(2)
    expect(recorder.history, equals: ["1", "2"])
    inputs[1].finish()
    expect(recorder.history, equals: ["1", "2", "|"])
  }

  @Test func `each subscription counts for itself`() {
    let signal = Signal.of(1).repeat(2)
    expect(Recorder(signal).history, equals: ["1", "1", "|"])
    expect(Recorder(signal).history, equals: ["1", "1", "|"])
  }

  @Test func `an input that has finished finishes each run at once`() {
    let input = SignalInput<Int>()
    let recorder = Recorder(input.repeat(3))
    input.send(1)
    input.finish()
    expect(recorder.history, equals: ["1", "|"])
  }

  @Test func `a million empty runs have a flat stack`() {
    let (count, number) = (Guarded(0), repetitions(1_000_000, quick: 100_000))
    let signal = Signal<Int>.deferred {
      count.change { $0 += 1 }
      return .empty()
    }
    expect(Recorder(signal.repeat(number)).history, equals: ["|"])
    expect(count.change { $0 }, equals: number)
  }

  @Test func `a hundred thousand runs with a value have a flat stack, without a count too`() {
    let counted = Recorder(Signal.just(1).repeat(100_000).count())
    expect(counted.history, equals: ["100000", "|"])
    expect(Recorder(Signal.just(1).repeat().prefix(100_000).count()).history, equals: ["100000", "|"])
  }

  @Test func `a cancellation in the handler ends an unlimited repetition`() {
    let count = Guarded(0)
    let endpoint = runs(count).repeat().subscribeWhile { $0 < 5 }
    expect(!endpoint.isActive)
    expect(count.change { $0 }, equals: 5)
  }

  @Test func `a cancellation on another thread ends an unlimited repetition of empty runs`() {
    let began = Gate()
    let bag = CancellableBag()
    let signal = Signal<Int>.deferred {
      began.open()
      return .empty()
    }
    // The subscribing call has not returned its endpoint yet, so another signal brings the cancellation about.
    let stop = SignalInput<Void>()
    let log = Log<String>()
    let subscriber = startThread {
      signal.repeat().prefix(untilOutputFrom: stop).subscribe { log.append("\($0)") }.store(in: bag)
    }
    began.wait()
    stop.send(())
    subscriber.wait()
    expect(log.entries, equals: ["finished"])
    bag.cancel()
  }

  @Test func `nothing of a run that has finished is kept`() {
    let log = Log<String>()
    let inputs = [SignalInput<Int>(), SignalInput<Int>()]
    let count = Guarded(-1)
    let signal = Signal<Int>.deferred {
      let number = count.change { count in
        count += 1
        return count
      }
      return inputs[number].signal.keeping("run \(number)", log)
    }
    let recorder = Recorder(signal.repeat())
    inputs[0].finish()
    expect(log.entries, equals: ["run 0 released"])
    recorder.cancel()
    expect(log.entries, equals: ["run 0 released", "run 1 released"])
  }

  @Test func `a handler's send to the next run`() {
    let log = Log<String>()
    let inputs = [SignalInput<Int>(), SignalInput<Int>()]
    let count = Guarded(-1)
    let signal = Signal<Int>.deferred {
      inputs[
        count.change { count in
          count += 1
          return count
        }
      ].signal
    }
    let endpoint = signal.repeat(2).subscribe { event in
      log.append("\(event)")
      if case .value(1) = event {
        inputs[0].finish()
        inputs[1].send(2)
      }
    }
    inputs[0].send(1)
    // The second run begins after the handler has returned, so it misses 2.
    inputs[1].send(3)
    inputs[1].finish()
    expect(log.entries, equals: ["value(1)", "value(3)", "finished"])
    withExtendedLifetime(endpoint) {}
  }

  @Test func `waits in virtual time between runs that last`() throws {
    let clock = VirtualScheduler()
    let signal = Signal.after(.seconds(1), 7, on: clock).repeat(3)
    let recorder = TimedRecorder(signal, on: clock)
    clock.run()
    expect(recorder.history, equals: ["1000 7", "2000 7", "3000 7", "3000 |"])
    expect(clock.pending, equals: 0)
  }
}
