import Signals
import SignalsTesting
import Testing

@Suite("shared(restartingAfter:)", .leavesNothing) struct SharedRestartingTests {
  private let log = Log<String>()

  /// A source that is another input for each subscription.
  private final class Runs: Sendable {
    let inputs = Guarded<[SignalInput<Int>]>([])
    var signal: Signal<Int> {
      Signal.deferred { [inputs] in
        let input = SignalInput<Int>()
        inputs.change { $0.append(input) }
        return input.signal
      }
    }
    var count: Int { inputs.change { $0.count } }
    var last: SignalInput<Int>? { inputs.change { $0.last } }
  }

  private let runs = Runs()

  @Test func `after the last cancellation alone, it is shared(replaying:) (C2)`() {
    let shared = runs.signal.shared(replaying: 1, restartingAfter: .lastCancellation)
    let first = Recorder(shared)
    runs.last?.send(1)
    let second = Recorder(shared)
    expect(second.history, equals: ["1"])
    first.cancel()
    second.cancel()
    let third = Recorder(shared)
    expect(third.history, equals: [])
    expect(runs.count, equals: 2)
    runs.last?.send(2)
    runs.last?.finish()
    expect(third.history, equals: ["2", "|"])
    expect(Recorder(shared).history, equals: ["2", "|"])
    expect(runs.count, equals: 2)
  }

  @Test(arguments: [RestartCause.finish, .failure], [0, 1])
  func `after an end that is a cause, the next subscriber makes it begin anew, with nothing replayed`(
    _ cause: RestartCause, _ count: Int
  ) {
    for end in [End.finished, .failed(Failure("e"))] {
      let runs = Runs()
      let shared = runs.signal.shared(replaying: count, restartingAfter: cause)
      let (one, two) = (Recorder(shared), Recorder(shared))
      runs.last?.send(1)
      runs.last?.send(.end(end))
      let mark = if case .finished = end { "|" } else { "#e" }
      expect(one.history, equals: ["1", mark])
      expect(two.history, equals: ["1", mark])
      let late = Recorder(shared)
      if (mark == "|") == (cause == .finish) {
        expect(late.history, equals: [])
        expect(runs.count, equals: 2)
        runs.last?.send(2)
        expect(late.history, equals: ["2"])
      } else {
        expect(late.history, equals: (count == 0 ? [] : ["1"]) + [mark])
        expect(runs.count, equals: 1)
      }
    }
  }

  @Test func `without the last cancellation, it goes on without subscribers`() {
    let shared = runs.signal.shared(replaying: 2, restartingAfter: [])
    Recorder(shared).cancel()
    for value in 1...3 { runs.last?.send(value) }
    let second = Recorder(shared)
    expect(second.history, equals: ["2", "3"])
    second.cancel()
    runs.last?.finish()
    expect(Recorder(shared).history, equals: ["2", "3", "|"])
    expect(runs.count, equals: 1)
  }

  @Test func `an end without subscribers counts, too`() {
    let shared = runs.signal.shared(replaying: 1, restartingAfter: .failure)
    Recorder(shared).cancel()
    runs.last?.send(1)
    runs.last?.fail(Failure("e"))
    let second = Recorder(shared)
    expect(second.history, equals: [])
    expect(runs.count, equals: 2)
    second.cancel()
    runs.last?.finish()
    expect(Recorder(shared).history, equals: ["|"])
    expect(runs.count, equals: 2)
  }

  @Test func `without the last cancellation, it is over when nothing can subscribe any more (C8)`() {
    let input = SignalInput<Int>()
    var shared: Signal<Int>? = counted(input, log).shared(restartingAfter: .failure)
    var endpoint = shared?.subscribeValues { _ in }
    shared = nil
    input.send(1)
    expect(log.entries, equals: ["subscribed"])
    endpoint?.cancel()
    endpoint = nil
    expect(log.entries, equals: ["subscribed", "subscription released"])
  }

  @Test func `a handler of the end may subscribe again, and a retry below does (C4)`() {
    let attempts = Guarded(0)
    let source = Signal<Int>.deferred {
      let number = attempts.change { count in
        count += 1
        return count
      }
      return number < 3 ? Signal.just(number).append(.failed(Failure("\(number)"))) : .just(number)
    }
    let shared = source.shared(replaying: 1, restartingAfter: [.failure, .lastCancellation])
    expect(Recorder(shared.retry(5)).history, equals: ["1", "2", "3", "|"])
    expect(Recorder(shared).history, equals: ["3", "|"])
    expect(attempts.change { $0 }, equals: 3)
  }

  @Test func `two subscribers that subscribe again share the next run`() {
    let shared = runs.signal.shared(restartingAfter: [.failure, .lastCancellation])
    let (one, two) = (Recorder(shared.retry(1)), Recorder(shared.retry(1)))
    runs.last?.send(1)
    runs.last?.fail(Failure("e"))
    expect(runs.count, equals: 2)
    runs.last?.send(2)
    runs.last?.fail(Failure("f"))
    expect(one.history, equals: ["1", "2", "#f"])
    expect(two.history, equals: ["1", "2", "#f"])
    expect(runs.count, equals: 2)
  }

  @Test func `an endless sequence stops when all have left (C6)`() {
    let shared = counted(Signal.from(0...), log).shared(restartingAfter: [])
    expect(Recorder(shared.prefix(3)).history, equals: ["0", "1", "2", "|"])
    expect(log.entries, equals: ["subscribed", "subscription released"])
  }

  @Test func `an ended run is released, though the signal is still there (C8)`() {
    let input = SignalInput<Int>()
    let shared = counted(input, log).shared(replaying: 1, restartingAfter: [.finish, .failure])
    let recorder = Recorder(shared)
    input.finish()
    expect(recorder.history, equals: ["|"])
    expect(log.entries, equals: ["subscribed", "subscription released"])
    withExtendedLifetime(shared) {}
  }

  @Test func `ends and subscriptions may come from several threads (C3, C12)`() {
    let shared = runs.signal.shared(replaying: 1, restartingAfter: [.finish, .lastCancellation])
    let waiting = Guarded(3)
    let ended = Guarded(0)
    onThreads(4) { [runs] thread in
      if thread == 0 {
        while waiting.change({ $0 }) > 0 { runs.last?.finish() }
        return
      }
      for number in 0..<300 {
        let endpoint = shared.subscribe { if case .end = $0 { ended.change { $0 += 1 } } }
        if number % thread == 1 { endpoint.cancel() } else { waitUntil { !endpoint.isActive } }
      }
      waiting.change { $0 -= 1 }
    }
    expect(ended.change { $0 } >= 300)
    let last = Recorder(shared)
    runs.last?.send(5)
    runs.last?.finish()
    expect(last.history, equals: ["5", "|"])
  }

  private static let forms: [@Sendable (Signal<Int>) -> Signal<Int>] = [
    { $0.shared(replaying: 1, for: .seconds(1), on: VirtualScheduler()) },
    { $0.shared(replaying: 1, restartingAfter: []) }, { $0.shared(replaying: 1, restartingAfter: .failure) },
  ]

  @Test(arguments: 0..<3)
  func `a run that ends while a subscriber joins it is over, and none follows (C2)`(form: Int) {
    let shared = Self.forms[form](runs.signal)
    let first = Recorder(shared)
    runs.last?.send(1)
    first.cancel()
    // The handler ends the run at the replayed value, before the hub has the subscriber.
    let second = Recorder(shared.handleEvents(onValue: { [runs] _ in runs.last?.finish() }))
    let third = Recorder(shared)
    expect([second.history, third.history], equals: [["1", "|"], ["1", "|"]])
    expect(runs.count, equals: 1)
  }

  @Test(arguments: 0..<3) func `no run follows if another thread ends the present one (C2)`(form: Int) {
    for _ in 0..<300 {
      let runs = Runs()
      let shared = Self.forms[form](runs.signal)
      Recorder(shared).cancel()
      let histories = Log<[String]>()
      onThreads(2) { thread in
        if thread == 0 {
          runs.last?.finish()
          return
        }
        let recorder = Recorder(shared)
        waitUntil { recorder.history == ["|"] }
        histories.append(recorder.history)
      }
      expect(histories.entries, equals: [["|"]])
      expect(runs.count, equals: 1)
    }
  }
}
