import SignalsTesting
import Testing

@testable import Signals

/// The parts of bridges from publishers of other libraries.
@Suite("Foreign subscriptions", .leavesNothing) struct ForeignSubscriptionTests {
  private let log = Log<String>()
  private let subscription = ForeignSubscription()

  private func bring(_ name: String) -> Bool { subscription.accept { [log] in log.append("\(name) cancelled") } }

  @Test func `the first subscription is accepted, and cancelled once`() {
    expect(bring("first"))
    expect(log.entries, equals: [])
    subscription.cancel()
    subscription.cancel()
    expect(log.entries, equals: ["first cancelled"])
  }

  @Test func `a second subscription is cancelled, and the first one stays`() {
    expect(bring("first"))
    expect(!bring("second"))
    expect(log.entries, equals: ["second cancelled"])
    subscription.cancel()
    expect(log.entries, equals: ["second cancelled", "first cancelled"])
  }

  @Test func `a subscription that arrives after the cancellation is cancelled`() {
    subscription.cancel()
    expect(!bring("late"))
    expect(log.entries, equals: ["late cancelled"])
  }

  @Test func `a completed subscription is released, not cancelled`() {
    let tracked = Guarded<Tracked?>(Tracked("subscription", log))
    let isAccepted = subscription.accept { [log, kept = tracked.change { $0 }] in
      kept?.touch()
      log.append("cancelled")
    }
    expect(isAccepted)
    tracked.change { $0 = nil }
    expect(log.entries, equals: [])
    subscription.complete()
    subscription.cancel()
    expect(log.entries, equals: ["subscription released"])
    expect(!bring("late"))
    expect(log.entries, equals: ["subscription released", "late cancelled"])
  }

  @Test func `a cancel action may call back, since it is called under no lock (C7)`() {
    let isAccepted = subscription.accept { [subscription, log] in
      subscription.cancel()
      log.append("cancelled")
    }
    expect(isAccepted)
    subscription.cancel()
    expect(log.entries, equals: ["cancelled"])
  }

  @Test func `of subscriptions that several threads bring, one is accepted, and all others are cancelled`() {
    let accepted = AtomicWord(0)
    let cancelled = AtomicWord(0)
    onThreads(4) { [subscription] _ in
      if subscription.accept({ cancelled.add(1) }) { accepted.add(1) }
    }
    expect([accepted.value, cancelled.value], equals: [1, 3])
    subscription.cancel()
    expect(cancelled.value, equals: 4)
  }
}
