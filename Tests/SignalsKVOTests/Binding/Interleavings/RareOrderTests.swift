import Dispatch
import Signals
import Testing

@testable import SignalsKVO

/// Rare orders of events, each by itself, and the value that prevails in them (B3, B8).
@Suite("Binding: rare orders of events", .leavesNothing) struct RareOrderTests {
  /// While one thread is about to write to the first end, another thread's change of that end waits to be handled. The
  /// notification of the write comes first, and yet the write is the newer one.
  @Test func `a change that waits to be handled is older than the binding's next write`() {
    let (one, other) = (Property(0), Property(0))
    let (isTelling, tells) = (Gate(), Gate())
    let (isConverting, converts) = (Gate(), Gate())
    let slow = one.signal.subscribeValues { value in
      guard value == 1 else { return }
      isTelling.open()
      tells.wait()
    }
    let slowly = Converter<Int, Int>(
      forward: { $0 },
      backward: { value in
        guard value == 2 else { return value }
        isConverting.open()
        converts.wait()
        return value
      })
    let binding = bind(one, to: other, conflicts: .prefer(.first), converting: slowly)
    let sets = Sets(of: other)
    let isOver = Gate()
    let last = other.signal.subscribeValues { value in if value == 3 { isOver.open() } }

    let first = startThread { one.value = 1 }
    isTelling.wait()
    let second = startThread { other.value = 2 }
    isConverting.wait()
    tells.open()
    first.wait()
    converts.open()
    second.wait()
    one.value = 3
    isOver.wait()
    expect(sets.values, equals: [2, 1, 3])
    withExtendedLifetime((binding, slow, last)) {}
  }

  @Test func `a withdrawn write is as old as its change`() throws {
    var reconciler = Reconciler<Int, Int>(converting: .identity, policy: .lastWriter, hasBegun: true)
    let (older, newer) = (Stamp.new(), Stamp.new())
    let write = try #require(reconciler.receive(.second(StampedValue(value: 2, stamp: older)), waiting: false).own)
    reconciler.hold(.first)
    expect(reconciler.withdraw(.first(write)).own == nil)
    // The edit of the first end hasn't been received yet.
    let released = try #require(reconciler.release(.first).own)
    expect(released.outcome(newer, isAlone: true), equals: .leave)
    expect(reconciler.receive(.first(StampedValue(value: 1, stamp: newer)), waiting: false).other?.value, equals: 1)
  }

  @Test func `a value that isn't normal takes part in a conflict, too`() {
    let converter = LocalConverter<Int, Int>(forward: { $0 / 2 }, backward: { $0 * 2 })
    var reconciler = Reconciler<Int, Int>(
      converting: converter, policy: .prefer(.first), hasBegun: true)
    let (older, newer) = (Stamp.new(), Stamp.new())
    _ = reconciler.receive(.first(StampedValue(value: 3, stamp: newer)), waiting: false)
    let resolution = reconciler.receive(.second(StampedValue(value: 2, stamp: older)), waiting: false)
    expect(resolution.own?.value, equals: 2)
    expect(resolution.other?.value, equals: 1)
  }

  @Test func `a change that waits for its turn conflicts with the latest change of the other end only`() {
    var reconciler = Reconciler<Int, Int>(
      converting: .identity, policy: .merge { $0 | $1 }, hasBegun: true)
    let (older, newer, newest) = (Stamp.new(), Stamp.new(), Stamp.new())
    _ = reconciler.receive(.second(StampedValue(value: 4, stamp: older)), waiting: false)
    _ = reconciler.receive(.second(StampedValue(value: 2, stamp: newest)), waiting: true)
    expect(reconciler.receive(.first(StampedValue(value: 1, stamp: newer)), waiting: true).other == nil)
    let resolution = reconciler.settle()
    expect(resolution.own?.value, equals: 3)
    expect(resolution.other?.value, equals: 3)
  }

  /// If both ends got the same value in different ways, the earlier change in flight doesn't arrive any more.
  @Test func `a change at rest meets no conflict`() throws {
    var reconciler = Reconciler<Int, Int>(converting: .identity, policy: .prefer(.second), hasBegun: true)
    let (older, newer, both, newest) = (Stamp.new(), Stamp.new(), Stamp.new().carried, Stamp.new())
    _ = reconciler.receive(.second(StampedValue(value: 1, stamp: older)), waiting: false)
    _ = reconciler.receive(.second(StampedValue(value: 2, stamp: newer)), waiting: true)
    _ = reconciler.receive(.second(StampedValue(value: 3, stamp: both)), waiting: true)
    _ = reconciler.receive(.first(StampedValue(value: 3, stamp: both)), waiting: true)
    _ = reconciler.settle()
    let resolution = reconciler.receive(.first(StampedValue(value: 4, stamp: newest)), waiting: false)
    expect(resolution.own == nil)
    expect(try #require(resolution.other).value, equals: 4)
    expect(resolution.other?.stamp, equals: newest)
  }

  @Test(arguments: BindingScene.Policy.allCases)
  func `a set during the read of the initial value is newer than that`(policy: BindingScene.Policy) throws {
    var reconciler = Reconciler<Int, Int>(converting: .identity, policy: policy.conflictPolicy(scale: 1))
    let (beginning, others, newest) = (Stamp.new(), Stamp.new(), Stamp.new())
    _ = reconciler.receive(.second(StampedValue(value: 2, stamp: others)), waiting: false)
    _ = reconciler.receive(.first(StampedValue(value: 1, stamp: newest)), waiting: false)
    let first = try #require(reconciler.begin(.first(StampedValue(value: 1, stamp: beginning)), knowing: newest).other)
    expect(first.outcome(others, isAlone: true), equals: .leave)
    let resolution = reconciler.settle()
    let value = [.lastWriter: 1, .preferFirst: 1, .preferSecond: 2, .merge: 3][policy]
    expect((resolution.own?.value ?? 1), equals: value)
    expect((resolution.other?.value ?? 2), equals: value)
    expect(resolution.own != nil || resolution.other != nil)
  }
}
