import Dispatch
import Signals
import SignalsTesting
import Testing

extension Stress {
  /// Many threads send at once (C3, C4, C5). Run under thread sanitizer too.
  @Suite("Stress: many senders") struct SenderStressTests {
    /// The values that one observer saw, kept without a lock: the serialiser makes that right, and thread sanitizer confirms it
    /// where it isn't.
    final class Unguarded: @unchecked Sendable {
      var values: [Int] = []
    }

    @Test func `four threads send a million values: no overlap, no loss, each thread's order, one order for all`() {
      let perThread = repetitions(250_000, quick: 50_000)
      let input = SignalInput<Int>()
      let overlap = OverlapDetector()
      let seen = (0..<3).map { _ in Unguarded() }
      let done = Gate()
      var endpoints = seen.map { seen in
        input.signal.subscribeValues { value in overlap.run { seen.values.append(value) } }
      }
      endpoints.append(input.signal.subscribe { event in if case .end = event { done.open() } })
      onThreads(4) { thread in
        for index in 0..<perThread { input.send(thread << 32 | index) }
      }
      input.finish()
      done.wait()
      expect(!overlap.hasSeenOverlap)
      for thread in 0..<4 {
        let ofThread = seen[0].values.lazy.filter { $0 >> 32 == thread }.map { $0 & 0xFFFF_FFFF }
        expect(ofThread.elementsEqual(0..<perThread))
      }
      expect(seen[1].values, equals: seen[0].values)
      expect(seen[2].values, equals: seen[0].values)
      withExtendedLifetime(endpoints) {}
    }

    @Test func `two sources whose handlers send to each other, on two threads, a hundred thousand times`() {
      let left = SignalInput<Int>()
      let right = SignalInput<Int>()
      let received = (0..<2).map { _ in Unguarded() }
      let done = (0..<2).map { _ in Gate() }
      let count = repetitions(100_000, quick: 30_000)
      // Positive values are sent by the threads; their negatives are what the handlers send across.
      let endpoints = [
        left.signal.subscribeValues { value in
          if value > 0 { right.send(-value) } else { received[0].values.append(value) }
          if value == -count { done[0].open() }
        },
        right.signal.subscribeValues { value in
          if value > 0 { left.send(-value) } else { received[1].values.append(value) }
          if value == -count { done[1].open() }
        },
      ]
      onThreads(2) { thread in
        let input = thread == 0 ? left : right
        for value in 1...count { input.send(value) }
      }
      done.forEach { $0.wait() }
      expect(received[0].values, equals: (1...count).map { -$0 })
      expect(received[1].values, equals: (1...count).map { -$0 })
      withExtendedLifetime(endpoints) {}
    }

    @Test func `a thread that sends one event into a flood returns promptly, and runs no handler for the others`() {
      let input = SignalInput<Int>()
      let visitor = AtomicWord(0)
      let strangers = Log<Int>()
      let stop = AtomicWord(0)
      let mine = Gate()
      let handled = AtomicWord(0)
      let endpoint = input.signal.subscribeValues { value in
        if value < 0 {
          mine.open()
        } else if currentThread() == visitor.value {
          strangers.append(value)
        }
        handled.add(1)
      }
      // Each has so many values to send that a thread that had to deliver them all would be here long after the flood.
      let floods = (0..<3).map { _ in
        startThread {
          var value = 0
          while stop.value == 0, value < 2_000_000 {
            input.send(value)
            value += 1
          }
        }
      }
      let results = Log<SendResult>()
      for visit in 1...20 {
        let goal = UInt(visit) * 1_000
        let sender = startThread {
          waitUntil { handled.value >= goal }
          visitor.set(currentThread())
          results.append(input.send(-1))
          visitor.clear(.max)
        }
        sender.wait()
      }
      stop.set(1)
      floods.forEach { $0.wait() }
      mine.wait()
      expect(strangers.entries, equals: [])
      expect(results.entries.count, equals: 20)
      withExtendedLifetime(endpoint) {}
    }

    @Test func `a merge of four sources on four threads keeps each one's order and loses nothing`() {
      let count = repetitions(50_000, quick: 10_000)
      let inputs = (0..<4).map { _ in SignalInput<Int>() }
      let seen = Unguarded()
      let overlap = OverlapDetector()
      let done = Gate()
      let endpoint = merge(inputs.map(\.signal)).scan(0) { _, value in value }.subscribe { event in
        overlap.run {
          switch event {
          case .value(let value): seen.values.append(value)
          case .end: done.open()
          }
        }
      }
      onThreads(4) { thread in
        for index in 0..<count { inputs[thread].send(thread << 32 | index) }
        inputs[thread].finish()
      }
      done.wait()
      expect(!overlap.hasSeenOverlap)
      for thread in 0..<4 {
        let ofThread = seen.values.lazy.filter { $0 >> 32 == thread }.map { $0 & 0xFFFF_FFFF }
        expect(ofThread.elementsEqual(0..<count))
      }
      withExtendedLifetime(endpoint) {}
    }

    @Test(arguments: [false, true])
    func `four threads send through a queue: in order, one at a time, nothing lost`(_ isConcurrent: Bool) {
      let count = repetitions(50_000, quick: 10_000)
      let queue = DispatchQueue(label: "test", attributes: isConcurrent ? .concurrent : [])
      let input = SignalInput<Int>()
      let seen = Unguarded()
      let done = Gate()
      let endpoint = input.signal.deliver(on: queue).subscribe { event in
        switch event {
        case .value(let value): seen.values.append(value)
        case .end: done.open()
        }
      }
      onThreads(4) { thread in
        for index in 0..<count { input.send(thread << 32 | index) }
      }
      input.finish()
      done.wait()
      for thread in 0..<4 {
        let ofThread = seen.values.lazy.filter { $0 >> 32 == thread }.map { $0 & 0xFFFF_FFFF }
        expect(ofThread.elementsEqual(0..<count))
      }
      withExtendedLifetime(endpoint) {}
    }

    @Test func `a finish among many senders: accepted values are delivered, later ones are refused`() {
      for _ in 0..<repetitions(500, quick: 200) {
        let input = SignalInput<Int>()
        let seen = Unguarded()
        let done = Gate()
        let accepted = (0..<3).map { _ in Unguarded() }
        let endpoint = input.signal.subscribe { event in
          switch event {
          case .value(let value): seen.values.append(value)
          case .end: done.open()
          }
        }
        onThreads(3) { thread in
          for index in 0..<200 {
            if thread == 0, index == 100 { input.finish() }
            if input.send(thread << 32 | index) != .ended { accepted[thread].values.append(thread << 32 | index) }
          }
        }
        done.wait()
        for thread in 0..<3 {
          expect(seen.values.filter { $0 >> 32 == thread }, equals: accepted[thread].values)
        }
        expect(accepted[0].values.count, equals: 100)
        withExtendedLifetime(endpoint) {}
      }
    }
  }
}
