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
    var reconciler = Reconciler<Int, Int>(forth: .none, back: .none, policy: .lastWriter, hasBegun: true)
    let (older, newer) = (Stamp.new(), Stamp.new())
    let write = try #require(reconciler.hear(second: 2, older, waiting: false).own)
    reconciler.hold(.first)
    #expect(reconciler.takeBack(first: write).own == nil)
    // What was typed hasn't been heard of yet.
    let released = try #require(reconciler.release(.first).own)
    #expect(released.outcome(newer, isAlone: true) == .leave)
    #expect(reconciler.hear(first: 1, newer, waiting: false).other?.value == 1)
  }

  @Test func `what isn't normal is an opinion, too`() {
    let converter = LocalConverter<Int, Int>(forward: { $0 / 2 }, backward: { $0 * 2 })._conversion
    var reconciler = Reconciler<Int, Int>(
      forth: .forth(converter), back: .back(converter), policy: .prefer(.first), hasBegun: true)
    let (older, newer) = (Stamp.new(), Stamp.new())
    _ = reconciler.hear(first: 3, newer, waiting: false)
    let verdict = reconciler.hear(second: 2, older, waiting: false)
    #expect(verdict.own?.value == 2)
    #expect(verdict.other?.value == 1)
  }

  @Test func `what meets a change that waits isn't in conflict with what that has replaced`() {
    var reconciler = Reconciler<Int, Int>(
      forth: .none, back: .none, policy: .merge { $0 | $1 }, hasBegun: true)
    let (older, newer, newest) = (Stamp.new(), Stamp.new(), Stamp.new())
    _ = reconciler.hear(second: 4, older, waiting: false)
    _ = reconciler.hear(second: 2, newest, waiting: true)
    #expect(reconciler.hear(first: 1, newer, waiting: true).other == nil)
    let verdict = reconciler.settle()
    #expect(verdict.own?.value == 3)
    #expect(verdict.other?.value == 3)
  }

  /// Where the same has come to both ends by other ways, what was on its way before doesn't come any more.
  @Test func `what is set when all is quiet meets nothing`() throws {
    var reconciler = Reconciler<Int, Int>(forth: .none, back: .none, policy: .prefer(.second), hasBegun: true)
    let (older, newer, both, newest) = (Stamp.new(), Stamp.new(), Stamp.new().carried, Stamp.new())
    _ = reconciler.hear(second: 1, older, waiting: false)
    _ = reconciler.hear(second: 2, newer, waiting: true)
    _ = reconciler.hear(second: 3, both, waiting: true)
    _ = reconciler.hear(first: 3, both, waiting: true)
    _ = reconciler.settle()
    let verdict = reconciler.hear(first: 4, newest, waiting: false)
    #expect(verdict.own == nil)
    #expect(try #require(verdict.other).value == 4)
    #expect(verdict.other?.stamp == newest)
  }

  @Test(arguments: BindingScene.Policy.allCases)
  func `what is set while the first value is read follows it`(policy: BindingScene.Policy) throws {
    var reconciler = Reconciler<Int, Int>(forth: .none, back: .none, policy: policy.conflictPolicy(scale: 1))
    let (beginning, others, newest) = (Stamp.new(), Stamp.new(), Stamp.new())
    _ = reconciler.hear(second: 2, others, waiting: false)
    _ = reconciler.hear(first: 1, newest, waiting: false)
    let first = try #require(reconciler.begin(first: 1, beginning, knowing: newest).other)
    #expect(first.outcome(others, isAlone: true) == .leave)
    let verdict = reconciler.settle()
    let value = [.lastWriter: 1, .preferFirst: 1, .preferSecond: 2, .merge: 3][policy]
    #expect((verdict.own?.value ?? 1) == value)
    #expect((verdict.other?.value ?? 2) == value)
    #expect(verdict.own != nil || verdict.other != nil)
  }
}
