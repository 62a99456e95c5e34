import Signals
import SignalsTesting
import Testing

/// C10: a handler below a join sends to another source while the turn of that join settles. A join that this turn has yet to
/// settle emits for it first, and the turn of the handler's send goes on after that.
@Suite("C10 A turn within one that settles", .leavesNothing) struct TurnWithinTurnTests {
  let source = SignalInput<Int>()
  let other = SignalInput<Int>()

  /// A join that settles before `top` does, since it is reached before, and sends what it emits to the other source.
  private func sender() -> Endpoint {
    combineLatest(source, source).subscribeValues { [other] value, _ in other.send(value) }
  }

  /// A join of the source and of another join that has settled before.
  private func top(_ pair: Signal<String>) -> Signal<String> { combineLatest(pair, source) { "\($0)/\($1)" } }

  private var pair: Signal<String> { combineLatest(source, other) { "\($0).\($1)" } }

  private func turns(of recorder: Recorder<String>) -> [[String]] {
    var before = 0
    return (1...3).map { value in
      source.send(value)
      defer { before = recorder.values.count }
      return Array(recorder.values[before...])
    }
  }

  @Test func `a join emits for the outer turn first`() {
    let sender = sender()
    let joined = Recorder(top(pair))
    expect(turns(of: joined), equals: [["1.1/1"], ["2.1/2", "2.2/2"], ["3.2/3", "3.3/3"]])
    withExtendedLifetime(sender) {}
  }

  @Test func `withLatest emits for the outer turn first`() {
    let sender = sender()
    let joined = Recorder(pair.withLatest(from: source).map { "\($0.0)/\($0.1)" })
    expect(turns(of: joined), equals: [["1.1/1"], ["2.1/2", "2.2/2"], ["3.2/3", "3.3/3"]])
    withExtendedLifetime(sender) {}
  }

  @Test func `a handler of a join sends to an input of that join`() {
    let shared = pair.shared()
    let joined = Recorder(top(shared))
    let sender = shared.subscribeValues { [other] value in
      if value.hasSuffix("0") { other.send(1) } else if value == "2.1" { other.send(2) }
    }
    other.send(0)
    expect(turns(of: joined), equals: [["1.0/1", "1.1/1"], ["2.1/2", "2.2/2"], ["3.2/3"]])
    withExtendedLifetime(sender) {}
  }

  @Test func `each send of the handler is a turn of its own, and a transaction is one`() {
    let sender = combineLatest(source, source).subscribeValues { [other] value, _ in
      for number in 1...2 { other.send(value * 10 + number) }
      transaction { for number in 3...5 { other.send(value * 10 + number) } }
    }
    let joined = Recorder(top(pair))
    source.send(1)
    joined.clear()
    source.send(2)
    expect(joined.values, equals: ["2.15/2", "2.21/2", "2.22/2", "2.25/2"])
    withExtendedLifetime(sender) {}
  }

  @Test func `the rest of the inner turn waits with the join`() {
    let shared = combineLatest(source, source) { $0 + $1 }.shared()
    let sender = shared.subscribeValues { [other] value in other.send(value / 2) }
    // The shared join settles first, since it is the deepest.
    let deep = Recorder(top(top(top(shared.map { "\($0)" }))))
    let below = Recorder(combineLatest(top(pair), other) { "\($0)+\($1)" })
    expect(turns(of: below), equals: [["1.1/1+1"], ["2.1/2+1", "2.2/2+2"], ["3.2/3+2", "3.3/3+3"]])
    expect(deep.values, equals: ["2/1/1/1", "4/2/2/2", "6/3/3/3"])
    withExtendedLifetime(sender) {}
  }

  @Test func `two turns that wait emit in their order, each once`() {
    let diamond = Recorder(combineLatest(other, other.map { -$0 }) { "\($0)/\($1)" })
    let sender = sender()
    // The second send finds the join free, for which the turn of the first one waits.
    let second = Log<String>()
    let follower = top(pair).subscribeValues { [other] value in
      second.append(value)
      if value.hasPrefix("2.1/") { other.send(20) }
    }
    for value in 1...3 { source.send(value) }
    expect(diamond.values, equals: ["1/-1", "2/-2", "20/-20", "3/-3"])
    expect(second.entries, equals: ["1.1/1", "2.1/2", "2.2/2", "2.20/2", "3.20/3", "3.3/3"])
    withExtendedLifetime((sender, follower)) {}
  }

  @Test func `turns that a waiting turn sets off follow those that wait behind it`() {
    let recorder = Recorder(combineLatest(other, other.map { -$0 }) { "\($0)/\($1)" })
    let sender = sender()
    let follower = top(pair).subscribeValues { [other] value in
      if value == "2.1/2" { other.send(20) }
      if value == "2.2/2" { other.send(30) }
      if value == "2.20/2" { transaction { other.send(40) } }
    }
    for value in 1...2 { source.send(value) }
    expect(recorder.values, equals: ["1/-1", "2/-2", "20/-20", "30/-30", "40/-40"])
    withExtendedLifetime((sender, follower)) {}
  }

  @Test func `what the outer turn has not reached emits within the send`() {
    let joined = Recorder(top(pair))
    let independent = Recorder(combineLatest(other, other.map { -$0 }) { "\($0)/\($1)" })
    let log = Log<String>()
    let sender = combineLatest(source, source).subscribeValues { [other] value, _ in
      other.send(value)
      log.append(independent.values.last ?? "")
    }
    source.send(1)
    expect(log.entries, equals: ["1/-1"])
    expect(joined.values, equals: ["1.1/1"])
    withExtendedLifetime(sender) {}
  }

  @Test func `a join that is cancelled meanwhile emits nothing, and is released (C6, C8)`() {
    let log = Log<String>()
    let bag = CancellableBag()
    let sender = sender()
    top(pair).keeping("join", log).subscribeValues { value in
      log.append(value)
      if value == "2.1/2" { bag.cancel() }
    }.store(in: bag)
    for value in 1...3 { source.send(value) }
    expect(log.entries, equals: ["1.1/1", "2.1/2", "join released"])
    withExtendedLifetime(sender) {}
  }

  @Test func `a turn within one that waits goes on after that one`() {
    let a = SignalInput<Int>()
    let sender = sender()
    let second = combineLatest(other, other).subscribeValues { value, _ in if value == 2 { a.send(2) } }
    let waiting = combineLatest(a, source).subscribeValues { _ in }
    let inner = combineLatest(a, source, other) { "\($0).\($1).\($2)" }
    let joined = Recorder(combineLatest(inner, other) { "\($0)/\($1)" })
    a.send(1)
    expect(turns(of: joined), equals: [["1.1.1/1"], ["1.2.1/1", "1.2.2/2", "2.2.2/2"], ["2.3.2/2", "2.3.3/3"]])
    withExtendedLifetime((sender, second, waiting)) {}
  }

  @Test func `a join that a handler cancels before it has emitted for the outer turn lets the inner one go on`() {
    let log = Log<String>()
    let bag = CancellableBag()
    let sender = combineLatest(source, source).subscribeValues { [other] value, _ in
      other.send(value)
      if value == 2 { bag.cancel() }
    }
    top(pair).subscribeValues { log.append($0) }.store(in: bag)
    let diamond = Recorder(combineLatest(other, other.map { -$0 }) { "\($0)/\($1)" })
    for value in 1...3 { source.send(value) }
    expect(log.entries, equals: ["1.1/1"])
    expect(diamond.values, equals: ["1/-1", "2/-2", "3/-3"])
    withExtendedLifetime(sender) {}
  }

  @Test func `an operator below the only join adds another one to the turn, which emits for that first`() {
    let a = SignalInput<Int>()
    let only = combineLatest(source, source) { first, _ in first }.shared()
    let inner = combineLatest(a.signal.prepend(0), a.signal.prepend(0)) { "\($0)/\($1)" }
    let recorder = Recorder(only.flatMap(.latest) { _ in inner })
    let sender = only.subscribeValues { value in
      a.send(value)
      a.send(value + 1)
    }
    source.send(5)
    expect(recorder.values, equals: ["0/0", "5/5", "6/6"])
    withExtendedLifetime(sender) {}
  }
}
