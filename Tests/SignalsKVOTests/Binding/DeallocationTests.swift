import Signals
import SignalsKVO
import Testing

/// The orders in which ends and bindings are released (B6).
@Suite("Binding: deallocation of an end", .leavesNothing) struct DeallocationTests {
  private final class Model {
    @Observed var value = 0
    @Observed var others: [Int] = []
  }

  @Test(arguments: [true, false])
  func `the death of either object ends the binding and leaves the other object as it is`(_ isFirst: Bool) {
    var (one, other): (Model?, Model?) = (Model(), Model())
    weak let gone = isFirst ? one : other
    let counted = Counted(0)
    let kept = isFirst ? other : one
    let binding = bind(one ?? Model(), \.value, to: other ?? Model(), \.value)
    let mirror = kept.map { bind(counted, \.value, to: $0, \.value) }
    kept?.value = 5
    counted.forget()
    if isFirst { one = nil } else { other = nil }
    expect(gone == nil)
    expect(binding.state.ended)
    kept?.value = 6
    expect(counted.sets, equals: [6])
    withExtendedLifetime((mirror, one, other)) {}
  }

  private final class Plain {
    @Observed var isOpen = false
    var value = 0
  }

  private final class Bare { var value = 0 }

  @Test func `a binding ends with an object whose path reads no observable property`() {
    let other = Model()
    var plain: Plain? = Plain()
    let binding = plain.map { bind($0, \.value, to: other, \.value) }
    other.value = 1
    expect(plain?.value, equals: 1)
    plain = nil
    expect(binding?.state.ended, equals: true)
  }

  @Test func `a binding ends at its next write after the death of an object without observable properties`() {
    let other = Model()
    var bare: Bare? = Bare()
    let binding = bare.map { bind($0, \.value, to: other, \.value) }
    other.value = 1
    expect(bare?.value, equals: 1)
    bare = nil
    other.value = 2
    expect(binding?.state.ended, equals: true)
  }

  @Test(arguments: [true, false])
  func `the death of either property ends the binding`(_ isFirst: Bool) {
    var (one, other): (Property<Int>?, Property<Int>?) = (Property(0), Property(0))
    weak let gone = isFirst ? one : other
    let kept = isFirst ? other : one
    let binding = one.flatMap { one in other.map { bind(one, to: $0) } }
    kept?.value = 5
    if isFirst { one = nil } else { other = nil }
    expect(gone == nil)
    expect(binding?.state.ended, equals: true)
    kept?.value = 6
    expect(kept?.value, equals: 6)
    withExtendedLifetime((one, other)) {}
  }

  @Test func `a binding that is released stops carrying values`() {
    let (one, other) = (Model(), Model())
    var binding: TwoWayBinding? = bind(one, \.value, to: other, \.value)
    one.value = 1
    weak let gone = binding
    binding = nil
    expect(gone == nil)
    one.value = 2
    other.value = 3
    expect((one.value, other.value), equals: (2, 3))
  }

  @Test func `the signal of a bound property finishes with the property`() {
    var (one, other): (Property<Int>?, Property<Int>?) = (Property(0), Property(0))
    let events = Log<String>()
    let endpoint = one?.signal.subscribe { event in events.append("\(event)") }
    let binding = one.flatMap { one in other.map { bind(one, to: $0) } }
    one = nil
    expect(events.entries, equals: ["value(0)", "value(0)", "finished"])
    other = nil
    withExtendedLifetime((endpoint, binding, one, other)) {}
  }

  /// All combinations of policies, converters and ends.
  private static let makers: [@Sendable (_ one: Model, _ other: Model) -> TwoWayBinding] = [
    { bind($0, \.value, to: $1, \.value) },
    { bind($0, \.value, to: $1, \.value, conflicts: .merge { $0 + $1 }) },
    { bind($0, \.value, to: $1, \.value, converting: Converter(forward: { -$0 }, backward: { -$0 })) },
    { bind($0, \.value, to: LocalEnd($1, \.value), conflicts: .prefer(.first)) },
    { bind($0, \.value, to: LocalEnd($1, \.value)) },
  ]

  @Test(arguments: makers.indices, 0..<6)
  func `ends and binding are released in any order`(_ maker: Int, _ order: Int) {
    let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]
    var kept: [AnyObject?]
    let (one, other, binding): (() -> AnyObject?, () -> AnyObject?, () -> AnyObject?)
    do {
      let (first, second) = (Model(), Model())
      let made = Self.makers[maker](first, second)
      first.value = 1
      made.hold(.first)
      second.value = 2
      made.release(.first)
      transaction { first.value = 3 }
      expect(first.value, equals: (maker == 2 ? -second.value : second.value))
      kept = [first, second, made]
      one = { [weak first] in first }
      other = { [weak second] in second }
      binding = { [weak made] in made }
    }
    for index in orders[order] { kept[index] = nil }
    expect(one() == nil)
    expect(other() == nil)
    expect(binding() == nil)
  }

  @Test func `an end may be released in the middle of a set`() {
    let one = Model()
    var other: Model? = Model()
    let binding = other.map { bind(one, \.value, to: $0, \.value) }
    let observer = other.map { KeyValueObserver($0, \.value, options: .new) { _ in other = nil } }
    one.value = 1
    expect(other == nil)
    expect(binding?.state.ended, equals: true)
    one.value = 2
    expect(one.value, equals: 2)
    withExtendedLifetime(observer) {}
  }

  @Test func `the binding may be released in the middle of a set`() {
    let (one, other) = (Model(), Model())
    var binding: TwoWayBinding? = bind(one, \.value, to: other, \.value)
    let observer = KeyValueObserver(other, \.value, options: .new) { _ in binding = nil }
    one.value = 1
    expect(binding == nil)
    one.value = 2
    other.value = 3
    expect((one.value, other.value), equals: (2, 3))
    withExtendedLifetime(observer) {}
  }

  @Test func `a cancel in a handler drops the changes that wait`() {
    let (one, other) = (Model(), Model())
    let binding = bind(one, \.value, to: other, \.value)
    let observer = KeyValueObserver(one, \.value, options: .new) { [weak one] change in
      if change.newValue == 1 {
        one?.value = 2
        binding.cancel()
      }
    }
    one.value = 1
    expect(one.value, equals: 2)
    expect(other.value, equals: 1)
    withExtendedLifetime(observer) {}
  }

  @Test func `a binding retains no bound object`() {
    final class Holder { @Observed var object: Model? }
    let (one, other) = (Holder(), Holder())
    let binding = bind(one, \.object, to: other, \.object)
    weak var gone: Model?
    do {
      let model = Model()
      gone = model
      one.object = model
      expect(other.object === model)
      binding.hold(.second)
      one.object = nil
      binding.release(.second)
    }
    expect(other.object == nil)
    expect(gone == nil)
  }

  @Test func `a cancelled binding carries no value`() {
    let (one, other) = (Property(0), Property(0))
    for _ in 0..<3 {
      let binding = bind(one, to: other)
      binding.cancel()
      binding.cancel()
    }
    one.value = 1
    expect(other.value, equals: 0)
  }

  @Test func `what a handler sets because a binding has found a death reaches the other end (K2, K5)`() {
    final class Silent {}
    final class Holder {
      @Observed var one = 0
      @Observed var other = 0
      @WeakObserved var object: Silent?
      var all: String {
        get { "\(one) \(other) \(object == nil)" }
        set {}
      }
    }
    var object: Silent? = Silent()
    let (holder, text) = (Holder(), Counted(""))
    holder.object = object
    let setting = KeyValueObserver(holder, \.object, options: .new) { [unowned holder] _ in holder.one += 1 }
    let binding = bind(text, \.value, to: holder, \.all)
    object = nil
    holder.other = 1
    expect(text.value, equals: "1 1 true")
    setting.cancel()
    withExtendedLifetime((binding, object)) {}
  }
}
