import Dispatch
import Signals
import SignalsTesting
import Testing

extension Stress {
  /// Subscribing to a source with a current value, while others send (C12). Run under thread sanitizer too.
  @Suite("Stress: sharing") struct SharingStressTests {
    typealias Unguarded = SenderStressTests.Unguarded
    typealias Way = CurrentValueTests.Way

    /// Counts up without a gap, on two threads.
    private final class Counter: Sendable {
      let input = SignalInput<Int>()
      private let next = Guarded(0)
      private let stop = AtomicWord(0)

      /// The scan numbers the values in the order of their delivery, for any sender.
      var signal: Signal<Int> { input.signal.scan(0) { count, _ in count + 1 } }

      func run(_ threads: Int = 2, _ body: () -> Void) {
        let senders = (0..<threads).map { thread in
          startThread { while self.stop.value == 0 { self.input.send(thread) } }
        }
        body()
        stop.set(1)
        senders.forEach { $0.wait() }
      }
    }

    /// The first values that a new subscriber of `signal` sees.
    private func firstValues(_ count: Int, of signal: Signal<Int>) -> [Int] {
      let seen = Unguarded()
      let enough = Gate()
      let endpoint = signal.subscribeWhile { value in
        seen.values.append(value)
        if seen.values.count < count { return true }
        enough.open()
        return false
      }
      enough.wait()
      withExtendedLifetime(endpoint) {}
      return seen.values
    }

    @Test(arguments: Way.all)
    func `every subscriber sees a gapless run that begins with the current value`(_ way: Way) {
      let counter = Counter()
      let signal = way.share(counter.signal)
      let overlap = OverlapDetector()
      let latest = AtomicWord(0)
      // Keeps the sharing alive, and counts the delivered values.
      let watcher = signal.subscribeValues { value in overlap.run { latest.store(UInt(value)) } }
      counter.run {
        waitUntil { latest.value != 0 }
        onThreads(2) { _ in
          for _ in 0..<500 {
            let before = Int(latest.value)
            let values = firstValues(20, of: signal)
            expect(values, equals: Array(values[0]..<values[0] + 20))
            // The current value is no older than the values delivered before the subscribing call.
            expect(values[0] >= before)
          }
        }
      }
      expect(!overlap.hasSeenOverlap)
      withExtendedLifetime(watcher) {}
    }

    @Test func `sharing with replay begins and ends as its subscribers do, and mixes up no two runs`() {
      let counter = Counter()
      let runs = AtomicWord(0)
      let shared = Signal<Int> { downstream, line in
        runs.add(1)
        counter.signal.attach(downstream, line)
      }.shared(replaying: 3)
      counter.run {
        onThreads(3) { _ in
          for _ in 0..<300 {
            let values = firstValues(5, of: shared)
            expect(values, equals: Array(values[0]..<values[0] + 5))
          }
        }
      }
      expect(runs.value > 0)
    }

    @Test func `every playback begins at the beginning and has no gap`() {
      let counter = Counter()
      let playback = counter.signal.prefix(300).playback()
      counter.run {
        onThreads(2) { _ in
          for _ in 0..<100 {
            let values = firstValues(300, of: playback)
            expect(values, equals: Array(1...300))
          }
        }
      }
    }

    @Test func `the values that a cache gives to one subscriber after the other are complete and in order`() {
      let input = SignalInput<Int>()
      let cached = input.signal.cacheUntilActive()
      let count = 21_000
      let sender = startThread { for value in 0..<count { input.send(value) } }
      for first in stride(from: 0, to: count, by: 7) {
        expect(firstValues(7, of: cached), equals: Array(first..<first + 7))
      }
      sender.wait()
    }

    @Test func `a continuous signal whose last references are released during sends releases its upstream`() {
      let counter = Counter()
      let released = AtomicWord(0)
      let count = repetitions(1_000, quick: 300)
      counter.run {
        for _ in 0..<count {
          let tracked = Tracked { released.add(1) }
          let holder = Guarded<Signal<Int>?>(
            counter.signal.map { [tracked] value in
              tracked.touch()
              return value
            }.continuous())
          onThreads(2) { thread in
            let signal = holder.change { $0 }
            let endpoint = signal?.subscribeValues { _ in }
            _ = holder.change { held -> Signal<Int>? in
              defer { held = nil }
              return held
            }
            endpoint?.cancel()
          }
        }
      }
      waitUntil { released.value >= UInt(count) }
      expect(released.value, equals: UInt(count))
    }

    @Test func `connections come and go under fire, and every subscriber stays in order`() {
      let counter = Counter()
      let multicast = counter.input.signal.map { _ in 1 }.scan(0) { $0 + $1 }.multicast()
      let overlap = OverlapDetector()
      let seen = Unguarded()
      let watcher = multicast.signal.subscribeValues { value in overlap.run { seen.values.append(value) } }
      counter.run {
        for _ in 0..<1_000 {
          let connection = multicast.connect()
          let values = firstValues(3, of: multicast.signal)
          expect(values, equals: Array(values[0]..<values[0] + 3))
          connection.cancel()
        }
      }
      watcher.cancel()
      expect(!overlap.hasSeenOverlap)
    }

    @Test func `an end and a cancelled connection leave no subscriber behind`() {
      for _ in 0..<repetitions(20_000, quick: 2_000) {
        let (input, next) = (SignalInput<Int>(), SignalInput<Int>())
        let isFirst = Guarded(true)
        let multicast = Signal.deferred { isFirst.change { swapped(&$0, with: false) } ? input.signal : next.signal }
          .multicast()
        let recorder = Recorder(multicast.signal)
        let connection = multicast.connect()
        onThreads(2) { thread in if thread == 0 { input.finish() } else { connection.cancel() } }
        let another = multicast.connect()
        next.send(1)
        // A thread that leaves the source may be delivering the end.
        waitUntil { !recorder.history.isEmpty }
        expect(recorder.history == ["|"] || recorder.history == ["1"], "\(recorder.history)")
        another.cancel()
      }
    }

    @Test(arguments: [0, 1])
    func `threads that are the first to subscribe receive what they send then (C12)`(_ count: Int) {
      for _ in 0..<repetitions(10_000, quick: 1_000) {
        let input = SignalInput<Int>()
        let shared = input.signal.shared(replaying: count)
        let received = [Guarded<[Int]>([]), Guarded<[Int]>([])]
        let endpoints = Guarded<[Endpoint]>([])
        onThreads(2) { thread in
          let endpoint = shared.subscribeValues { value in received[thread].change { $0.append(value) } }
          input.send(thread)
          endpoints.change { $0.append(endpoint) }
        }
        func haveAll() -> Bool { (0..<2).allSatisfy { thread in received[thread].change { $0.contains(thread) } } }
        waitUntil(haveAll)
        expect(haveAll(), "\(received.map { $0.change { $0 } })")
        for endpoint in endpoints.change({ $0 }) { endpoint.cancel() }
      }
    }

    @Test func `a thread that subscribes while the last observer throws receives what it sends (C12)`() {
      let queue = DispatchQueue(label: "sharing")
      for _ in 0..<repetitions(1_000, quick: 100) {
        let input = SignalInput<Int>()
        let shared = input.signal.deliver(on: queue).shared()
        let (begun, goOn) = (Gate(), Gate())
        let first = Recorder(
          shared.map { value -> Int in
            begun.open()
            goOn.wait()
            throw CancellationError()
          })
        input.send(1)
        begun.wait()
        let other = startThread { goOn.open() }
        let second = Recorder(shared)
        input.send(2)
        waitUntil { second.history == ["2"] }
        other.wait()
        input.send(3)
        waitUntil { second.history.count >= 2 }
        queue.sync {}
        expect(second.history, equals: ["2", "3"])
        second.cancel()
        first.cancel()
      }
    }

    @Test func `a thread that leaves a shared signal and comes back during a handler receives what it sends (C12)`() {
      let queue = DispatchQueue(label: "sharing")
      for _ in 0..<repetitions(1_000, quick: 100) {
        let input = SignalInput<Int>()
        let shared = input.signal.deliver(on: queue).shared()
        let (begun, goOn) = (Gate(), Gate())
        let first = shared.subscribeValues { _ in
          begun.open()
          goOn.wait()
        }
        input.send(1)
        begun.wait()
        first.cancel()
        let other = startThread { goOn.open() }
        let recorder = Recorder(shared)
        input.send(2)
        waitUntil { recorder.history == ["2"] }
        expect(recorder.history, equals: ["2"])
        other.wait()
        recorder.cancel()
      }
    }
  }
}
