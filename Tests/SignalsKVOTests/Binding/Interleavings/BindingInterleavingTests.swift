import Foundation
import ModelChecking
import Testing

@testable import SignalsKVO

/// Every order of the steps of two or three threads, the gate and the queues: all ends agree in the end, nothing is
/// pending, no end returns to an older value, no held end and no cancelled binding is written to, the prevailing value
/// stays, and each run terminates (B2, B3, B5, B6, B8).
@Suite("Every interleaving of a binding", .leavesNothing) struct BindingInterleavingTests {
  typealias Policy = BindingScene.Policy

  static let pairs: [BindingScene] = [
    BindingScene(name: "one set each", threads: [[.set(1, 0)], [.set(2, 1)]]),
    BindingScene(name: "two sets and one", threads: [[.set(1, 0), .set(2, 0)], [.set(4, 1)]], isLarge: true),
    BindingScene(name: "three threads", threads: [[.set(1, 0)], [.set(2, 1)], [.set(4, 0)]], isLarge: true),
    BindingScene(name: "a transaction", threads: [[.setBoth(1, 2)], [.set(4, 1)]]),
    BindingScene(
      name: "a session", threads: [[.hold(.first), .set(1, 0), .release(.first)], [.set(2, 1)]]),
    BindingScene(
      name: "a session, and another thread", threads: [[.hold(.first), .release(.first)], [.set(2, 1)], [.set(1, 0)]],
      isLarge: true),
    BindingScene(
      name: "two sessions",
      threads: [[.hold(.first), .release(.first), .hold(.first), .release(.first)], [.set(2, 1)]]),
    BindingScene(name: "a session without an end", threads: [[.hold(.first), .set(1, 0)], [.set(2, 1)]]),
    BindingScene(name: "a cancel", threads: [[.set(1, 0)], [.set(2, 1)], [.cancel]]),
    BindingScene(name: "a beginning", isBound: false, threads: [[.bind(0)], [.set(1, 0)], [.set(2, 1)]]),
  ]

  static let triples: [BindingScene] = [
    BindingScene(
      name: "a chain", ends: [.anywhere, .anywhere, .anywhere],
      links: [BindingScene.Link(), BindingScene.Link(first: 1, second: 2)], threads: [[.set(1, 0)], [.set(2, 2)]])
  ]

  static let crowds: [BindingScene] = [
    BindingScene(
      name: "a crowded chain", ends: [.anywhere, .anywhere, .anywhere],
      links: [BindingScene.Link(), BindingScene.Link(first: 1, second: 2)],
      threads: [[.set(1, 0)], [.set(2, 1)], [.set(4, 2)]])
  ]

  static let ring = BindingScene(
    name: "a ring", ends: [.anywhere, .anywhere, .anywhere],
    links: [
      BindingScene.Link(), BindingScene.Link(first: 1, second: 2), BindingScene.Link(first: 2, second: 0),
    ], threads: [[.set(1, 0)], [.set(2, 1)]])

  /// `DEEP=1` adds the scenes that take minutes.
  static let isDeep = ProcessInfo.processInfo.environment["DEEP"] != nil

  static let deepPairs: [BindingScene] = [
    BindingScene(
      name: "a session of the second end", threads: [[.hold(.second), .set(1, 1), .release(.second)], [.set(2, 0)]]),
    BindingScene(name: "two sets each", threads: [[.set(1, 0), .set(2, 0)], [.set(4, 1), .set(8, 1)]]),
    BindingScene(
      name: "a session and two sets",
      threads: [[.hold(.first), .set(1, 0), .release(.first)], [.set(2, 1), .set(4, 1)]]),
    BindingScene(
      name: "a beginning and two sets", isBound: false, threads: [[.bind(0)], [.set(1, 0), .set(4, 0)], [.set(2, 1)]]),
    BindingScene(
      name: "sessions of both ends",
      threads: [[.hold(.first), .set(1, 0), .release(.first)], [.hold(.second), .set(2, 1), .release(.second)]]),
    BindingScene(name: "four threads", threads: [[.set(1, 0)], [.set(2, 1)], [.set(4, 0)], [.set(8, 1)]]),
  ]

  private func check(_ scene: BindingScene) {
    let space = StateSpace(of: BindingMachine(scene), limit: Self.isDeep ? 3_000_000 : 100_000)
    let steps = space.counterexample?.steps ?? []
    expect(space.counterexample?.fault, equals: nil, "\(scene.ends), \(scene.links), \(steps)")
    expect(space.count > 20)
  }

  @Test(arguments: pairs + (isDeep ? deepPairs : []), Policy.allCases)
  func `every interleaving of a pair`(_ scene: BindingScene, policy: Policy) {
    check(scene.with(policy))
    guard Self.isDeep || !scene.isLarge else { return }
    check(scene.with(policy).at([.onQueue, .anywhere]))
    check(scene.with(policy, .half))
    guard Self.isDeep else { return }
    check(scene.with(policy).at([.anywhere, .onQueue]))
    check(scene.with(policy, .half).at([.onQueue, .anywhere]))
    check(scene.with(policy, .half).at([.anywhere, .onQueue]))
  }

  @Test(arguments: triples + (isDeep ? crowds : []), Policy.allCases)
  func `every interleaving of three ends`(_ scene: BindingScene, policy: Policy) {
    check(scene.with(policy))
    check(scene.with(policy).at([.anywhere, .onQueue, .anywhere]))
  }

  @Test func `every interleaving of a ring`() { check(Self.ring) }

  static let mistakes: [(BindingMachine.Mistake, in: String, fault: String)] = [
    (.acceptsOlderChanges, "one set each", "an end takes an older change after a newer one"),
    (.stampsTooEarly, "three threads", "an end takes an older change after a newer one"),
    (.notifiesOutOfOrder, "two sets and one", "an end is set to the same value again"),
    (.omitsOwnWrites, "one set each", "a write is believed to be in flight"),
    (.ignoresOtherBindings, "a crowded chain", "a write is believed to be in flight"),
    (.dropsWritesToHeldEnds, "two sessions", "the ends don't agree"),
    (.withdrawsBeforeHold, "a session", "the steps never end"),
    (.marksHeldLate, "a session", "a held end is written to"),
    (.forgetsToCountHolds, "two sessions", "a held end is written to"),
    (.writesAfterCancel, "a cancel", "an end is written to after the cancel"),
    (.readsBeforeObserving, "a beginning", "the next set isn't carried over"),
    (.stampsAfterReading, "a beginning", "the next set isn't carried over"),
    (.forgetsToSettle, "a transaction", "a change is left unsettled"),
    (.usesDirectPathAlways, "a session", "a held end is written to"),
    (.handlesOwnWritesFirst, "one set each", "the wrong value prevails"),
  ]

  @Test(arguments: mistakes.indices)
  func `each mistake is found`(_ index: Int) {
    let (mistake, name, fault) = Self.mistakes[index]
    let scenes = (Self.pairs + Self.crowds).filter { $0.name == name }.flatMap { scene in
      Policy.allCases.filter { scene.ends.count == 2 || $0 != .lastWriter }.flatMap { policy in
        [scene.with(policy), scene.with(policy).at([.onQueue] + scene.ends.dropFirst())]
      }
    }
    let found = scenes.lazy.compactMap { scene in
      StateSpace(of: BindingMachine(scene, mistake: mistake)).counterexample?.fault
    }
    expect(found.first, equals: fault)
  }
}
