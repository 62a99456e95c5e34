import Signals
import SignalsKVO
import Testing

/// Who goes first, and what is left (B6).
@Suite("Binding: the end of an end", .leavesNothing) struct DeallocationTests {
  private final class Model {
    @Observed var value = 0
    @Observed var others: [Int] = []
  }

  @Test(arguments: [true, false])
  func `either object may go first, and the other is untouched`(_ isFirst: Bool) {
    var (one, other): (Model?, Model?) = (Model(), Model())
    weak let gone = isFirst ? one : other
    let counted = Counted(0)
    let kept = isFirst ? other : one
    let binding = bind(one ?? Model(), \.value, to: other ?? Model(), \.value)
    let mirror = kept.map { bind(counted, \.value, to: $0, \.value) }
    kept?.value = 5
    counted.forget()
    if isFirst { one = nil } else { other = nil }
    #expect(gone == nil)
    #expect(binding.state.ended)
    kept?.value = 6
    #expect(counted.sets == [6])
    withExtendedLifetime((mirror, one, other)) {}
  }

  private final class Plain {
    @Observed var isOpen = false
    var value = 0
  }

  private final class Bare { var value = 0 }

  @Test func `a binding ends with an object of which the path reads nothing observable`() {
    let other = Model()
    var plain: Plain? = Plain()
    let binding = plain.map { bind($0, \.value, to: other, \.value) }
    other.value = 1
    #expect(plain?.value == 1)
    plain = nil
    #expect(binding?.state.ended == true)
  }

  @Test func `a binding ends with an object that has nothing observable when it is to be set next`() {
    let other = Model()
    var bare: Bare? = Bare()
    let binding = bare.map { bind($0, \.value, to: other, \.value) }
    other.value = 1
    #expect(bare?.value == 1)
    bare = nil
    other.value = 2
    #expect(binding?.state.ended == true)
  }

  @Test(arguments: [true, false])
  func `either property may go first`(_ isFirst: Bool) {
    var (one, other): (Property<Int>?, Property<Int>?) = (Property(0), Property(0))
    weak let gone = isFirst ? one : other
    let kept = isFirst ? other : one
    let binding = one.flatMap { one in other.map { bind(one, to: $0) } }
    kept?.value = 5
    if isFirst { one = nil } else { other = nil }
    #expect(gone == nil)
    #expect(binding?.state.ended == true)
    kept?.value = 6
    #expect(kept?.value == 6)
    withExtendedLifetime((one, other)) {}
  }

  @Test func `the binding may go first`() {
    let (one, other) = (Model(), Model())
    var binding: TwoWayBinding? = bind(one, \.value, to: other, \.value)
    one.value = 1
    weak let gone = binding
    binding = nil
    #expect(gone == nil)
    one.value = 2
    other.value = 3
    #expect((one.value, other.value) == (2, 3))
  }

  @Test func `a signal of a property that goes finishes, though it was bound`() {
    var (one, other): (Property<Int>?, Property<Int>?) = (Property(0), Property(0))
    let events = Log<String>()
    let endpoint = one?.signal.subscribe { event in events.append("\(event)") }
    let binding = one.flatMap { one in other.map { bind(one, to: $0) } }
    one = nil
    #expect(events.entries == ["value(0)", "value(0)", "finished"])
    other = nil
    withExtendedLifetime((endpoint, binding, one, other)) {}
  }

  /// Everything that a binding may consist of.
  private static let makers: [@Sendable (_ one: Model, _ other: Model) -> TwoWayBinding] = [
    { bind($0, \.value, to: $1, \.value) },
    { bind($0, \.value, to: $1, \.value, conflicts: .merge { $0 + $1 }) },
    { bind($0, \.value, to: $1, \.value, converting: Converter(forward: { -$0 }, backward: { -$0 })) },
    { bind($0, \.value, to: LocalEnd($1, \.value), conflicts: .prefer(.first)) },
    { bind($0, \.value, to: LocalEnd($1, \.value)) },
  ]

  @Test(arguments: makers.indices, 0..<6)
  func `nothing keeps anything, in any order`(_ maker: Int, _ order: Int) {
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
      #expect(first.value == (maker == 2 ? -second.value : second.value))
      kept = [first, second, made]
      one = { [weak first] in first }
      other = { [weak second] in second }
      binding = { [weak made] in made }
    }
    for index in orders[order] { kept[index] = nil }
    #expect(one() == nil)
    #expect(other() == nil)
    #expect(binding() == nil)
  }

  @Test func `an end may go in the middle of a set`() {
    let one = Model()
    var other: Model? = Model()
    let binding = other.map { bind(one, \.value, to: $0, \.value) }
    let observer = other.map { KeyValueObserver($0, \.value, options: .new) { _ in other = nil } }
    one.value = 1
    #expect(other == nil)
    #expect(binding?.state.ended == true)
    one.value = 2
    #expect(one.value == 2)
    withExtendedLifetime(observer) {}
  }

  @Test func `the binding may go in the middle of a set`() {
    let (one, other) = (Model(), Model())
    var binding: TwoWayBinding? = bind(one, \.value, to: other, \.value)
    let observer = KeyValueObserver(other, \.value, options: .new) { _ in binding = nil }
    one.value = 1
    #expect(binding == nil)
    one.value = 2
    other.value = 3
    #expect((one.value, other.value) == (2, 3))
    withExtendedLifetime(observer) {}
  }

  @Test func `a cancel from inside stops what waits`() {
    let (one, other) = (Model(), Model())
    let binding = bind(one, \.value, to: other, \.value)
    let observer = KeyValueObserver(one, \.value, options: .new) { [weak one] change in
      if change.newValue == 1 {
        one?.value = 2
        binding.cancel()
      }
    }
    one.value = 1
    #expect(one.value == 2)
    #expect(other.value == 1)
    withExtendedLifetime(observer) {}
  }

  @Test func `what is bound keeps no object alive`() {
    final class Holder { @Observed var object: Model? }
    let (one, other) = (Holder(), Holder())
    let binding = bind(one, \.object, to: other, \.object)
    weak var gone: Model?
    do {
      let model = Model()
      gone = model
      one.object = model
      #expect(other.object === model)
      binding.hold(.second)
      one.object = nil
      binding.release(.second)
    }
    #expect(other.object == nil)
    #expect(gone == nil)
  }

  @Test func `a cancelled binding costs a property nothing more`() {
    let (one, other) = (Property(0), Property(0))
    for _ in 0..<3 {
      let binding = bind(one, to: other)
      binding.cancel()
      binding.cancel()
    }
    one.value = 1
    #expect(other.value == 0)
  }
}
