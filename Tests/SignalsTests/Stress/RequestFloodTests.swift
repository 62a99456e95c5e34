import Signals
import SignalsTesting
import Testing

extension Stress {
  /// Subscribing and cancelling on other threads doesn't keep a sending thread from going on (C5).
  @Suite("Stress: a flood of subscriptions") struct RequestFloodTests {
    enum Source: CaseIterable {
      case input, shared, replaying, merge

      func signal(_ input: SignalInput<Int>) -> Signal<Int> {
        switch self {
        case .input: input.signal
        case .shared: input.signal.shared()
        case .replaying: input.signal.shared(replaying: 1)
        case .merge: Signals.merge(input.signal, .never()).shared()
        }
      }
    }

    /// The other threads give up after so many subscriptions, so that a sender that they keep for ever is told from one
    /// that goes on.
    static let limit = 2_000_000

    @Test(arguments: Source.allCases, [2, 8])
    func `a sender goes on while other threads subscribe and cancel (C4, C5)`(_ source: Source, _ threads: Int) {
      let input = SignalInput<Int>()
      let signal = source.signal(input)
      let recorder = Recorder(signal)
      let hasSent = AtomicWord(0)
      let hasGivenUp = AtomicWord(0)
      let flood = (0..<threads).map { _ in
        startThread {
          var count = 0
          while hasSent.value == 0, count < Self.limit {
            signal.subscribeValues { _ in }.cancel()
            count += 1
          }
          if count == Self.limit { hasGivenUp.set(1) }
        }
      }
      let sender = startThread {
        for value in 0..<2_000 { input.send(value) }
        hasSent.set(1)
      }
      sender.wait()
      flood.forEach { $0.wait() }
      // A value sent while another thread was at the source may be on its way.
      waitUntil { recorder.values.count == 2_000 }
      expect(hasGivenUp.value, equals: 0)
      expect(recorder.values, equals: Array(0..<2_000))
    }

    @Test(arguments: [2, 8])
    func `a handler's sends go on while other threads subscribe and cancel (C4, C5)`(_ threads: Int) {
      let input = SignalInput<Int>()
      let log = Log<Int>()
      let hasSent = AtomicWord(0)
      let hasGivenUp = AtomicWord(0)
      let endpoint = input.signal.subscribeValues { value in
        log.append(value)
        if value > 0 { input.send(value - 1) }
      }
      let flood = (0..<threads).map { _ in
        startThread {
          var count = 0
          while hasSent.value == 0, count < Self.limit {
            input.signal.subscribeValues { _ in }.cancel()
            count += 1
          }
          if count == Self.limit { hasGivenUp.set(1) }
        }
      }
      let sender = startThread {
        input.send(2_000)
        hasSent.set(1)
      }
      sender.wait()
      flood.forEach { $0.wait() }
      waitUntil { log.entries.count == 2_001 }
      expect(hasGivenUp.value, equals: 0)
      expect(log.entries, equals: (0...2_000).reversed())
      withExtendedLifetime(endpoint) {}
    }
  }
}
