import Dispatch
import Signals
import SignalsTesting
import Testing

extension Stress {
  /// Values and timers that meet on many threads.
  @Suite("Stress: values and timers") struct TimedStressTests {
    private let soon = Duration.microseconds(50)

    /// Sends from four threads through `operation`, and returns the received values.
    private func sent<Output: Sendable>(
      through operation: (Signal<Int>) -> Signal<Output>
    ) -> [Output] {
      let input = SignalInput<Int>()
      let overlap = OverlapDetector()
      let log = Log<Output>()
      let done = Gate()
      let endpoint = operation(input.signal).subscribe { event in
        overlap.run {
          switch event {
          case .value(let value): log.append(value)
          case .end: done.open()
          }
        }
      }
      onThreads(4) { thread in
        for index in 0..<2_000 { input.send(thread * 10_000 + index) }
      }
      input.finish()
      done.wait()
      expect(!overlap.hasSeenOverlap)
      withExtendedLifetime(endpoint) {}
      return log.entries
    }

    private func expectInOrder(_ values: [Int], all: Bool) {
      for thread in 0..<4 {
        let own = values.filter { $0 / 10_000 == thread }
        expect(own, equals: own.sorted())
        expect(Set(own).count, equals: own.count)
        if all { expect(own.count, equals: 2_000) }
      }
    }

    @Test func `delay loses nothing`() {
      expectInOrder(sent { $0.delay(for: soon) }, all: true)
    }

    @Test func `collecting loses nothing`() {
      expectInOrder(Array(sent { $0.collect(every: soon) }.joined()), all: true)
      expectInOrder(Array(sent { $0.collect(7, orEvery: soon) }.joined()), all: true)
    }

    @Test func `timeout loses nothing while it is not due, and ends once where it is`() {
      expectInOrder(sent { $0.timeout(.seconds(1_000)) }, all: true)
      expectInOrder(sent { $0.timeout(soon) }, all: false)
    }

    @Test func `debounce and throttle keep the order, and the last value`() {
      for values in [sent { $0.debounce(for: soon) }, sent { $0.throttle(for: soon) }] {
        expectInOrder(values, all: false)
        expect(values.last.map { $0 % 10_000 }, equals: 1_999)
      }
    }

    @Test func `attempts, and cancels from elsewhere`() {
      let policy = RetryPolicy(delay: .microseconds(10), jitter: 1)
      for _ in 0..<50 {
        let attempts = Guarded(0)
        let third = Gate()
        let failing = Signal<Int> { downstream, _ in
          let made = attempts.change { made in
            made += 1
            return made
          }
          if made == 3 { third.open() }
          downstream.end(.failed(Failure()))
        }
        let endpoint = failing.retry(policy).subscribe { event in Issue.record("\(event) came") }
        // The fourth is being made, or waited for.
        third.wait()
        endpoint.cancel()
        expect(!endpoint.isActive)
      }
    }

    @Test func `timers, and cancels from elsewhere`() {
      for _ in 0..<50 {
        let overlap = OverlapDetector()
        let endpoint = Signal.timer(every: .microseconds(10)).merge(with: .timer(every: .microseconds(7)))
          .subscribeValues { _ in overlap.run {} }
        onAnotherThread { endpoint.cancel() }
        expect(!endpoint.isActive)
        expect(!overlap.hasSeenOverlap)
      }
    }
  }
}
