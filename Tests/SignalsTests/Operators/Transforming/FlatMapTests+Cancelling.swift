import Signals
import SignalsTesting
import Testing

extension FlatMapTests {
  @Test(arguments: strategies)
  func `cancelled in the handler it passes on nothing more, and subscribes to nothing more`(
    _ strategy: FlatMapStrategy, _ name: String
  ) {
    let log = Log<Int>()
    let flattening: @Sendable (Int) -> Signal<Int> = { value in
      log.append(value)
      return .of(value, value * 10)
    }
    expect(history(cancelledInside: [1, 2]) { $0.flatMap(strategy, flattening) }, equals: ["1"])
    expect(log.entries, equals: [1])
  }

  @Test(arguments: [1, 2]) func `cancelled in the handler of one that has waited it calls the closure no more`(
    _ limit: Int
  ) {
    let outer = SignalInput<Int>()
    let first = SignalInput<Int>()
    let log = Log<String>()
    let endpoint = outer.signal.flatMap(.merge(limit: limit)) { value in
      log.append("made \(value)")
      return value == 0 ? first.signal : .just(value)
    }.subscribeWhile { value in
      log.append("\(value)")
      return false
    }
    for _ in 0..<limit { outer.send(0) }
    for value in 1...3 { outer.send(value) }
    first.finish()
    expect(log.entries.dropFirst(limit), equals: ["made 1", "1"])
    expect(!endpoint.isActive)
  }

  @Test(arguments: strategies)
  func `cancelled in its closure it subscribes to nothing`(_ strategy: FlatMapStrategy, _ name: String) {
    let input = SignalInput<Int>()
    let bag = CancellableBag()
    let log = Log<String>()
    input.signal.flatMap(strategy) { value in
      bag.cancel()
      return Signal.of(value).map { value in
        log.append("subscribed")
        return value
      }
    }.subscribe { log.append("\($0)") }.store(in: bag)
    input.send(1)
    input.send(2)
    expect(log.entries, equals: [])
  }

  @Test(arguments: strategies)
  func `cancelling releases everything, also waiting values`(_ strategy: FlatMapStrategy, _ name: String) {
    let log = Log<String>()
    let outer = SignalInput<Tracked>()
    let inner = SignalInput<Int>()
    var closure: Tracked? = Tracked("closure", log)
    var within: Tracked? = Tracked("within", log)
    var endpoint: Endpoint? = outer.signal.flatMap(strategy) { [closure, within] value in
      closure?.touch()
      return inner.signal.map { [within] value in
        within?.touch()
        return value
      }
    }.subscribeValues { _ in }
    (closure, within) = (nil, nil)
    for index in 1...4 { outer.send(Tracked("\(index)", log)) }
    let before = log.entries
    endpoint?.cancel()
    expect(
      (log.entries).sorted(),
      equals: [
        "1 released", "2 released", "3 released", "4 released", "closure released", "within released",
      ])
    switch strategy {
    case .concat: expect(before, equals: ["1 released"])
    case .merge(limit: 2): expect(before, equals: ["1 released", "2 released"])
    default: expect(before.count, equals: 4)
    }
    expect(inner.send(1), equals: .delivered)
    endpoint = nil
    _ = endpoint
  }

  @Test(arguments: strategies)
  func `its end releases everything, though the endpoint is held`(_ strategy: FlatMapStrategy, _ name: String) {
    for ending in ["outer fails", "inner fails", "below", "finished"] {
      let log = Log<String>()
      let outer = SignalInput<Int>()
      let inner = (0..<2).map { _ in SignalInput<Int>() }
      var tracked: Tracked? = Tracked("closure", log)
      let endpoint = outer.signal.flatMap(strategy) { [tracked] value in
        tracked?.touch()
        return inner[value].signal
      }.prefix(1).subscribeValues { _ in }
      tracked = nil
      outer.send(0)
      outer.send(1)
      switch ending {
      case "outer fails": outer.fail(Failure())
      case "inner fails": inner[strategy == .latest ? 1 : 0].fail(Failure())
      case "below": inner[strategy == .latest ? 1 : 0].send(1)
      default:
        outer.finish()
        for inner in inner { inner.finish() }
      }
      expect(log.entries, equals: ["closure released"], "\(ending)")
      expect(!endpoint.isActive)
    }
  }

  @Test func `latest releases the signal that it has left`() {
    let log = Log<String>()
    let outer = SignalInput<Int>()
    let inner = SignalInput<Int>()
    let endpoint = outer.signal.flatMap(.latest) { value in
      let tracked = Tracked("\(value)", log)
      return inner.signal.filter { _ in
        tracked.touch()
        return true
      }
    }.subscribeValues { _ in }
    outer.send(1)
    outer.send(2)
    expect(log.entries, equals: ["1 released"])
    endpoint.cancel()
    expect(log.entries, equals: ["1 released", "2 released"])
  }

  @Test func `latest drops waiting values of the former signal`() {
    let flattened = Flattened(.latest)
    let log = Log<String>()
    let endpoint = flattened.outer.signal.flatMap(.latest) { flattened.inner[$0].signal }.subscribeValues { value in
      log.append(value)
      guard value == "a" else { return }
      flattened.outer.send(1)
      flattened.inner[0].send("b")
      flattened.inner[1].send("not yet subscribed to")
    }
    flattened.open(0)
    flattened.inner[0].send("a")
    flattened.inner[1].send("c")
    expect(log.entries, equals: ["a", "c"])
    withExtendedLifetime(endpoint) {}
  }

  @Test func `a signal that is cancelled while it waits is never subscribed to`() {
    let flattened = Flattened(.concat)
    flattened.open(0, 1, 2)
    flattened.recorder.cancel()
    flattened.inner[0].finish()
    expect(flattened.made.entries, equals: [0])
    expect(flattened.history, equals: [])
  }
}
