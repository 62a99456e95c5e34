import Dispatch
import SignalsTesting
import Testing

@testable import Signals

/// C8: at cancel or end, everything that the subscription captured is released at once.
@Suite("C8 Release", .leavesNothing) struct ReleaseTests {
  /// A chain in which everything captures something, over a source that stays.
  private static func chain(_ source: Signal<Int>, _ log: Log<String>) -> Endpoint {
    let above = Tracked("above", log)
    let below = Tracked("below", log)
    let handler = Tracked("handler", log)
    return
      source
      .map { [above] value in
        above.touch()
        return value
      }
      .removeDuplicates()
      .filter { [below] _ in
        below.touch()
        return true
      }
      .subscribe { [handler] event in
        handler.touch()
        if case .end = event { log.append("ended") } else { log.append("handled") }
      }
  }

  static let all = ["above released", "below released", "handler released"]

  @Test func `cancelling releases on the thread that cancels`() {
    let input = SignalInput<Int>()
    let log = Log<String>()
    let endpoint = Self.chain(input.signal, log)
    input.send(1)
    expect(log.entries, equals: ["handled"])
    endpoint.cancel()
    expect(log.entries.sorted(), equals: (["handled"] + Self.all).sorted())
  }

  @Test func `the finish releases, though the endpoint is still held`() {
    let input = SignalInput<Int>()
    let log = Log<String>()
    let endpoint = Self.chain(input.signal, log)
    input.finish()
    expect(log.entries.first, equals: "ended")
    expect(log.entries.dropFirst().sorted(), equals: Self.all)
    withExtendedLifetime(endpoint) {}
  }

  @Test func `an operator that ends early releases everything upstream too`() {
    let input = SignalInput<Int>()
    let log = Log<String>()
    let above = Tracked("above prefix", log)
    let signal = input.signal.map { [above] value in
      above.touch()
      return value
    }.prefix(2)
    var endpoint: Endpoint? = Self.chain(signal, log)
    // The recipe holds the closure too, so it has to go before the subscription can be what holds it last.
    _ = consume signal
    _ = consume above
    input.send(1)
    expect(log.entries, equals: ["handled"])
    input.send(2)
    expect(Array(log.entries.prefix(3)), equals: ["handled", "handled", "ended"])
    expect(log.entries.dropFirst(3).sorted(), equals: ["above prefix released"] + Self.all)
    endpoint = nil
    _ = endpoint
  }

  @Test func `a closure that throws has everything released`() {
    let input = SignalInput<Int>()
    let log = Log<String>()
    let endpoint = Self.chain(input.signal.map { _ in throw Failure() }, log)
    input.send(1)
    expect(log.entries.first, equals: "ended")
    expect(log.entries.dropFirst().sorted(), equals: Self.all)
    expect(!endpoint.isActive)
  }

  @Test func `cancelling inside the handler releases when it has returned`() {
    let input = SignalInput<Int>()
    let log = Log<String>()
    let holder = Guarded<Endpoint?>(nil)
    let endpoint = Self.chain(
      input.signal.map { value in
        holder.change { $0 }?.cancel(); return value
      }, log)
    holder.change { $0 = endpoint }
    let after = input.signal.subscribeValues { _ in log.append("next observer") }
    input.send(1)
    expect(log.entries.sorted(), equals: (Self.all + ["next observer"]).sorted())
    expect(log.entries.last, equals: "next observer")
    withExtendedLifetime(after) {}
  }

  @Test func `cancelling while the source is busy elsewhere releases when the handler that runs has returned`() {
    let input = SignalInput<Int>()
    let log = Log<String>()
    let victim = Guarded<Endpoint?>(nil)
    let busy = input.signal.subscribeValues { _ in
      onAnotherThread { victim.change { $0 }?.cancel() }
      log.append("busy")
    }
    victim.change { $0 = Self.chain(input.signal, log) }
    input.send(1)
    expect(log.entries.first, equals: "busy")
    expect(log.entries.dropFirst().sorted(), equals: Self.all)
    withExtendedLifetime(busy) {}
  }

  @Test func `a merge releases everything when it is cancelled, and when one input fails`() {
    for fails in [false, true] {
      let left = SignalInput<Int>()
      let right = SignalInput<Int>()
      let log = Log<String>()
      let endpoint = Self.chain(merge(left.signal, right.signal), log)
      left.send(1)
      if fails { right.fail(Failure()) } else { endpoint.cancel() }
      expect(log.entries.filter { $0.hasSuffix("released") }.sorted(), equals: Self.all)
      expect(left.send(2), equals: .delivered)
      expect(!endpoint.isActive)
    }
  }

  @Test func `a queue in between releases when it is cancelled, though values wait`() {
    let queue = DispatchQueue(label: "test")
    queue.suspend()
    let input = SignalInput<Int>()
    let log = Log<String>()
    let endpoint = Self.chain(input.signal.deliver(on: queue), log)
    input.send(1)
    endpoint.cancel()
    expect(log.entries.sorted(), equals: Self.all)
    queue.resume()
    queue.settle()
    expect(log.entries.sorted(), equals: Self.all)
  }

  @Test func `a shared signal releases its source with its last subscriber`() {
    let input = SignalInput<Int>()
    let log = Log<String>()
    let above = Tracked("above", log)
    let shared = input.signal.filter { [above] _ in
      above.touch()
      return true
    }
    let sharing = shared.shared()
    let endpoint = Self.chain(sharing, log)
    endpoint.cancel()
    expect(log.entries.sorted(), equals: Self.all)
    _ = consume above
  }

  @Test func `a shared signal keeps nothing of a source that it has left`() {
    // Unchecked, because only this thread uses it.
    final class Left: @unchecked Sendable { weak var hub: Hub<Int>? }
    let left = Left()
    let sharing = Signal<Int>.deferred {
      let input = SignalInput<Int>()
      left.hub = input.hub
      return input.signal.filter { [input] _ in withExtendedLifetime(input) { true } }
    }.shared()
    let endpoint = sharing.subscribeValues { _ in }
    expect(left.hub != nil)
    endpoint.cancel()
    expect(left.hub == nil)
    withExtendedLifetime(sharing) {}
  }

  @Test func `a subscription for an owner makes no call after the owner is gone`() {
    final class Owner: Sendable {}
    let input = SignalInput<Int>()
    let log = Log<String>()
    let captured = Tracked("handler", log)
    var owner: Owner? = Owner()
    let endpoint = owner.map { owner in
      input.signal.subscribeValues(for: owner) { [captured] _, value in
        captured.touch()
        log.append("handled \(value)")
      }
    }
    _ = consume captured
    input.send(1)
    owner = nil
    expect(log.entries, equals: ["handled 1"])
    input.send(2)
    expect(log.entries, equals: ["handled 1", "handler released"])
    expect(endpoint?.isActive, equals: false)
  }

  @Test func `a source keeps nothing of a thousand subscriptions that came and went`() {
    let input = SignalInput<Int>()
    let log = Log<String>()
    for index in 0..<1_000 {
      let captured = Tracked("\(index)", log)
      let endpoint = input.signal.subscribeValues { [captured] _ in captured.touch() }
      if index.isMultiple(of: 2) { input.send(index) }
      endpoint.cancel()
    }
    expect(log.entries, equals: (0..<1_000).map { "\($0) released" })
  }

  /// The handler sends by the input that has just spoken, which is busy, or by the other one, from which the join itself
  /// takes it for the time after the handler.
  @Test(arguments: [false, true], [false, true])
  func `a join that is ended by its own handler releases everything`(
    _ byError: Bool, _ byTheOther: Bool
  ) {
    let inputs = [SignalInput<Tracked>(), SignalInput<Tracked>()]
    let log = Log<String>()
    let counts = combineLatest(inputs.map(\.signal)).scan(0) { count, _ in count + 1 }
    let ending = byError ? counts.map { if $0 == 2 { throw Failure("enough") } else { $0 } } : counts.prefix(2)
    let endpoint = ending.subscribeValues { count in
      if count == 1 { inputs[byTheOther ? 0 : 1].send(Tracked("third", log)) }
    }
    inputs[0].send(Tracked("first", log))
    inputs[1].send(Tracked("second", log))
    expect(log.entries.sorted(), equals: ["first released", "second released", "third released"])
    withExtendedLifetime(endpoint) {}
  }
}
