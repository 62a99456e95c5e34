import Dispatch
import Signals
import SignalsTesting
import Testing

/// C4, C10 and C14: a signal may lead back to itself through joins. A value that returns to a join follows the event that
/// caused it, at a stack depth that doesn't grow.
@Suite("C10 Loops through joins", .leavesNothing) struct LoopTests {
  let input = SignalInput<Int>()
  let stop = SignalInput<Int>()
  let knot = Knot()

  /// Leads back to the signal that `run` ties.
  private var loop: Signal<Int> { .deferred { [knot] in knot.signal ?? .empty() } }

  /// Ties the loop, calls `body` with a recorder of `signal`, and breaks the loop by an end.
  private func run(_ signal: Signal<Int>, _ body: (Recorder<Int>) -> Void) {
    knot.tie(signal)
    let recorder = Recorder(signal)
    body(recorder)
    stop.send(0)
    input.finish()
    expect(recorder.history.last, equals: "|")
    knot.untie()
  }

  /// Shares a signal until `run` breaks the loop.
  private func shared(_ signal: Signal<Int>) -> Signal<Int> { signal.prefix(untilOutputFrom: stop.signal).shared() }

  // MARK: - Every join

  @Test func `a running sum through withLatest (C10)`() {
    run(input.signal.withLatest(from: loop.prepend(0)).map { $0 + $1 }.shared()) { sums in
      for value in 1...3 { input.send(value) }
      expect(sums.history, equals: ["1", "3", "6"])
    }
  }

  @Test func `a running sum finishes with its input (C1)`() {
    run(input.signal.withLatest(from: loop.prepend(0)).map { $0 + $1 }.shared()) { sums in
      for value in 1...3 { input.send(value) }
      input.finish()
      expect(sums.history, equals: ["1", "3", "6", "|"])
    }
  }

  @Test func `removeDuplicates stops a loop through combineLatest (C10)`() {
    let approaching = combineLatest(input.signal, loop.prepend(0)).map { target, value in
      value == target ? value : value < target ? value + 1 : value - 1
    }
    run(shared(approaching.removeDuplicates())) { values in
      input.send(3)
      expect(values.history, equals: ["1", "2", "3"])
      input.send(5)
      input.send(2)
      expect(values.history, equals: ["1", "2", "3", "4", "5", "4", "3", "2"])
    }
  }

  @Test func `filter stops a loop through combineLatest (C10)`() {
    run(shared(combineLatest(input.signal, loop.prepend(0)).map { $0 + $1 }.filter { 0 < $0 && $0 < 10 })) { values in
      input.send(3)
      expect(values.history, equals: ["3", "6", "9"])
      input.send(-4)
      input.send(-100)
      expect(values.history, equals: ["3", "6", "9", "5", "1"])
    }
  }

  @Test func `sample emits the value that returned after the previous sample (C10)`() {
    run(loop.prepend(0).map { $0 + 1 }.sample(on: input.signal).shared()) { counts in
      for _ in 1...3 { input.send(0) }
      expect(counts.history, equals: ["1", "2", "3"])
    }
  }

  @Test func `two loops through the same joins (C10)`() {
    let sum = combineLatest(loop.prepend(0).map { $0 * 2 }, loop.prepend(0).map { $0 + 1 }).map { $0 + $1 }
    run(input.signal.withLatest(from: sum).map { $0 + $1 }.shared()) { values in
      for value in 1...3 { input.send(value) }
      // The sum of the two is 3 v + 1 for a value v: 1 + 1, 7 + 2 and 28 + 3.
      expect(values.history, equals: ["2", "9", "31"])
    }
  }

  @Test func `other observers of the loop get every value in order (C4)`() {
    let signal = input.signal.withLatest(from: loop.prepend(0)).map { $0 + $1 }.shared()
    run(signal) { sums in
      let late = Recorder(signal)
      let doubled = Recorder(combineLatest(signal, signal.map { $0 * 2 }))
      for value in 1...3 { input.send(value) }
      expect(sums.history, equals: ["1", "3", "6"])
      expect(late.history, equals: ["1", "3", "6"])
      expect(doubled.history, equals: ["(1, 2)", "(3, 6)", "(6, 12)"])
    }
  }

  @Test func `an error in a loop ends it (C14)`() {
    let sums = input.signal.withLatest(from: loop.prepend(0)).map { try checked($0 + $1) }.shared()
    run(sums.catch { _ in .just(-1) }) { sums in
      for value in [1, 2, -4, 5] { input.send(value) }
      expect(sums.history, equals: ["1", "3", "-1", "|"])
    }
  }

  // MARK: - Every way round

  @Test func `a loop through a signal that replays (C12)`() {
    let signal = input.signal.withLatest(from: loop.prepend(0)).map { $0 + $1 }.shared(replaying: 1)
    run(signal) { sums in
      for value in 1...3 { input.send(value) }
      expect(sums.history, equals: ["1", "3", "6"])
      expect(Recorder(signal).history, equals: ["6"])
    }
  }

  @Test func `a loop through multicast (C2)`() {
    let sums = input.signal.withLatest(from: loop.prepend(0)).map { $0 + $1 }.multicast()
    knot.tie(sums.signal)
    let recorder = Recorder(sums.signal)
    let connection = sums.connect()
    for value in 1...3 { input.send(value) }
    input.finish()
    expect(recorder.history, equals: ["1", "3", "6", "|"])
    connection.cancel()
    knot.untie()
  }

  @Test func `a loop through merge and a join (C10)`() {
    let merged = merge(input.signal, loop.map { $0 - 1 }.filter { $0 >= 0 })
    run(shared(combineLatest(merged, Signal.just(10)).map { $0 * $1 / 10 })) { values in
      input.send(3)
      input.send(1)
      expect(values.history, equals: ["3", "2", "1", "0", "1", "0"])
    }
  }

  @Test func `a loop through merge alone (C4)`() {
    run(shared(merge(input.signal, loop.map { $0 - 1 }.filter { $0 >= 0 }))) { values in
      input.send(3)
      input.send(1)
      expect(values.history, equals: ["3", "2", "1", "0", "1", "0"])
    }
  }

  @Test func `a loop through a delay (C15)`() {
    let clock = VirtualScheduler()
    let delayed = loop.delay(for: .seconds(1), on: clock).prepend(0)
    run(shared(combineLatest(input.signal, delayed).map { $0 + $1 })) { values in
      input.send(1)
      expect(values.history, equals: ["1"])
      clock.advance(by: .seconds(3))
      expect(values.history, equals: ["1", "2", "3", "4"])
      input.send(10)
      clock.advance(by: .seconds(1))
      // The 4 was on its way when the new input came: first 10 + 4, then 10 + 13.
      expect(values.history, equals: ["1", "2", "3", "4", "13", "14", "23"])
    }
    expect(clock.pending, equals: 0)
  }

  @Test func `a loop through a queue (C9)`() {
    let queue = DispatchQueue(label: "test")
    let delivered = loop.deliver(on: queue).prepend(0)
    run(shared(combineLatest(input.signal, delivered).map { $0 + $1 }.filter { $0 <= 4 })) { values in
      input.send(1)
      waitUntil { values.history.count == 4 }
      // The block that brings the 4 back may be put on the queue after the first of these waits has begun.
      for _ in 0..<2 { queue.settle() }
      expect(values.history, equals: ["1", "2", "3", "4"])
    }
  }

  @Test(arguments: [false, true])
  func `switchToLatest closes a loop, and opens it again (C10)`(_ isInTransaction: Bool) {
    let sources = SignalInput<Signal<Int>>()
    let signal = shared(combineLatest(input.signal, sources.signal.switchToLatest()).map { $0 + $1 })
    run(signal) { values in
      let send: (Signal<Int>) -> Void = { source in
        if isInTransaction {
          transaction { _ = sources.send(source) }
        } else {
          sources.send(source)
        }
      }
      send(.just(0))
      input.send(1)
      expect(values.history, equals: ["1"])
      send(signal.filter { $0 < 5 })
      input.send(2)
      expect(values.history, equals: ["1", "2", "4", "6"])
      send(.never())
      input.send(3)
      expect(values.history, equals: ["1", "2", "4", "6", "7"])
    }
  }

  // MARK: - Many rounds

  @Test(arguments: ["combineLatest", "withLatest", "merge", "replaying", "two joins"])
  func `a hundred thousand rounds need the stack of one (C5)`(_ kind: String) {
    let (next, last) = (loop.prepend(0), repetitions(100_000, quick: 20_000))
    let bounded: @Sendable (Signal<Int>) -> Signal<Int> = { $0.filter { $0 <= last } }
    let signal: Signal<Int> =
      switch kind {
      case "withLatest":
        shared(bounded(merge(input.signal, loop.map { $0 + 1 }).withLatest(from: Signal.just(0)).map { $0 + $1 }))
      case "merge": shared(bounded(merge(input.signal, loop.map { $0 + 1 })))
      case "replaying":
        bounded(combineLatest(input.signal, next).map { $0 + $1 }).prefix(untilOutputFrom: stop.signal)
          .shared(replaying: 1)
      case "two joins":
        shared(
          bounded(combineLatest(combineLatest(input.signal, next).map { $0 + $1 }, Signal.just(0)).map { $0 + $1 }))
      default: shared(bounded(combineLatest(input.signal, next).map { $0 + $1 }))
      }
    run(signal) { values in
      input.send(1)
      expect(values.values, equals: Array(1...last))
    }
  }
}
