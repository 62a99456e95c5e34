import Dispatch
import Signals
import SignalsTesting
import Testing

/// A cancelled or ended subscription leaves nothing behind for the others or for later ones (C2, C4, C6, C8).
@Suite("Leaving and coming", .leavesNothing) struct LeavingTests {
  @Test func `a subscriber inside a handler of the end receives it after all others`() {
    let input = SignalInput<Int>()
    let log = Log<String>()
    let late = Guarded<Endpoint?>(nil)
    let first = input.signal.subscribe { _ in
      log.append("first")
      let endpoint = input.signal.subscribe { _ in log.append("late") }
      late.change { $0 = endpoint }
    }
    let second = input.signal.subscribe { _ in log.append("second") }
    input.finish()
    expect(log.entries, equals: ["first", "second", "late"])
    withExtendedLifetime((first, second)) {}
  }

  @Test func `a subscription made and cancelled inside a handler leaves nothing behind`() {
    let input = SignalInput<Int>()
    let log = Log<Int>()
    let outer = input.signal.subscribeValues { value in
      guard value == 1 else { return }
      input.signal.map { value in
        log.append(value)
        return value
      }.subscribeValues { _ in }.cancel()
    }
    input.send(1)
    input.send(2)
    expect(log.entries, equals: [])
    withExtendedLifetime(outer) {}
  }

  @Test func `after a cancel below a merge, no closure gets what a handler had sent before`() {
    let left = SignalInput<Int>()
    let right = SignalInput<Int>()
    let log = Log<Int>()
    let held = Guarded<Endpoint?>(nil)
    let endpoint = merge(left.signal, right.signal).map { value in
      log.append(value)
      if value == 1 { for next in 2...3 { right.send(next) } }
      if value == 2 { held.change { $0 }?.cancel() }
      return value
    }.subscribeValues { _ in }
    held.change { $0 = endpoint }
    left.send(1)
    expect(log.entries, equals: [1, 2])
  }

  @Test func `after a cancel on the delivery queue, no closure receives the waiting values`() {
    let queue = DispatchQueue(label: "test")
    queue.suspend()
    let input = SignalInput<Int>()
    let log = Log<Int>()
    let held = Guarded<Endpoint?>(nil)
    let endpoint = input.signal.deliver(on: queue).map { value in
      log.append(value)
      held.change { $0 }?.cancel()
      return value
    }.subscribeValues { _ in }
    held.change { $0 = endpoint }
    for value in 1...3 { input.send(value) }
    queue.resume()
    queue.settle()
    expect(log.entries, equals: [1])
  }

  @Test func `a closure that throws in the last subscription ends the sharing`() {
    let input = SignalInput<Int>()
    let log = Log<Int>()
    let shared = input.signal.map { value in
      log.append(value)
      return value
    }.shared()
    let recorder = Recorder(shared.map { _ -> Int in throw Failure() })
    input.send(1)
    input.send(2)
    expect(recorder.history, equals: ["#failure"])
    expect(log.entries, equals: [1])
  }

  @Test func `a new subscriber after the last one has left receives nothing that waited for the former ones`() async {
    let input = SignalInput<Int>()
    let first = Guarded<Connection?>(nil)
    let again = Guarded<Signal<Int>?>(nil)
    let late = Guarded<Recorder<Int>?>(nil)
    let shared = Signal<Int> { downstream, line in
      input.signal.attach(downstream, line)
      guard let going = first.change({ $0.take() }) else { return }
      onAnotherThread { input.send(1) }
      going.cancel()
      let recorder = again.change { $0 }.map { Recorder($0) }
      late.change { $0 = recorder }
    }.shared()
    again.change { $0 = shared }
    let endpoint = Signal<Int> { downstream, line in
      first.change { $0 = line }
      shared.attach(downstream, line)
    }.subscribeValues { _ in }
    while input.send(2) != .ended, late.change({ $0 })?.values.contains(2) != true { await letOthersGoOn() }
    expect(late.change { $0.take() }?.values.first, equals: 2)
    again.change { $0 = nil }
    withExtendedLifetime(endpoint) {}
  }

  @Test func `values sent inside the handlers of a shared signal reach no later subscriber`() {
    let input = SignalInput<Int>()
    let again = Guarded<Signal<Int>?>(nil)
    let held = Guarded<[Endpoint]>([])
    let turn = Guarded(0)
    let log = Log<String>()
    let shared = Signal<Int> { downstream, line in
      let turn = turn.change { turn in
        turn += 1
        return turn
      }
      let signal = turn == 2 ? merge(.of(1, 2, 3), input.signal) : input.signal
      signal.attach(downstream, line)
    }.shared()
    again.change { $0 = shared }
    let first = shared.subscribeValues { value in
      log.append("first \(value)")
      held.change { $0.last }?.cancel()
      let second = again.change { $0 }?.subscribeValues { value in
        log.append("second \(value)")
        held.change { $0.last }?.cancel()
        let third = again.change { $0 }?.subscribeValues { log.append("third \($0)") }
        if let third { held.change { $0.append(third) } }
      }
      if let second { held.change { $0.append(second) } }
    }
    held.change { $0.append(first) }
    input.send(0)
    expect(log.entries, equals: ["first 0", "second 1"])
    again.change { $0 = nil }
  }

  @Test func `a subscription for an owner is over with the end`() {
    final class Owner: Sendable {}
    let owner = Owner()
    let input = SignalInput<Int>()
    let endpoint = input.signal.subscribeValues(for: owner) { _, _ in }
    input.finish()
    expect(!endpoint.isActive)
  }
}
