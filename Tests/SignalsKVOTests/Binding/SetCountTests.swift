import Signals
import SignalsKVO
import Testing

/// The number of sets of each end: one for each new value (B2, B7).
@Suite("Binding: sets", .leavesNothing) struct SetCountTests {
  @Test func `a carried value that the property's comparison calls the same is no change (K8)`() {
    let tens = Property(0, isSame: { $0 / 10 == $1 / 10 })
    let (one, third) = (Property(0), Property(0))
    let first = bind(one, to: tens)
    let sets = Sets(of: tens)
    one.value = 5
    one.value = 12
    one.value = 15
    expect(sets.values, equals: [12])
    expect(one.value, equals: 15)
    let second = bind(third, to: tens)
    one.value = 17
    third.value = 13
    expect(sets.values, equals: [12])
    third.value = 20
    expect(sets.values, equals: [12, 20])
    expect(one.value, equals: 20)
    tens.value = 21
    expect(sets.values, equals: [12, 20])
    withExtendedLifetime((first, second)) {}
  }

  @Test func `an initial value that the property's comparison calls the same is no change`() {
    let tens = Property(1, isSame: { $0 / 10 == $1 / 10 })
    let sets = Sets(of: tens)
    let binding = bind(Property(5), to: tens, initially: .fromFirst)
    expect(sets.values, equals: [])
    withExtendedLifetime(binding) {}
  }

  @Test func `a property's comparison runs under no lock when a binding sets it (C7)`() {
    let place = Log<Property<Int>>()
    let reads = Log<Int>()
    let compared = Property(
      0,
      isSame: { old, new in
        for property in place.entries { reads.append(property.value) }
        return old == new
      })
    let one = Property(0)
    let binding = bind(one, to: compared)
    place.append(compared)
    one.value = 1
    one.value = 1
    expect(reads.entries, equals: [0, 1])
    expect(compared.value, equals: 1)
    _ = place.take()
    withExtendedLifetime(binding) {}
  }

  @Test func `one set of a key path is one set of the other end, and none back`() {
    let (one, other) = (Counted(0), Counted(7))
    let binding = bind(one, \.value, to: other, \.value)
    expect(one.sets, equals: [7])
    expect(other.sets, equals: [])
    one.value = 1
    other.value = 2
    expect(one.sets, equals: [7, 1, 2])
    expect(other.sets, equals: [1, 2])
    withExtendedLifetime(binding) {}
  }

  @Test func `one set of a property is one set of the other end, and none back`() {
    let (one, other) = (Property(0), Property(7))
    let (sets, others) = (Sets(of: one), Sets(of: other))
    let binding = bind(one, to: other)
    one.value = 1
    other.value = 2
    expect(sets.values, equals: [7, 1, 2])
    expect(others.values, equals: [1, 2])
    withExtendedLifetime(binding) {}
  }

  @Test func `a set to an equal value is carried`() {
    let (one, other) = (Counted(5), Counted(5))
    let binding = bind(one, \.value, to: other, \.value)
    one.value = 5
    other.value = 5
    expect(one.sets, equals: [5, 5, 5])
    expect(other.sets, equals: [5, 5])
    let (property, second) = (Property(5), Property(5))
    let (sets, others) = (Sets(of: property), Sets(of: second))
    let another = bind(property, to: second)
    property.value = 5
    second.value = 5
    expect(sets.values, equals: [5, 5, 5])
    expect(others.values, equals: [5, 5])
    withExtendedLifetime((binding, another)) {}
  }

  @MainActor
  @Test func `in a ring with a property that holds nil, each of the other ends is set once (B2)`() {
    final class Model { let name = Property<String?>(nil) }
    let (first, second) = (Counted<String?>(nil), Counted<String?>(nil))
    let model = Model()
    let ring = [
      bind(first, \.value, to: second, \.value), bind(second, \.value, to: model, \.name.value),
      bind(model, \.name.value, to: first, \.value),
    ]
    first.forget()
    second.forget()
    for name in ["b", nil, "c"] {
      first.value = name
      expect(first.sets, equals: [name])
      expect(second.sets, equals: [name])
      first.forget()
      second.forget()
    }
    expect(model.name.value, equals: "c")
    withExtendedLifetime(ring) {}
  }

  @Test func `a change in place is one set of the other end`() {
    let (one, other) = (Counted(["a"]), Counted<[String]>([]))
    let binding = bind(one, \.value, to: other, \.value, initially: .fromFirst)
    one.value.append("b")
    expect(other.sets, equals: [["a"], ["a", "b"]])
    other.value[0] = "c"
    expect(one.value, equals: ["c", "b"])
    withExtendedLifetime(binding) {}
  }

  @Test func `ten sets in a transaction are one set of the other end`() {
    let (one, other) = (Counted(0), Counted(0))
    let binding = bind(one, \.value, to: other, \.value)
    transaction { for value in 1...10 { one.value = value } }
    expect(other.sets, equals: [10])
    let (property, second) = (Property(0), Property(0))
    let others = Sets(of: second)
    let another = bind(property, to: second)
    transaction {
      for value in 1...10 { property.value = value }
      expect(others.values, equals: [])
    }
    expect(others.values, equals: [10])
    withExtendedLifetime((binding, another)) {}
  }

  @Test func `a clamp is written back once`() {
    let (one, other) = (Counted(0), Corrected(0) { min($0, 10) })
    let binding = bind(one, \.value, to: other, \.value)
    one.value = 20
    expect(one.sets, equals: [0, 20, 10])
    expect(other.sets, equals: [20, 10])
    other.value = 30
    expect(one.sets, equals: [0, 20, 10, 30, 10])
    expect(other.sets, equals: [20, 10, 30, 10])
    withExtendedLifetime(binding) {}
  }

  @Test func `a correction at the first end is written back once`() {
    let (one, other) = (Corrected("") { $0.filter { $0 != " " } }, Counted(""))
    let binding = bind(one, \.value, to: other, \.value)
    other.value = " a "
    expect(one.sets, equals: ["", " a ", "a"])
    expect(other.sets, equals: [" a ", "a"])
    withExtendedLifetime(binding) {}
  }

  /// A class whose setter stores a corrected value in one set.
  private final class Trimmed {
    @Observed private var kept = ""
    private(set) var sets: [String] = []
    var text: String {
      get { kept }
      set {
        sets.append(newValue)
        kept = newValue.filter { $0 != " " }
      }
    }
  }

  @Test func `a value that the setter has changed is read back and carried`() {
    let (one, other) = (Counted(""), Trimmed())
    let binding = bind(one, \.value, to: other, \.text)
    one.value = " a "
    expect(one.sets, equals: ["", " a ", "a"])
    expect(other.sets, equals: [" a "])
    one.value = "b"
    expect(one.sets, equals: ["", " a ", "a", "b"])
    expect(other.sets, equals: [" a ", "b"])
    withExtendedLifetime(binding) {}
  }

  private final class Even {
    @Observed private var kept = 0
    var value: Int {
      get { kept }
      set { if newValue.isMultiple(of: 2) { kept = newValue } }
    }
  }

  @Test func `a value that the setter ignores is reset at the other end`() {
    let (one, other) = (Counted(0), Even())
    let binding = bind(one, \.value, to: other, \.value)
    one.value = 2
    one.value = 3
    expect(one.sets, equals: [0, 2, 3, 2])
    withExtendedLifetime(binding) {}
  }

  @Test func `an end whose setter sets several properties`() {
    let (field, named) = (Counted(""), FullName(" "))
    let binding = bind(field, \.value, to: named, \.whole)
    field.value = "Ada Lovelace"
    expect((named.first, named.last), equals: ("Ada", "Lovelace"))
    expect(field.sets, equals: [" ", "Ada Lovelace"])
    named.last = "Byron"
    expect(field.sets, equals: [" ", "Ada Lovelace", "Ada Byron"])
    transaction {
      named.first = "Grace"
      named.last = "Hopper"
    }
    expect(field.sets, equals: [" ", "Ada Lovelace", "Ada Byron", "Grace Hopper"])
    withExtendedLifetime(binding) {}
  }

  @Test func `a set of one end in an observer of the other`() {
    let (one, other) = (Counted(0), Counted(0))
    let binding = bind(one, \.value, to: other, \.value)
    let observer = KeyValueObserver(other, \.value, options: .new) { [weak one] change in
      if change.newValue == 1 { one?.value = 5 }
    }
    one.value = 1
    expect(one.sets, equals: [0, 1, 5])
    expect(other.sets, equals: [1, 5])
    withExtendedLifetime((binding, observer)) {}
  }

  @Test func `a set of an end in its own observer`() {
    let (one, other) = (Counted(0), Counted(0))
    let binding = bind(one, \.value, to: other, \.value)
    let observer = KeyValueObserver(other, \.value, options: .new) { [weak other] change in
      if change.newValue == 1 { other?.value = 5 }
    }
    one.value = 1
    expect(one.sets, equals: [0, 1, 5])
    expect(other.sets, equals: [1, 5])
    withExtendedLifetime((binding, observer)) {}
  }

  @Test func `a set of a property in a handler of the other end`() {
    let (one, other) = (Property(0), Property(0))
    let (sets, others) = (Sets(of: one), Sets(of: other))
    let binding = bind(one, to: other)
    let endpoint = other.signal.subscribeValues { [weak one] value in if value == 1 { one?.value = 5 } }
    one.value = 1
    expect(sets.values, equals: [0, 1, 5])
    expect(others.values, equals: [1, 5])
    withExtendedLifetime((binding, endpoint)) {}
  }

  @Test func `each of several sets in a handler is carried`() {
    let (one, other) = (Counted(0), Counted(0))
    let binding = bind(one, \.value, to: other, \.value)
    let trigger = Counted(0)
    let observer = KeyValueObserver(trigger, \.value, options: .new) { [weak one] _ in
      one?.value = 1
      one?.value = 2
    }
    trigger.value = 1
    expect(other.sets, equals: [1, 2])
    expect(one.sets, equals: [0, 1, 2])
    withExtendedLifetime((binding, observer)) {}
  }

  @Test func `each step of a handler that counts up a bound end is carried`() {
    let (one, other) = (Counted(0), Counted(0))
    let binding = bind(one, \.value, to: other, \.value)
    let observer = KeyValueObserver(other, \.value, options: .new) { [weak other] change in
      if let value = change.newValue, value < 1_000 { other?.value = value + 1 }
    }
    one.value = 1
    expect(other.sets, equals: Array(1...1_000))
    expect(one.sets, equals: [0] + Array(1...1_000))
    expect(binding.state.unsettled == nil)
    withExtendedLifetime((binding, observer)) {}
  }
}
