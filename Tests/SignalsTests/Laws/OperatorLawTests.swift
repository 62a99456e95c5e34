import Signals
import SignalsTesting
import Testing

/// The laws of every operator, for any purpose. A new one is an entry in the list of its folder.
@Suite("Laws of the operators", .leavesNothing) struct OperatorLawTests {
  /// The number of values that each thread sends. All of them take a minute of processor time.
  private static let count = repetitions(2_000, quick: 100)

  @Test(arguments: OperatorUnderTest.all, OperatorLaw.allCases)
  func `every operator keeps the law`(_ subject: OperatorUnderTest, _ law: OperatorLaw) async {
    expect(await onOwnThread { law.check(subject, sending: Self.count) }, equals: nil)
  }

  /// Another thread may cancel a subscription before the operator has begun.
  @Test(arguments: OperatorUnderTest.all)
  func `a subscription that is cancelled before the operator begins is released (C8)`(_ subject: OperatorUnderTest) {
    let log = Log<String>()
    let clock = VirtualScheduler()
    let input = SignalInput<Int>()
    let operated = subject.apply(input.signal.keeping("upstream", log), Probe(scheduler: clock) {})
    let cancelled = Signal<String> { downstream, connection in
      connection.cancel()
      operated.attach(downstream, connection)
    }
    let tracked = Guarded<Tracked?>(Tracked("handler", log))
    let endpoint = cancelled.subscribe { [handler = tracked.change { $0 }] _ in handler?.touch() }
    tracked.change { $0 = nil }
    expect(!endpoint.isActive)
    expect(log.entries.last, equals: "handler released")
    expect(clock.pending, equals: 0)
  }
}
