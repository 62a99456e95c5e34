import Dispatch
import Signals
import SignalsTesting
import Testing

extension Stress {
  /// Observers come and go while others send (C4, C6, C8, C12). Run under thread sanitizer too.
  @Suite("Stress: coming and going") struct SubscriptionStressTests {
    typealias Unguarded = SenderStressTests.Unguarded

    /// Keeps a source under fire until `body` has returned.
    private func underFire(_ input: SignalInput<Int>, threads: Int = 2, _ body: () -> Void) {
      let stop = AtomicWord(0)
      let next = AtomicWord(0)
      let senders = (0..<threads).map { thread in
        startThread {
          while stop.value == 0 {
            if threads == 1 {
              input.send(Int(next.value))
              next.add(1)
            } else {
              input.send(thread)
            }
          }
        }
      }
      body()
      stop.set(1)
      senders.forEach { $0.wait() }
    }

    @Test func `each observer of a source under fire sees a gapless run`() {
      let input = SignalInput<Int>()
      underFire(input, threads: 1) {
        onThreads(3) { _ in
          for _ in 0..<repetitions(1_000, quick: 300) {
            let seen = Unguarded()
            let enough = Gate()
            let endpoint = input.signal.subscribeValues { value in
              // After the twentieth this only reads, so that the test may read too.
              if seen.values.count == 20 { return }
              seen.values.append(value)
              if seen.values.count == 20 { enough.open() }
            }
            enough.wait()
            endpoint.cancel()
            expect(seen.values, equals: Array(seen.values[0]..<seen.values[0] + 20))
          }
        }
      }
    }

    @Test func `at most the one call under way runs after cancel has returned, and none after cancelAndWait`() async {
      let input = SignalInput<Int>()
      let stop = AtomicWord(0)
      let senders = (0..<2).map { thread in
        startThread { while stop.value == 0 { input.send(thread) } }
      }
      for round in 0..<repetitions(2_000, quick: 500) {
        let isCancelled = AtomicWord(0)
        let begunLater = AtomicWord(0)
        let calls = AtomicWord(0)
        let endpoint = input.signal.subscribeValues { _ in
          if isCancelled.value != 0 { begunLater.add(1) }
          calls.add(1)
        }
        while calls.value == 0 { await letOthersGoOn() }
        if round.isMultiple(of: 2) {
          endpoint.cancel()
          isCancelled.set(1)
          waitUntil { calls.value >= 1 }
          expect(begunLater.value <= 1)
        } else {
          await endpoint.cancelAndWait()
          isCancelled.set(1)
          let before = calls.value
          await Task.yield()
          expect(calls.value, equals: before)
          expect(begunLater.value, equals: 0)
        }
      }
      stop.set(1)
      senders.forEach { $0.wait() }
    }

    @Test func `everything captured is released, after any number of cancels from any thread`() {
      let released = AtomicWord(0)
      let number = repetitions(2_000, quick: 500)
      let input = SignalInput<Int>()
      underFire(input) {
        for _ in 0..<number {
          let captured = Tracked { released.add(1) }
          let endpoint = input.signal.map { [captured] value in
            captured.touch()
            return value
          }.subscribeValues { _ in }
          onThreads(2) { _ in endpoint.cancel() }
        }
      }
      // The last removals may wait for the end of a handler.
      waitUntil { released.value >= number }
      expect(Int(released.value), equals: number)
    }

    @Test func `a shared signal under fire begins and ends as its subscribers do, and loses none of them`() {
      let input = SignalInput<Int>()
      let subscriptions = AtomicWord(0)
      let released = AtomicWord(0)
      let shared = Signal<Int> { downstream, line in
        subscriptions.add(1)
        let tracked = Tracked { released.add(1) }
        input.signal.filter { [tracked] _ in
          tracked.touch()
          return true
        }.attach(downstream, line)
      }.shared()
      underFire(input) {
        onThreads(3) { _ in
          for _ in 0..<repetitions(500, quick: 150) {
            let enough = Gate()
            let endpoint = shared.subscribeValues { _ in enough.open() }
            enough.wait()
            endpoint.cancel()
          }
        }
      }
      waitUntil { released.value >= subscriptions.value }
      expect(subscriptions.value > 0)
      expect(released.value, equals: subscriptions.value)
    }

    @Test func `subscriptions through a queue come and go under fire`() async {
      let queue = DispatchQueue(label: "test", attributes: .concurrent)
      let input = SignalInput<Int>()
      let stop = AtomicWord(0)
      let senders = (0..<2).map { thread in startThread { while stop.value == 0 { input.send(thread) } } }
      for _ in 0..<repetitions(500, quick: 150) {
        let seen = Unguarded()
        let calls = AtomicWord(0)
        let endpoint = input.signal.deliver(on: queue, buffering: .newest(3)).subscribeValues { value in
          seen.values.append(value)
          calls.add(1)
        }
        while calls.value < 3 { await letOthersGoOn() }
        await endpoint.cancelAndWait()
        // Nothing runs any more, so that this may be read without a lock.
        expect(seen.values.count, equals: Int(calls.value))
      }
      stop.set(1)
      senders.forEach { $0.wait() }
    }

    @Test
    func
      `an input whose last reference is released during sends finishes each subscription once, after the sent values`()
    {
      for _ in 0..<repetitions(1_000, quick: 300) {
        let seen = Unguarded()
        let ended = Gate()
        let holder = Guarded<SignalInput<Int>?>(SignalInput())
        let endpoint = holder.change { $0 }?.signal.subscribe { event in
          switch event {
          case .value(let value): seen.values.append(value)
          case .end:
            seen.values.append(-1)
            ended.open()
          }
        }
        onThreads(3) { thread in
          var input = holder.change { $0 }
          for value in 0..<10 { input?.send(thread * 100 + value) }
          input = nil
          _ = holder.change { held -> SignalInput<Int>? in
            defer { held = nil }
            return held
          }
        }
        ended.wait()
        // A thread that came too late found no input any more; the values of the others are all there, and then the end.
        expect(seen.values.filter { $0 == -1 }.count, equals: 1)
        expect(seen.values.last, equals: -1)
        for thread in 0..<3 {
          let ofThread = seen.values.filter { $0 >= 0 && $0 / 100 == thread }
          expect(ofThread.isEmpty || ofThread == (0..<10).map { thread * 100 + $0 })
        }
        withExtendedLifetime(endpoint) {}
      }
    }
  }
}
