import Signals
import SignalsTesting
import TestSupport
import Testing

/// C10: a turn can't settle at once if an event of it waits at a busy source, or if it runs within another one. At a join that it has
/// reached, later values of the same inputs come after its own, whoever sends them.
@Suite("C10 Turns that wait", .leavesNothing) struct WaitingTurnTests {
  let source = SignalInput<Int>()
  let other = SignalInput<Int>()

  private func diamond(_ input: SignalInput<Int>) -> Recorder<String> {
    Recorder(combineLatest(input, input.map { -$0 }) { "\($0)/\($1)" })
  }

  /// A handler of `other` that opens a transaction, of which one event waits at `other`, and then sends once more to the source.
  private func sendTwice() -> Endpoint {
    other.subscribeValues { [source, other] value in
      guard value == 0 else { return }
      transaction {
        other.send(1)
        source.send(1)
      }
      source.send(2)
    }
  }

  @Test func `a value sent after a transaction that waits comes after the value in it`() {
    let joined = diamond(source)
    let accompanied = Recorder(source.withLatest(from: source.map { -$0 }).map { "\($0.0)/\($0.1)" })
    let sampled = Recorder(source.sample(on: source))
    let sender = sendTwice()
    other.send(0)
    expect(joined.values, equals: ["1/-1", "2/-2"])
    expect(accompanied.values, equals: ["1/-1", "2/-2"])
    expect(sampled.values, equals: [1, 2])
    withExtendedLifetime(sender) {}
  }

  @Test func `values of other inputs don't wait`() {
    let third = SignalInput<Int>()
    let joined = Recorder(combineLatest(source.prepend(0), third.prepend(0)) { "\($0)/\($1)" })
    let sender = other.subscribeValues { [source, other] value in
      guard value == 0 else { return }
      transaction {
        other.send(1)
        source.send(1)
      }
      third.send(1)
      source.send(2)
      third.send(2)
    }
    other.send(0)
    expect(joined.values, equals: ["0/0", "0/1", "0/2", "1/2", "2/2"])
    withExtendedLifetime(sender) {}
  }

  /// A handler of a join that sends 2 to `other`, in a turn that waits for that of the source, and has another thread send 3.
  private func sendFromTwoThreads() -> Endpoint {
    combineLatest(source, source).subscribeValues { [other] value, _ in
      guard value == 2 else { return }
      other.send(2)
      onAnotherThread { _ = other.send(3) }
    }
  }

  @Test func `what another thread sends comes after the value of the turn that waits`() {
    let sender = sendFromTwoThreads()
    let pair = Recorder(combineLatest(source, other) { "\($0)/\($1)" })
    let joined = diamond(other)
    let joins = Recorder(combineLatest(combineLatest(other, other) { $0 - $1 }, other) { "\($0)/\($1)" })
    other.send(1)
    for value in 1...2 { source.send(value) }
    expect(joined.values, equals: ["1/-1", "2/-2", "3/-3"])
    expect(joins.values, equals: ["0/1", "0/2", "0/3"])
    expect(pair.values.last, equals: "2/3")
    withExtendedLifetime(sender) {}
  }

  @Test func `an end from another thread comes after that value, too`() {
    let sender = combineLatest(source, source).subscribeValues { [other] value, _ in
      other.send(value)
      if value == 2 { onAnotherThread { _ = other.finish() } }
    }
    let pair = Recorder(combineLatest(source, other) { "\($0)/\($1)" })
    let joined = diamond(other)
    for value in 1...2 { source.send(value) }
    expect(joined.history, equals: ["1/-1", "2/-2", "|"])
    source.finish()
    expect(pair.history.suffix(2), equals: ["2/2", "|"])
    withExtendedLifetime(sender) {}
  }

  @Test func `a join that is cancelled meanwhile keeps nothing of them (C6, C8)`() {
    let log = Log<String>()
    let tracked = SignalInput<Tracked>()
    let endpoint = combineLatest(tracked, tracked).subscribeValues { value, _ in log.append("\(value)") }
    let sender = other.subscribeValues { [other] value in
      if value == 0 {
        transaction {
          other.send(1)
          tracked.send(Tracked("first", log))
        }
        tracked.send(Tracked("second", log))
      } else {
        endpoint.cancel()
      }
    }
    other.send(0)
    expect(log.entries.sorted(), equals: ["first released", "second released"])
    withExtendedLifetime(sender) {}
  }
}
