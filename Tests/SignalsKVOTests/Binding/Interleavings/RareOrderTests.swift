import Dispatch
import Signals
import Testing

@testable import SignalsKVO

/// Orders of events that seldom come about, each by itself: who wins in them (B3, B8).
@Suite("Binding: rare orders of events", .leavesNothing) struct RareOrderTests {
  /// While one thread is about to write to the first end, what another has set there waits to be handled. The write is told of
  /// at once, and yet it comes after that.
  @Test func `what waits to be handled is older than what the binding writes then`() {
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
    #expect(sets.values == [2, 1, 3])
    withExtendedLifetime((binding, slow, last)) {}
  }

  @Test func `what was taken back counts from when it was set`() throws {
    var reconciler = Reconciler<Int, Int>(converting: .identity, policy: .lastWriter, hasBegun: true)
    let (older, newer) = (Stamp.new(), Stamp.new())
    let write = try #require(reconciler.receive(.second(StampedValue(value: 2, stamp: older)), waiting: false).own)
    reconciler.hold(.first)
    #expect(reconciler.withdraw(.first(write)).own == nil)
    // What was typed hasn't been heard of yet.
    let released = try #require(reconciler.release(.first).own)
    #expect(released.outcome(newer, isAlone: true) == .leave)
    #expect(reconciler.receive(.first(StampedValue(value: 1, stamp: newer)), waiting: false).other?.value == 1)
  }

  @Test func `what isn't normal is an opinion, too`() {
    let converter = LocalConverter<Int, Int>(forward: { $0 / 2 }, backward: { $0 * 2 })
    var reconciler = Reconciler<Int, Int>(
      converting: converter, policy: .prefer(.first), hasBegun: true)
    let (older, newer) = (Stamp.new(), Stamp.new())
    _ = reconciler.receive(.first(StampedValue(value: 3, stamp: newer)), waiting: false)
    let resolution = reconciler.receive(.second(StampedValue(value: 2, stamp: older)), waiting: false)
    #expect(resolution.own?.value == 2)
    #expect(resolution.other?.value == 1)
  }

  @Test func `what meets a change that waits isn't in conflict with what that has replaced`() {
    var reconciler = Reconciler<Int, Int>(
      converting: .identity, policy: .merge { $0 | $1 }, hasBegun: true)
    let (older, newer, newest) = (Stamp.new(), Stamp.new(), Stamp.new())
    _ = reconciler.receive(.second(StampedValue(value: 4, stamp: older)), waiting: false)
    _ = reconciler.receive(.second(StampedValue(value: 2, stamp: newest)), waiting: true)
    #expect(reconciler.receive(.first(StampedValue(value: 1, stamp: newer)), waiting: true).other == nil)
    let resolution = reconciler.settle()
    #expect(resolution.own?.value == 3)
    #expect(resolution.other?.value == 3)
  }

  /// Where the same has come to both ends by other ways, what was on its way before doesn't come any more.
  @Test func `what is set when all is quiet meets nothing`() throws {
    var reconciler = Reconciler<Int, Int>(converting: .identity, policy: .prefer(.second), hasBegun: true)
    let (older, newer, both, newest) = (Stamp.new(), Stamp.new(), Stamp.new().carried, Stamp.new())
    _ = reconciler.receive(.second(StampedValue(value: 1, stamp: older)), waiting: false)
    _ = reconciler.receive(.second(StampedValue(value: 2, stamp: newer)), waiting: true)
    _ = reconciler.receive(.second(StampedValue(value: 3, stamp: both)), waiting: true)
    _ = reconciler.receive(.first(StampedValue(value: 3, stamp: both)), waiting: true)
    _ = reconciler.settle()
    let resolution = reconciler.receive(.first(StampedValue(value: 4, stamp: newest)), waiting: false)
    #expect(resolution.own == nil)
    #expect(try #require(resolution.other).value == 4)
    #expect(resolution.other?.stamp == newest)
  }

  @Test(arguments: BindingScene.Policy.allCases)
  func `what is set while the first value is read follows it`(policy: BindingScene.Policy) throws {
    var reconciler = Reconciler<Int, Int>(converting: .identity, policy: policy.conflictPolicy(scale: 1))
    let (beginning, others, newest) = (Stamp.new(), Stamp.new(), Stamp.new())
    _ = reconciler.receive(.second(StampedValue(value: 2, stamp: others)), waiting: false)
    _ = reconciler.receive(.first(StampedValue(value: 1, stamp: newest)), waiting: false)
    let first = try #require(reconciler.begin(.first(StampedValue(value: 1, stamp: beginning)), knowing: newest).other)
    #expect(first.outcome(others, isAlone: true) == .leave)
    let resolution = reconciler.settle()
    let value = [.lastWriter: 1, .preferFirst: 1, .preferSecond: 2, .merge: 3][policy]
    #expect((resolution.own?.value ?? 1) == value)
    #expect((resolution.other?.value ?? 2) == value)
    #expect(resolution.own != nil || resolution.other != nil)
  }
}
