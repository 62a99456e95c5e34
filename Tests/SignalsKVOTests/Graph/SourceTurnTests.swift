import Foundation
import Signals
import SignalsKVO
import SignalsTesting
import Testing

/// K8, C5, C10: the reactions to a property that only computations follow, which has no hub, and what changes when it gets one.
@Suite("Turns of properties without observers of their own", .leavesNothing) struct SourceTurnTests {
  private let log = Log<String>()

  /// Two properties, each with a derived value. With an observer of its own, a property has a hub.
  private struct Pair {
    let one = Property(0)
    let other = Property(0)
    let ofOne: Derived<Int>
    let ofOther: Derived<Int>
    let bag = CancellableBag()

    init(hasHubs: Bool) {
      ofOne = Derived { [one] in one.value }
      ofOther = Derived { [other] in other.value }
      if hasHubs {
        one.signal.subscribeValues { _ in }.store(in: bag)
        other.signal.subscribeValues { _ in }.store(in: bag)
      }
    }
  }

  @Test(arguments: [false, true])
  func `a handler's set of its own source follows the change, and that of another source is delivered at once (C5)`(
    hasHubs: Bool
  ) {
    let pair = Pair(hasHubs: hasHubs)
    pair.ofOther.signal.subscribeValues { [log] in log.append("other \($0)") }.store(in: pair.bag)
    pair.ofOne.signal.subscribeValues { [log] value in
      log.append("one \(value) begins")
      if value == 1 {
        pair.other.value = 10
        pair.one.value = 2
        pair.one.value = 3
        pair.other.value = 20
      }
      log.append("one \(value) ends")
    }.store(in: pair.bag)
    _ = log.take()
    pair.one.value = 1
    expect(
      log.take(), equals: ["one 1 begins", "other 10", "other 20", "one 1 ends", "one 3 begins", "one 3 ends"])
    pair.bag.cancel()
  }

  @Test(arguments: [false, true])
  func `observers hear of a set in a handler's transaction after the event under way (C5, C11)`(hasHubs: Bool) {
    let pair = Pair(hasHubs: hasHubs)
    let sum = Derived { pair.one.value + pair.other.value }
    sum.signal.subscribeValues { [log] in log.append("sum \($0)") }.store(in: pair.bag)
    pair.ofOne.signal.subscribeValues { [log] value in
      log.append("one \(value) begins")
      if value == 1 {
        transaction {
          pair.one.value = 2
          pair.other.value = 5
        }
      }
      log.append("one \(value) ends")
    }.store(in: pair.bag)
    _ = log.take()
    pair.one.value = 1
    expect(log.take(), equals: ["sum 1", "one 1 begins", "one 1 ends", "sum 7", "one 2 begins", "one 2 ends"])
    pair.bag.cancel()
  }

  @Test(arguments: [false, true])
  func `two sources whose handlers set each other take turns on one stack (C5)`(hasHubs: Bool) {
    let turns = 20_000
    let finished = startThread {
      let pair = Pair(hasHubs: hasHubs)
      pair.ofOne.signal.subscribeValues { if $0 > 0, $0 < turns { pair.other.value = $0 + 1 } }.store(in: pair.bag)
      pair.ofOther.signal.subscribeValues { if $0 > 0, $0 < turns { pair.one.value = $0 + 1 } }.store(in: pair.bag)
      pair.one.value = 1
      expect(max(pair.one.value, pair.other.value), equals: turns)
      pair.bag.cancel()
    }
    finished.wait()
  }

  @Test(arguments: [false, true], [false, true])
  func `a handler's set follows the change, also if it or another thread is the first to subscribe (C4, C5, C12)`(
    hasHub: Bool, isOtherThread: Bool
  ) {
    let source = Property(0)
    let (plain, raised) = (Derived { source.value }, Derived { source.value + 100 })
    let bag = CancellableBag()
    if hasHub { source.signal.subscribeValues { _ in }.cancel() }
    plain.signal.subscribeValues { [log] in log.append("plain \($0)") }.store(in: bag)
    raised.signal.subscribeValues { [log] value in
      log.append("raised \(value) begins")
      if value == 101 {
        let subscribe: @Sendable () -> Void = {
          source.signal.subscribeValues { [log] in log.append("source \($0)") }.store(in: bag)
        }
        if isOtherThread { onAnotherThread(subscribe) } else { subscribe() }
        source.value = 2
      }
      log.append("raised \(value) ends")
    }.store(in: bag)
    _ = log.take()
    source.value = 1
    var expected = ["plain 1", "raised 101 begins"]
    if isOtherThread { expected += ["source 1"] }
    expected += ["raised 101 ends", "source 2", "plain 2", "raised 102 begins", "raised 102 ends"]
    expect(log.take(), equals: expected)
    source.value = 3
    expect(log.take(), equals: ["source 3", "plain 3", "raised 103 begins", "raised 103 ends"])
    bag.cancel()
  }

  @Test func `a signal of a property that is observed after a derived value joins that as one event (C10)`() {
    let source = Property(1)
    let double = Derived { source.value * 2 }
    let before = Recorder(double.signal)
    source.value = 2
    let joined = Recorder(combineLatest(source.signal, double.signal) { [$0, $1] })
    source.value = 3
    expect(joined.values, equals: [[2, 4], [3, 6]])
    joined.cancel()
    // The hub stays, without observers.
    source.value = 4
    expect(before.values, equals: [2, 4, 6, 8])
  }

  @Test func `a value that a handler sets is shown by derived values before its event (C4, C10)`() {
    let number = Property(0)
    let tens = number.derived { $0 * 10 }
    let handler = number.signal.subscribeValues { if $0 == 1 { number.value = 2 } }
    let numbers = Recorder(number.signal)
    let pairs = Recorder(combineLatest(number.signal, tens.signal) { "\($0)/\($1)" })
    number.value = 1
    expect(numbers.history, equals: ["0", "1", "2"])
    expect(pairs.history, equals: ["0/0", "1/20", "2/20"])
    withExtendedLifetime((tens, handler)) {}
  }

  @Test func `an observer that comes while others set misses nothing, and neither do derived values (C4, C12)`() {
    for _ in 0..<200 {
      let source = Property(0)
      let double = Derived { source.value * 2 }
      let (values, doubles) = (Log<Int>(), Log<Int>())
      let bag = CancellableBag()
      double.signal.subscribeValues { doubles.append($0) }.store(in: bag)
      onThreads(3) { thread in
        if thread == 0 {
          source.signal.subscribeValues { values.append($0) }.store(in: bag)
        } else {
          for _ in 0..<50 { source.modify { $0 += 1 } }
        }
      }
      waitUntil { values.entries.last == 100 && doubles.entries.last == 200 }
      let (heard, derived) = (values.entries, doubles.entries)
      expect(heard, equals: Array((heard.first ?? 0)...100))
      expect(derived == derived.sorted() && Set(derived).count == derived.count && derived.last == 200)
      bag.cancel()
    }
  }

  @Test func `the live graph shows a source that had no hub, but none that was released (C16)`() {
    let kept = Property(1)
    var released: Property<Int>? = Property(7)
    let derived = Derived { [weak released] in kept.value + (released?.value ?? 0) }
    expect(derived.value, equals: 8)
    released = nil
    let graph = RecordedGraph()
    let endpoint = graph.record { derived.signal.subscribeValues { _ in } }
    kept.value = 2
    let expected = [
      "#3 Property, 1 value",
      "└─ #1 Derived at +-3, 2 values",
      "   └─ #2 subscribeValues at +1, 2 values",
    ]
    expect(graph.text, equals: expected)
    endpoint.cancel()
  }

  @Test(arguments: [false, true])
  func `a join that an operator adds to the turn of one derived value emits for that first (C10)`(hasEffect: Bool) {
    let (source, a) = (Property(0), Property(0))
    let copy = source.derived { $0 }
    let effect = hasEffect ? observe(isolation: nil) { _ = source.value } : nil
    let log = Log<[Int]>()
    let joined = copy.signal.flatMap(.latest) { _ in combineLatest(a.signal, a.signal) }
      .subscribeValues { log.append([$0, $1]) }
    let sender = copy.signal.subscribeValues { value in
      if value == 0 { return }
      a.value = 5
      a.value = 6
    }
    source.value = 1
    expect(log.entries, equals: [[0, 0], [0, 0], [5, 5], [6, 6]])
    withExtendedLifetime((effect, joined, sender)) {}
  }

  @Test func `a state that is read for the first time after the end of its owner is no source in the live graph (C16)`()
  {
    var action: Action<Int, Int>? = Action { $0 }
    let isRunning = action?.isRunning
    action = nil
    let graph = RecordedGraph()
    let text = graph.record { Derived { "\(isRunning?.value ?? true)" } }
    let endpoint = graph.record { text.signal.subscribeValues { _ in } }
    expect(text.value, equals: "false")
    expect(graph.text, equals: ["#1 Derived at +1, 1 value", "└─ #2 subscribeValues at +2, 1 value"])
    endpoint.cancel()
  }
}
