import Signals
import SignalsTesting
import Testing

@Suite("flatMap", .leavesNothing) struct FlatMapTests {
  /// A source of numbers, and for each number an input whose signal it is flattened into.
  final class Flattened: Sendable {
    let outer = SignalInput<Int>()
    let inner = (0..<5).map { _ in SignalInput<String>() }
    let made = Log<Int>()
    let recorder: Recorder<String>

    init(_ strategy: FlatMapStrategy) {
      recorder = Recorder(
        outer.signal.flatMap(strategy) { [inner, made] index in
          made.append(index)
          return inner[index].signal
        })
    }

    var history: [String] { recorder.history }

    /// Sends numbers to the outer source.
    func open(_ indices: Int...) { for index in indices { outer.send(index) } }
  }

  static let strategies: [(FlatMapStrategy, String)] = [
    (.merge, "merge"), (.merge(limit: 2), "two"), (.concat, "concat"), (.latest, "latest"), (.first, "first"),
  ]

  // MARK: - Signals that bring everything at once

  @Test(arguments: strategies)
  func `signals that end at once come one after the other`(_ strategy: FlatMapStrategy, _ name: String) {
    expect(history(of: [1, 2]) { $0.flatMap(strategy) { .just($0 * 10) } }, equals: ["10", "20", "|"])
    expect(
      history(of: [1, 2, 3]) { $0.flatMap(strategy) { .from(0..<$0) } }, equals: ["0", "0", "1", "0", "1", "2", "|"])
    expect(history(of: [1, 2], end: nil) { $0.flatMap(strategy) { .just($0) } }, equals: ["1", "2"])
    expect(history(of: [1, 2]) { $0.flatMap(strategy) { _ in Signal<Int>.empty() } }, equals: ["|"])
    expect(history(of: [Int]()) { $0.flatMap(strategy) { .just($0) } }, equals: ["|"])
    expect(
      Recorder(Signal.from(1...3).flatMap(strategy) { .of($0, -$0) }).history,
      equals: ["1", "-1", "2", "-2", "3", "-3", "|"])
    expect(Recorder(Signal<Int>.empty().flatMap(strategy) { .just($0) }).history, equals: ["|"])
    expect(Recorder(Signal<Int>.failed(Failure("e")).flatMap(strategy) { .just($0) }).history, equals: ["#e"])
    expect(Recorder(Signal<Int>.never().flatMap(strategy) { .just($0) }).history, equals: [])
  }

  @Test(arguments: strategies)
  func `the failure of any signal is the failure of all`(_ strategy: FlatMapStrategy, _ name: String) {
    expect(
      history(of: [1, 2], end: .failed(Failure("e"))) { $0.flatMap(strategy) { .just($0) } }, equals: ["1", "2", "#e"])
    expect(
      history(of: [1, 2, 3]) { $0.flatMap(strategy) { $0 == 2 ? .failed(Failure("e")) : .just($0) } },
      equals: ["1", "#e"])
    expect(history(of: [1, -1, 2]) { $0.flatMap(strategy) { .just(try checked($0)) } }, equals: ["1", "#negative"])
    expect(history(of: [1, 2]) { $0.flatMap(strategy) { .of($0, -$0, 7).map(checked) } }, equals: ["1", "#negative"])
    expect(history(of: [1, 2]) { $0.flatMap(strategy) { .of($0, -$0, 7) }.map(checked) }, equals: ["1", "#negative"])
  }

  @Test func `merging is the default`() {
    let input = SignalInput<Int>()
    let recorder = Recorder(input.signal.flatMap { value in Signal.just(value).append(Signal<Int>.never()) })
    input.send(1)
    input.send(2)
    expect(recorder.history, equals: ["1", "2"])
  }

  @Test func `a function or a key path takes the place of the closure`() {
    @Sendable func counting(_ count: Int) -> Signal<Int> { .from(0..<count) }
    @Sendable func input(_ count: Int) -> SignalInput<Int> { SignalInput() }
    expect(history(of: [1, 2]) { $0.flatMap(counting) }, equals: ["0", "0", "1", "|"])
    expect(history(of: [1, 2]) { $0.flatMap(.concat, counting) }, equals: ["0", "0", "1", "|"])
    expect(history(of: [1, 2]) { $0.flatMap(input) }, equals: ["|"])
    expect(history(of: [1, 2]) { $0.flatMap(.latest, input) }, equals: ["|"])
    expect(Recorder(Signal.of(Signal.of(1, 2), .of(3)).flatMap(\.self)).history, equals: ["1", "2", "3", "|"])
  }

  // MARK: - Signals that take their time

  @Test func `merge runs all side by side, and finishes with the last`() {
    let flattened = Flattened(.merge)
    flattened.open(0, 1)
    flattened.inner[1].send("b")
    flattened.inner[0].send("a")
    flattened.inner[1].finish()
    flattened.open(2)
    flattened.inner[2].send("c")
    flattened.outer.finish()
    flattened.inner[0].send("d")
    flattened.inner[0].finish()
    expect(flattened.history, equals: ["b", "a", "c", "d"])
    flattened.inner[2].finish()
    expect(flattened.history, equals: ["b", "a", "c", "d", "|"])
  }

  @Test func `merge with a limit lets the others wait, and calls the closure when their turn comes`() {
    let flattened = Flattened(.merge(limit: 2))
    flattened.open(0, 1, 2, 3)
    expect(flattened.made.entries, equals: [0, 1])
    flattened.inner[2].send("too early")
    flattened.inner[0].send("a")
    flattened.inner[1].finish()
    expect(flattened.made.entries, equals: [0, 1, 2])
    flattened.inner[2].send("c")
    flattened.inner[3].finish()
    flattened.outer.finish()
    flattened.inner[0].finish()
    expect(flattened.made.entries, equals: [0, 1, 2, 3])
    expect(flattened.history, equals: ["a", "c"])
    flattened.inner[2].finish()
    expect(flattened.history, equals: ["a", "c", "|"])
  }

  @Test func `concat takes one after the other`() {
    let flattened = Flattened(.concat)
    flattened.open(0, 1, 0)
    flattened.inner[1].send("too early")
    flattened.inner[0].send("a")
    flattened.outer.finish()
    flattened.inner[0].finish()
    flattened.inner[1].send("b")
    expect(flattened.made.entries, equals: [0, 1])
    expect(flattened.history, equals: ["a", "b"])
    // The first one comes once more, and has ended already.
    flattened.inner[1].finish()
    expect(flattened.history, equals: ["a", "b", "|"])
  }

  @Test func `latest cancels the one before`() {
    let flattened = Flattened(.latest)
    flattened.open(0)
    flattened.inner[0].send("a")
    flattened.open(1)
    expect(flattened.inner[0].send("late"), equals: .delivered)
    flattened.inner[0].finish()
    flattened.inner[1].send("b")
    flattened.outer.finish()
    flattened.inner[1].send("c")
    expect(flattened.history, equals: ["a", "b", "c"])
    flattened.inner[1].finish()
    expect(flattened.history, equals: ["a", "b", "c", "|"])
  }

  @Test func `latest goes on after its signal has finished, and finishes with this one if none runs`() {
    let flattened = Flattened(.latest)
    flattened.open(0)
    flattened.inner[0].finish()
    flattened.open(1)
    flattened.inner[1].send("b")
    flattened.inner[1].finish()
    expect(flattened.history, equals: ["b"])
    flattened.outer.finish()
    expect(flattened.history, equals: ["b", "|"])
  }

  @Test func `first drops signals that come meanwhile, and takes a new one when the first has finished`() {
    let flattened = Flattened(.first)
    flattened.open(0, 1, 2)
    flattened.inner[0].send("a")
    flattened.inner[1].send("dropped")
    flattened.inner[0].finish()
    flattened.open(3, 4)
    flattened.inner[3].send("d")
    flattened.inner[3].finish()
    expect(flattened.made.entries, equals: [0, 3])
    flattened.outer.finish()
    expect(flattened.history, equals: ["a", "d", "|"])
  }

  @Test(arguments: strategies)
  func `an inner signal that fails ends everything`(_ strategy: FlatMapStrategy, _ name: String) {
    let flattened = Flattened(strategy)
    flattened.open(0)
    flattened.inner[0].send("a")
    flattened.inner[0].fail(Failure("e"))
    flattened.open(1)
    flattened.inner[1].send("b")
    expect(flattened.history, equals: ["a", "#e"])
    expect(flattened.made.entries, equals: [0])
  }

  @Test(arguments: strategies)
  func `this signal's failure waits for no inner signal`(_ strategy: FlatMapStrategy, _ name: String) {
    let flattened = Flattened(strategy)
    flattened.open(0, 1, 2)
    flattened.outer.fail(Failure("e"))
    for inner in flattened.inner { inner.send("late") }
    expect(flattened.history, equals: ["#e"])
  }

  // MARK: - Signals that are deep, long or endless

  @Test(arguments: [(FlatMapStrategy.merge, "merge"), (.concat, "concat")])
  func `signals that end at once take the stack of one, however many they are`(
    _ strategy: FlatMapStrategy, _ name: String
  ) {
    let (last, number) = (Log<Int>(), repetitions(1_000_000, quick: 100_000))
    onAnotherThread {
      let endpoint = Signal.from(1...number).flatMap(strategy) { .just($0) }.count()
        .subscribeValues { last.append($0) }
      endpoint.cancel()
    }
    expect(last.entries, equals: [number])
  }

  @Test(arguments: [1, 2]) func `signals that have waited take the stack of one, however many they are`(_ limit: Int) {
    let (last, number) = (Log<String>(), repetitions(1_000_000, quick: 100_000))
    onAnotherThread {
      let outer = SignalInput<Int>()
      let first = SignalInput<Int>()
      let endpoint = outer.signal.flatMap(.merge(limit: limit)) { $0 == 0 ? first.signal : .just($0) }.count()
        .subscribe { last.append("\($0)") }
      for _ in 0..<limit { outer.send(0) }
      for value in 1...number { outer.send(value) }
      outer.finish()
      first.finish()
      endpoint.cancel()
    }
    expect(last.entries, equals: ["value(\(number))", "finished"])
  }

  @Test(arguments: strategies)
  func `an endless signal stops where the handler or an operator below wants no more`(
    _ strategy: FlatMapStrategy, _ name: String
  ) {
    let log = Log<Int>()
    let endless = Signal.of(0).flatMap(strategy) { first in
      Signal.from(first...).map { value in
        log.append(value)
        return value
      }
    }
    expect(Recorder(endless.prefix(2)).history, equals: ["0", "1", "|"])
    expect(!endless.subscribeWhile { $0 < 2 }.isActive)
    expect(Recorder(endless.map { try checked(1 - $0) }).history, equals: ["1", "0", "#negative"])
    expect(Recorder(merge(endless, .never()).prefix(3)).history, equals: ["0", "1", "2", "|"])
    expect(log.entries, equals: [0, 1, 0, 1, 2, 0, 1, 2, 0, 1, 2])
  }

  @Test func `an endless signal stops, though its handler sends to another one`() {
    let other = SignalInput<Int>()
    let outer = SignalInput<Int>()
    let log = Log<Int>()
    let endpoint = outer.signal.flatMap { $0 == 0 ? other.signal : Signal.from(1...) }.subscribeWhile { value in
      log.append(value)
      if value == 1 { other.send(-1) }
      return value < 5
    }
    outer.send(0)
    outer.send(1)
    expect(log.entries, equals: [1, 2, 3, 4, 5])
    expect(!endpoint.isActive)
  }

  @Test func `a flatMap in a flatMap stops inside out`() {
    let log = Log<Int>()
    let nested = Signal.from(1...).flatMap(.concat) { outer in
      Signal.from(1...3).flatMap(.merge) { inner in
        Signal.of(outer * 10 + inner).map { value in
          log.append(value)
          return value
        }
      }
    }
    expect(Recorder(nested.prefix(5)).history, equals: ["11", "12", "13", "21", "22", "|"])
    expect(log.entries, equals: [11, 12, 13, 21, 22])
  }

  // MARK: - Sending from the handler

  @Test(arguments: strategies)
  func `a handler's send to this signal comes as if it were sent later`(
    _ strategy: FlatMapStrategy, _ name: String
  ) {
    let inside = history(of: [1], sendingInside: [2, 3]) { $0.flatMap(strategy) { .of($0, $0 * 10) } }
    expect(inside, equals: ["1", "10", "2", "20", "3", "30", "|"])
  }

  @Test(arguments: strategies)
  func `a handler's send to this signal on another path loses nothing`(
    _ strategy: FlatMapStrategy, _ name: String
  ) {
    let first = SignalInput<Int>()
    let second = SignalInput<Int>()
    let log = Log<Int>()
    // The source that the handler sends to isn't the one that is delivering; its value waits at the flatMap.
    let endpoint = merge(first.signal.flatMap(strategy) { .of($0, $0 * 10) }, second.signal).subscribeValues { value in
      log.append(value)
      guard value == 0 else { return }
      for value in 1...3 { first.send(value) }
    }
    second.send(0)
    expect(log.entries, equals: [0, 1, 10, 2, 20, 3, 30])
    withExtendedLifetime(endpoint) {}
  }

  @Test(arguments: strategies)
  func `signals that wait at it while an inner signal's value is handled are taken one whole signal at a time`(
    _ strategy: FlatMapStrategy, _ name: String
  ) {
    let outer = SignalInput<Int>()
    let inner = SignalInput<Int>()
    let log = Log<Int>()
    let endpoint = outer.signal.flatMap(strategy) { $0 == 0 ? inner.signal.prefix(1) : .of($0, $0 * 10) }
      .subscribeValues { value in
        log.append(value)
        guard value == -1 else { return }
        for value in 1...3 { outer.send(value) }
      }
    outer.send(0)
    inner.send(-1)
    // Sent while the first still runs: the strategy says what becomes of it.
    let expected = strategy == .first ? [-1] : [-1, 1, 10, 2, 20, 3, 30]
    expect(log.entries, equals: expected)
    withExtendedLifetime(endpoint) {}
  }

  @Test func `a handler's send to an inner signal comes after the event, in order`() {
    let outer = SignalInput<Int>()
    let inner = SignalInput<Int>()
    let log = Log<Int>()
    let endpoint = outer.signal.flatMap { $0 == 0 ? inner.signal : Signal.of($0, $0 + 1, $0 + 2) }.subscribeValues {
      value in
      log.append(value)
      if value == 1 || value == 2 { inner.send(-value) }
    }
    outer.send(0)
    outer.send(1)
    inner.send(-9)
    expect(log.entries, equals: [1, 2, 3, -1, -2, -9])
    withExtendedLifetime(endpoint) {}
  }

  @Test func `values sent to a signal while another is being subscribed to stay in order`() {
    let outer = SignalInput<Int>()
    let inner = SignalInput<Int>()
    let log = Log<Int>()
    // The second signal sends to the first one itself, between its values, the first of whose handlers does so, too.
    let sending = Signal.of(1, 2).map { value in
      inner.send(-value * 10)
      return value
    }
    let endpoint = outer.signal.flatMap { $0 == 0 ? inner.signal : sending }.subscribeValues { value in
      log.append(value)
      if value == 1 { inner.send(-11) }
    }
    outer.send(0)
    outer.send(1)
    expect(log.entries.filter { $0 < 0 }, equals: [-10, -11, -20])
    expect(log.entries.filter { $0 > 0 }, equals: [1, 2])
    withExtendedLifetime(endpoint) {}
  }

  @Test(arguments: strategies)
  func `ends that the handler sends to both come one after the other`(_ strategy: FlatMapStrategy, _ name: String) {
    for outerFirst in [true, false] {
      let flattened = Flattened(strategy)
      let log = Log<String>()
      let endpoint = flattened.outer.signal.flatMap(strategy) { flattened.inner[$0].signal }.subscribe { event in
        log.append("\(event)")
        if outerFirst { flattened.outer.finish() }
        flattened.inner[0].finish()
        flattened.outer.finish()
      }
      flattened.open(0)
      flattened.inner[0].send("a")
      expect(log.entries, equals: ["value(a)", "finished"])
      withExtendedLifetime(endpoint) {}
    }
  }

  // MARK: - Values in the course of subscribing

  @Test func `a signal that ends within its subscription in any way goes on with the next`() {
    let outer = SignalInput<Int>()
    let ended = SignalInput<Int>()
    ended.finish()
    let recorder = Recorder(
      outer.signal.flatMap(.concat) { value in
        switch value {
        case 0: ended.signal
        case 1: .empty()
        case 2: Signal.of(1, 2, 3).prefix(2)
        case 3: combineLatest(.just(1), .just(2)).map { $0.0 + $0.1 + 10 }
        case 4: merge(.just(20), .just(21))
        case 5: Signal.of(30, 31).shared()
        case 6: Signal.of(40, 41).flatMap(.concat) { .of($0, -$0) }
        default: .just(99)
        }
      })
    for value in 0...7 { outer.send(value) }
    outer.finish()
    expect(
      recorder.history, equals: ["1", "2", "13", "20", "21", "30", "31", "40", "-40", "41", "-41", "99", "|"])
  }

  @Test(arguments: strategies)
  func `sources that keep sending after their subscription is over are not received`(
    _ strategy: FlatMapStrategy, _ name: String
  ) {
    expect(
      Recorder(Signal.of(1).flatMap(strategy) { _ in heedless([1, 2, 3]) }.prefix(2)).history, equals: ["1", "2", "|"])
    expect(Recorder(heedless([1, 2, 3]).flatMap(strategy) { .just($0) }.prefix(2)).history, equals: ["1", "2", "|"])
    expect(seenBelow([1, 2]) { $0.flatMap(strategy) { heedless([$0, $0 * 10]) } }, equals: ["1", "10", "2", "20"])
  }
}
