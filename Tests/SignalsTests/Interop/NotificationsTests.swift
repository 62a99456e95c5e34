import Foundation
import Signals
import SignalsTesting
import Testing

@Suite("Notifications", .leavesNothing) struct NotificationsTests {
  private static let name = Notification.Name("Signals.test")

  @Test func `a value read from each notification comes within the posting call`() {
    let center = NotificationCenter()
    let recorder = Recorder(center.signal(for: Self.name) { $0.userInfo?["count"] as? Int })
    center.post(name: Self.name, object: nil, userInfo: ["count": 1])
    center.post(name: Self.name, object: nil, userInfo: ["other": 2])
    center.post(name: Notification.Name("Signals.other"), object: nil, userInfo: ["count": 3])
    center.post(name: Self.name, object: nil, userInfo: ["count": 4])
    expect(recorder.history, equals: ["1", "4"])
    recorder.cancel()
    center.post(name: Self.name, object: nil, userInfo: ["count": 5])
    expect(recorder.history, equals: ["1", "4"])
  }

  @Test func `only those of one object, if one is given`() {
    final class Sender: Sendable {}
    let center = NotificationCenter()
    let mine = Sender()
    let recorder = Recorder(center.signal(for: Self.name, object: mine).map { "posted" })
    center.post(name: Self.name, object: Sender())
    center.post(name: Self.name, object: mine)
    expect(recorder.history, equals: ["posted"])
  }

  @Test func `reading that throws fails the signal, and stops the observation`() {
    let center = NotificationCenter()
    let log = Log<String>()
    let recorder = Recorder(
      center.signal(for: Self.name) { _ -> Int? in
        log.append("read")
        throw Failure("e")
      })
    center.post(name: Self.name, object: nil)
    center.post(name: Self.name, object: nil)
    expect(recorder.history, equals: ["#e"])
    expect(log.entries, equals: ["read"])
  }

  @Test func `four threads post: one at a time, nothing lost`() {
    let center = NotificationCenter()
    let overlap = OverlapDetector()
    let count = AtomicWord(0)
    let endpoint = center.signal(for: Self.name).subscribeValues { overlap.run { count.add(1) } }
    onThreads(4) { _ in
      for _ in 0..<1_000 { center.post(name: Self.name, object: nil) }
    }
    // Events that met others are handed over to a queue.
    waitUntil { count.value >= 4_000 }
    expect(count.value, equals: 4_000)
    expect(!overlap.hasSeenOverlap)
    withExtendedLifetime(endpoint) {}
  }
}
