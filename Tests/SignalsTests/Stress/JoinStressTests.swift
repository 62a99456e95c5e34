import Dispatch
import Signals
import SignalsTesting
import Testing

extension Stress {
  /// Joins and other combining operators whose inputs are sent to by several threads (C3, C4, C10, C11). Run under thread
  /// sanitizer too.
  @Suite("Stress: combining") struct JoinStressTests {
    /// The values that one handler saw, kept without a lock: that is right because no two calls overlap, and thread sanitizer
    /// says so where it isn't.
    final class Seen<Value>: @unchecked Sendable {
      var values: [Value] = []
      let overlap = OverlapDetector()
      let isOver = Gate()
    }

    /// Records a signal, and opens the gate at its end.
    private func record<Value: Sendable>(_ signal: Signal<Value>, in seen: Seen<Value>) -> Endpoint {
      signal.subscribe { event in
        seen.overlap.run {
          switch event {
          case .value(let value): seen.values.append(value)
          case .end: seen.isOver.open()
          }
        }
      }
    }

    /// The values of one thread: `thread << 32 | index`.
    private func isWhole(_ values: some Sequence<Int>, thread: Int, count: Int) -> Bool {
      values.lazy.filter { $0 >> 32 == thread }.map { $0 & 0xFFFF_FFFF }.elementsEqual(0..<count)
    }

    @Test func `other subscribers that come and go don't mix a diamond through a shared signal`() {
      let source = SignalInput<Int>()
      let shared = source.signal.map { -$0 }.shared()
      let mixed = Log<String>()
      let endpoint = combineLatest(source.signal, shared).subscribeValues { value, negative in
        if value != -negative { mixed.append("\(value) \(negative)") }
      }
      let stop = AtomicWord(0)
      let others = startThread {
        while stop.value == 0 {
          let first = shared.subscribeValues { _ in }
          let second = source.signal.subscribeValues { _ in }
          first.cancel()
          second.cancel()
        }
      }
      for value in 0..<repetitions(50_000, quick: 10_000) { expect(source.send(value), equals: .delivered) }
      stop.set(1)
      others.wait()
      expect(mixed.entries, equals: [])
      withExtendedLifetime(endpoint) {}
    }

    @Test func `combineLatest of three sources on three threads: each send emits once, and the last holds all`() {
      let count = repetitions(20_000, quick: 5_000)
      let inputs = (0..<3).map { _ in SignalInput<Int>() }
      let seen = Seen<[Int]>()
      let endpoint = record(combineLatest(inputs.map { $0.signal.prepend(-1) }), in: seen)
      onThreads(3) { thread in
        for index in 0..<count { inputs[thread].send(index) }
        inputs[thread].finish()
      }
      seen.isOver.wait()
      expect(!seen.overlap.hasSeenOverlap)
      // One when all hold a value, and then one for each send.
      expect(seen.values.count, equals: 1 + 3 * count)
      expect(seen.values.last, equals: [count - 1, count - 1, count - 1])
      for input in 0..<3 {
        expect(zip(seen.values, seen.values.dropFirst()).allSatisfy { $0[input] <= $1[input] })
      }
      withExtendedLifetime(endpoint) {}
    }

    @Test func `a diamond under concurrent sends never shows a mixed pair, and emits once for each`() {
      let count = repetitions(20_000, quick: 5_000)
      let source = SignalInput<Int>()
      let seen = Seen<(Int, Int)>()
      let deep = Seen<(Int, Int)>()
      let values = source.signal
      let opposite = values.map { -$0 }
      let endpoints = [
        record(combineLatest(values, opposite), in: seen),
        record(
          combineLatest(
            combineLatest(values, opposite).map { $0.0 - $0.1 },
            values.flatMap(.latest) { .just($0) }.shared()
          ).map { ($0.0, $0.1) }, in: deep),
      ]
      onThreads(3) { thread in
        for index in 0..<count { source.send(thread << 32 | index) }
      }
      source.finish()
      seen.isOver.wait()
      deep.isOver.wait()
      expect(!seen.overlap.hasSeenOverlap && !deep.overlap.hasSeenOverlap)
      expect(seen.values.count, equals: 3 * count)
      expect(seen.values.allSatisfy { $0 == -$1 })
      expect(deep.values.count, equals: 3 * count)
      expect(deep.values.allSatisfy { $0 == 2 * $1 })
      for thread in 0..<3 { expect(isWhole(seen.values.map(\.0), thread: thread, count: count)) }
      withExtendedLifetime(endpoints) {}
    }

    @Test func `withLatest emits each of its own values once, in order, while the other is sent to`() {
      let count = repetitions(20_000, quick: 5_000)
      let own = SignalInput<Int>()
      let other = SignalInput<Int>()
      let seen = Seen<(Int, Int)>()
      let endpoint = record(own.signal.withLatest(from: other.signal.prepend(-1)), in: seen)
      onThreads(4) { thread in
        for index in 0..<count {
          if thread < 2 { own.send(thread << 32 | index) } else if thread == 2 { other.send(index) }
          if thread == 3, index.isMultiple(of: 10) { transaction { other.send(-1) } }
        }
      }
      own.finish()
      seen.isOver.wait()
      expect(!seen.overlap.hasSeenOverlap)
      expect(seen.values.count, equals: 2 * count)
      for thread in 0..<2 { expect(isWhole(seen.values.map(\.0), thread: thread, count: count)) }
      // Those of the third thread never go back.
      let others = seen.values.map(\.1).filter { $0 >= 0 }
      expect(zip(others, others.dropFirst()).allSatisfy { $0 <= $1 })
      withExtendedLifetime(endpoint) {}
    }

    @Test func `zip of four sources on four threads pairs everything in order`() {
      let count = repetitions(10_000, quick: 3_000)
      let inputs = (0..<4).map { _ in SignalInput<Int>() }
      let seen = Seen<(Int, Int, Int, Int)>()
      let endpoint = record(zip(inputs[0].signal, inputs[1].signal, inputs[2].signal, inputs[3].signal), in: seen)
      onThreads(4) { thread in
        for index in 0..<count { inputs[thread].send(index) }
        inputs[thread].finish()
      }
      seen.isOver.wait()
      expect(!seen.overlap.hasSeenOverlap)
      expect(seen.values.count, equals: count)
      expect(seen.values.enumerated().allSatisfy { $1 == ($0, $0, $0, $0) })
      withExtendedLifetime(endpoint) {}
    }

    @Test
    func `flatMap merges the values that four threads send to its signals, and the signals that they open meanwhile`() {
      let count = repetitions(5_000, quick: 1_500)
      let outer = SignalInput<Int>()
      let inputs = (0..<4).map { _ in SignalInput<Int>() }
      let seen = Seen<Int>()
      // A negative number is a source to be merged, any other is passed on twice.
      let endpoint = record(
        outer.signal.flatMap { $0 < 0 ? inputs[-$0 - 1].signal : Signal.of($0, $0 + 1 << 16) }, in: seen)
      for index in 1...4 { outer.send(-index) }
      onThreads(4) { thread in
        for index in 0..<count {
          inputs[thread].send(thread << 32 | index)
          outer.send((4 + thread) << 32 | index)
        }
        inputs[thread].finish()
      }
      outer.finish()
      seen.isOver.wait()
      expect(!seen.overlap.hasSeenOverlap)
      expect(seen.values.count, equals: 4 * count + 8 * count)
      for thread in 0..<4 {
        expect(isWhole(seen.values, thread: thread, count: count))
        let opened = seen.values.filter { $0 >> 32 == 4 + thread }
        expect(isWhole(opened.filter { $0 & 1 << 16 == 0 }, thread: 4 + thread, count: count))
        expect(opened.filter { $0 & 1 << 16 != 0 }.count, equals: count)
      }
      withExtendedLifetime(endpoint) {}
    }

    @Test(arguments: [FlatMapStrategy.concat, .merge(limit: 2)])
    func `flatMap loses no waiting value, while its signals end on other threads`(_ strategy: FlatMapStrategy) {
      let count = 2_000
      let outer = SignalInput<Int>()
      let gates = (0..<count).map { _ in SignalInput<Int>() }
      let seen = Seen<Int>()
      let endpoint = record(outer.signal.flatMap(strategy) { gates[$0].signal.prepend($0) }, in: seen)
      onThreads(3) { thread in
        if thread == 0 {
          for index in 0..<count { outer.send(index) }
          outer.finish()
        } else {
          for index in stride(from: thread - 1, to: count, by: 2) { gates[index].finish() }
        }
      }
      seen.isOver.wait()
      expect(!seen.overlap.hasSeenOverlap)
      expect(seen.values, equals: Array(0..<count))
      withExtendedLifetime(endpoint) {}
    }

    @Test func `switching under fire passes on one signal at a time, and the last to its end`() {
      for _ in 0..<200 {
        let outer = SignalInput<Int>()
        let inputs = (0..<3).map { _ in SignalInput<Int>() }
        let seen = Seen<Int>()
        // The last of all the signals ends it all.
        let endpoint = record(
          outer.signal.flatMap(.latest) { index in
            index == 3 ? .just(-1) : inputs[index].signal.map { $0 * 3 + index }
          }, in: seen)
        onThreads(4) { thread in
          if thread < 3 {
            for value in 0..<50 { inputs[thread].send(value) }
          } else {
            for round in 0..<20 { outer.send(round % 3) }
            outer.send(3)
            outer.finish()
          }
        }
        seen.isOver.wait()
        expect(!seen.overlap.hasSeenOverlap)
        expect(seen.values.last, equals: -1)
        for index in 0..<3 {
          let ofOne = seen.values.dropLast().filter { $0 % 3 == index }
          expect(zip(ofOne, ofOne.dropFirst()).allSatisfy { $0 < $1 })
        }
        withExtendedLifetime(endpoint) {}
      }
    }

    @Test func `transactions of two threads that touch two sources in opposite order`() {
      let count = repetitions(5_000, quick: 1_500)
      let inputs = (0..<2).map { _ in SignalInput<Int>() }
      let joined = Seen<(Int, Int)>()
      let own = Seen<(Int, Int)>()
      let directly = (0..<2).map { _ in Seen<Int>() }
      let endpoints =
        [
          record(combineLatest(inputs[0].signal, inputs[1].signal), in: joined),
          record(inputs[0].signal.withLatest(from: inputs[1].signal.prepend(-1)), in: own),
        ] + (0..<2).map { record(inputs[$0].signal, in: directly[$0]) }
      onThreads(2) { thread in
        for index in 0..<count {
          transaction {
            inputs[thread].send(thread << 32 | index)
            inputs[1 - thread].send(thread << 32 | index)
            if index.isMultiple(of: 7) { inputs[thread].send(thread << 32 | index) }
          }
        }
      }
      for input in inputs { input.finish() }
      for gate in [joined.isOver, own.isOver] + directly.map(\.isOver) { gate.wait() }
      expect(!joined.overlap.hasSeenOverlap && !own.overlap.hasSeenOverlap)
      expect(joined.values.last.map { [$0.0, $0.1] }, equals: [directly[0].values.last, directly[1].values.last])
      // Every value of the first source is emitted by withLatest, in the order of that source.
      expect(own.values.map(\.0), equals: directly[0].values)
      withExtendedLifetime(endpoints) {}
    }

    @Test func `joins of joins over sources that handlers and threads send to settle on the last values`() {
      for _ in 0..<200 {
        let inputs = (0..<3).map { _ in SignalInput<Int>() }
        let pairs = combineLatest(inputs[0].signal, inputs[1].signal).map { $0.0 + $0.1 }.shared()
        let seen = Seen<(Int, Int, Int)>()
        let endpoint = record(
          combineLatest(pairs, combineLatest(pairs, inputs[2].signal).map { $0.0 * $0.1 }, inputs[0].signal), in: seen)
        onThreads(3) { thread in
          for value in 1...20 {
            if value.isMultiple(of: 5) {
              transaction { for input in inputs.reversed() { input.send(thread * 100 + value) } }
            } else {
              inputs[thread].send(thread * 100 + value)
            }
          }
        }
        for (index, input) in inputs.enumerated() {
          input.send(index + 7)
          input.finish()
        }
        seen.isOver.wait()
        expect(!seen.overlap.hasSeenOverlap)
        expect(seen.values.last.map { [$0.0, $0.1, $0.2] }, equals: [15, 135, 7])
        withExtendedLifetime(endpoint) {}
      }
    }

    @Test func `inputs that end on several threads end it once`() {
      for round in 0..<1_000 {
        let inputs = (0..<3).map { _ in SignalInput<Int>() }
        let signals = inputs.map(\.signal)
        let ends = Log<String>()
        let isOver = (0..<4).map { _ in Gate() }
        let operators = [
          combineLatest(signals).map { $0.count }, zip(signals).map { $0.count }, merge(signals),
          signals[0].withLatest(from: signals[1], signals[2]).map { $0.0 },
        ]
        let endpoints = operators.enumerated().map { index, signal in
          signal.subscribe { event in
            guard case .end = event else { return }
            ends.append("\(index)")
            isOver[index].open()
          }
        }
        onThreads(3) { thread in
          inputs[thread].send(thread)
          if thread == 0, round.isMultiple(of: 3) { inputs[thread].fail(Failure()) } else { inputs[thread].finish() }
        }
        for gate in isOver { gate.wait() }
        expect(ends.entries.sorted(), equals: ["0", "1", "2", "3"])
        endpoints.forEach { $0.cancel() }
      }
    }

    @Test func `joins that come and go under fire show no mixed pair, and release everything`() {
      let source = SignalInput<Int>()
      let other = SignalInput<Int>()
      let values = source.signal
      let opposite = values.map { -$0 }
      let stop = AtomicWord(0)
      let mixed = AtomicWord(0)
      let released = AtomicWord(0)
      let transactionsBegun = AtomicWord(0)
      let transactionsOver = AtomicWord(0)
      // So that the senders don't overtake the delivery on queues, and each value is received before a switch.
      let arrived = (0..<2).map { _ in Guarded(0) }
      let counting = [values, other.signal].enumerated().map { index, signal in
        signal.subscribeValues { _ in arrived[index].change { $0 += 1 } }
      }
      let senders = (0..<2).map { thread in
        startThread {
          var value = 0
          var switches = 0
          while stop.value == 0 {
            value += 1
            while stop.value == 0, 2 * value > arrived[0].change({ $0 }) + 1_000 {}
            if thread == 0 || !value.isMultiple(of: 16) || switches > arrived[1].change({ $0 }) {
              source.send(value)
            } else {
              switches += 1
              transactionsBegun.add(1)
              transaction {
                other.send(value)
                source.send(-value)
                // Some values of the other thread overlap with the transaction.
                let enough = arrived[0].change { $0 } + 4
                for _ in 0..<20 where arrived[0].change({ $0 }) < enough { yieldProcessor() }
              }
              transactionsOver.add(1)
            }
          }
        }
      }
      let perThread = 300
      onThreads(4) { thread in
        for _ in 0..<perThread {
          let tracked = Tracked { released.add(1) }
          let enough = Gate()
          let left = values.filter { [tracked] _ in
            tracked.touch()
            return true
          }
          let joined =
            switch thread {
            case 0: combineLatest(left, opposite)
            case 1: left.withLatest(from: opposite)
            case 2: combineLatest(combineLatest(left, opposite), opposite).map { ($0.0.0, $0.1) }
            default: other.signal.flatMap(.latest) { _ in combineLatest(left, opposite) }
            }
          let received = AtomicWord(0)
          let overBefore = transactionsOver.value
          let endpoint = joined.subscribeValues { left, right in
            // A value that overlaps with a transaction may come in another mixture, but not from a simple combineLatest
            // (C10, C11): withLatest keeps it until the transaction has settled, and a join of joins shows it in steps.
            let mayBeMixed = (thread == 1 || thread == 2) && transactionsBegun.value > overBefore
            if left != -right, !mayBeMixed { mixed.add(1) }
            if received.next(1) == 20 { enough.open() }
          }
          enough.wait()
          endpoint.cancel()
        }
      }
      stop.set(1)
      senders.forEach { $0.wait() }
      expect(mixed.value, equals: 0)
      // The last removals may wait for the end of a drain.
      waitUntil { released.value >= 4 * perThread }
      expect(released.value, equals: UInt(4 * perThread))
      counting.forEach { $0.cancel() }
    }

    @Test func `a shared join whose subscribers come and go on several threads settles on the last values`() {
      for _ in 0..<200 {
        let inputs = (0..<2).map { _ in SignalInput<Int>() }
        let shared = combineLatest(inputs[0].signal, inputs[1].signal).map { $0.0 + $0.1 }.shared()
        let seen = Seen<(Int, Int)>()
        let endpoint = record(combineLatest(shared, inputs[0].signal), in: seen)
        onThreads(4) { thread in
          for value in 1...30 {
            if thread < 2 {
              inputs[thread].send(value)
            } else {
              combineLatest(shared, inputs[1].signal).subscribeValues { _ in }.cancel()
            }
          }
        }
        for (index, input) in inputs.enumerated() {
          input.send(index + 7)
          input.finish()
        }
        seen.isOver.wait()
        expect(!seen.overlap.hasSeenOverlap)
        expect(seen.values.last.map { [$0.0, $0.1] }, equals: [15, 7])
        withExtendedLifetime(endpoint) {}
      }
    }
  }
}
