import Signals
import SignalsKVO
import Testing

/// Converters and their rejections (B4).
@Suite("Binding: converters", .leavesNothing) struct ConverterTests {
  @Test func `no normal form is written back after a cancel in the setter (C6)`() {
    let (field, bag) = (Counted(""), CancellableBag())
    var model = ""
    let end = LocalEnd(
      get: { model },
      set: { value in
        model = value
        bag.cancelAll()
      })
    bind(
      field, \.value, to: end, initially: .fromSecond,
      converting: LocalConverter(forward: { $0.filter { $0 != " " } }, backward: { $0 })
    ).store(in: bag)
    field.forget()
    field.value = " a "
    expect(model, equals: "a")
    expect(field.sets, equals: [" a "])
  }

  // That it compiles is the point: the compiler has to find the types of the closures from the ends.
  @Test func `a converter that is written in the call makes nil of an empty text (B4)`() {
    let (field, title) = (Counted(""), Counted<String?>("Ada"))
    let binding = bind(
      field, \.value, to: title, \.value,
      converting: Converter(forward: { $0.isEmpty ? nil : $0 }, backward: { $0 ?? "" }))
    field.value = ""
    expect(title.sets, equals: [nil])
    title.value = "Grace"
    expect(field.sets, equals: ["Ada", "", "Grace"])
    withExtendedLifetime(binding) {}
  }

  private struct NotANumber: Error, Equatable { let text: String }

  private static let digits = Converter<String, Int>(
    forward: { text in
      guard let number = Int(text) else { throw NotANumber(text: text) }
      return number
    },
    backward: { number in
      guard number >= 0 else { throw NotANumber(text: "\(number)") }
      return "\(number)"
    })

  @Test func `each direction may reject a value, and the other end keeps its own`() {
    let (field, count) = (Counted(""), Counted(3))
    let binding = bind(field, \.value, to: count, \.value, converting: Self.digits)
    let rejections = Log<(NotANumber?, BindingEnd)>()
    let endpoint = binding.rejections.subscribeValues { rejections.append(($0.error as? NotANumber, $0.end)) }
    expect(field.sets, equals: ["3"])
    field.value = "x"
    count.value = -1
    count.value = 5
    field.value = "6"
    expect(field.sets, equals: ["3", "x", "5", "6"])
    expect(count.sets, equals: [-1, 5, 6])
    expect(rejections.entries.map(\.0), equals: [NotANumber(text: "x"), NotANumber(text: "-1")])
    expect(rejections.entries.map(\.1), equals: [.second, .first])
    withExtendedLifetime((binding, endpoint)) {}
  }

  @Test func `a rejected initial value leaves both ends as they are, and later edits are carried`() {
    let (field, count) = (Property("?"), Property(3))
    let binding = bind(field, to: count, initially: .fromFirst, converting: Self.digits)
    expect((field.value, count.value), equals: ("?", 3))
    field.value = "4"
    expect(count.value, equals: 4)
    withExtendedLifetime(binding) {}
  }

  @Test func `the normal form is written back once`() {
    let (field, count) = (Counted(""), Counted(3))
    let binding = bind(field, \.value, to: count, \.value, converting: Self.digits)
    field.value = "007"
    expect(field.sets, equals: ["3", "007", "7"])
    expect(count.sets, equals: [7])
    field.value = "8"
    expect(field.sets, equals: ["3", "007", "7", "8"])
    expect(count.sets, equals: [7, 8])
    withExtendedLifetime(binding) {}
  }

  @Test func `the initial value is normalized, too`() {
    let (field, count) = (Counted("01"), Counted(3))
    let binding = bind(field, \.value, to: count, \.value, initially: .fromFirst, converting: Self.digits)
    expect(field.sets, equals: ["1"])
    expect(count.sets, equals: [1])
    withExtendedLifetime(binding) {}
  }

  /// A type without a comparison.
  private struct Words { var all: [String] }

  @Test func `a value without a comparison is normalized only if the converter declares that it normalizes`() {
    let (one, other) = (Counted(Words(all: [])), Counted(Words(all: [])))
    let sorting = Converter<Words, Words>(
      normalises: true, forward: { Words(all: $0.all.sorted()) }, backward: { $0 })
    let binding = bind(one, \.value, to: other, \.value, converting: sorting)
    one.forget()
    other.forget()
    one.value = Words(all: ["b", "a"])
    expect(one.sets.map(\.all), equals: [["b", "a"], ["a", "b"]])
    expect(other.sets.map(\.all), equals: [["a", "b"]])
    let plain = (Counted(Words(all: [])), Counted(Words(all: [])))
    let another = bind(
      plain.0, \.value, to: plain.1, \.value,
      converting: Converter(forward: { Words(all: $0.all.sorted()) }, backward: { $0 }))
    plain.0.forget()
    plain.0.value = Words(all: ["b", "a"])
    expect(plain.0.sets.count, equals: 1)
    withExtendedLifetime((binding, another)) {}
  }

  @Test func `a converter that does not normalize leaves the end that was set as it is (B2)`() {
    let (fine, coarse) = (Counted(0), Counted(0))
    let tens = Converter<Int, Int>(normalises: false, forward: { $0 / 10 }, backward: { $0 * 10 })
    let binding = bind(fine, \.value, to: coarse, \.value, initially: .fromFirst, converting: tens)
    fine.forget()
    coarse.forget()
    fine.value = 33
    expect(fine.sets, equals: [33])
    expect(coarse.sets, equals: [3])
    coarse.value = 4
    expect(fine.sets, equals: [33, 40])
    expect(coarse.sets, equals: [3, 4])
    binding.hold(.first)
    fine.value = 57
    expect(coarse.sets, equals: [3, 4, 5])
    coarse.value = 8
    fine.value = 61
    binding.release(.first)
    expect(fine.sets, equals: [33, 40, 57, 61])
    expect(coarse.sets, equals: [3, 4, 5, 8, 6])
    expect(binding.state.unsettled == nil)
  }

  private final class Person {
    @Observed var address = (street: "", city: "Paris")
  }

  @Test func `a converter may read the model that it writes to`() {
    let (field, person) = (Counted(""), Person())
    let binding = bind(
      field, \.value, to: person, \.address,
      converting: LocalConverter(
        forward: { [unowned person] street in (street, person.address.city) },
        backward: { $0.street }))
    field.value = "Rue Lepic"
    expect(person.address, equals: ("Rue Lepic", "Paris"))
    person.address = ("Broadway", "New York")
    expect(field.value, equals: "Broadway")
    withExtendedLifetime(binding) {}
  }

  @Test func `a transaction converts only the last value`() {
    let (field, count) = (Property("0"), Property(0))
    let converted = Log<String>()
    let binding = bind(
      field, to: count,
      converting: Converter(
        forward: { text in
          converted.append(text)
          return Int(text) ?? 0
        }, backward: { "\($0)" }))
    _ = converted.take()
    transaction {
      field.value = "x"
      field.value = "1"
    }
    expect(converted.entries, equals: ["1"])
    expect(count.value, equals: 1)
    withExtendedLifetime(binding) {}
  }

  @MainActor
  @Test func `a converter with one closure on the main actor converts there in both directions (B4, C13)`() async {
    let places = Log<Bool>()
    let here: @MainActor @Sendable (Int) -> Int = { number in
      places.append(MainQueue.isCurrent)
      return number
    }
    let anywhere: @Sendable (Int) -> Int = { $0 }
    for converter in [
      Converter(forward: anywhere, backward: here), Converter(forward: here, backward: anywhere),
    ] {
      let (one, other) = (Property(0), Property(0))
      let binding = bind(one, to: other, converting: converter)
      startThread { other.value = 1 }.wait()
      await mainQueueIsIdle()
      expect(one.value, equals: 1)
      startThread { one.value = 2 }.wait()
      await mainQueueIsIdle()
      expect(other.value, equals: 2)
      withExtendedLifetime(binding) {}
    }
    expect(Set(places.entries), equals: [true])
  }

  @Test func `the signal of rejections finishes with the binding`() {
    let (field, count) = (Property(""), Property(0))
    let binding = bind(field, to: count, converting: Self.digits)
    let events = Log<String>()
    let endpoint = binding.rejections.subscribe { event in
      switch event {
      case .value(let rejection): events.append("\(rejection.end)")
      case .end(let end): events.append("\(end)")
      }
    }
    field.value = "x"
    binding.cancel()
    field.value = "y"
    expect(events.entries, equals: ["second", "finished"])
    let later = binding.rejections.subscribe { event in if case .end = event { events.append("over") } }
    expect(events.entries, equals: ["second", "finished", "over"])
    withExtendedLifetime((endpoint, later)) {}
  }

  @Test func `a new initial value replaces a rejected edit`() {
    let (field, count) = (Property("1"), Property(1))
    let (source, another) = (Property(1), Property(1))
    let first = bind(field, to: count, converting: Self.digits)
    let second = bind(another, to: source)
    source.value = 5
    field.value = "x"
    let third = bind(count, to: source)
    expect((field.value, count.value), equals: ("5", 5))
    withExtendedLifetime((first, second, third)) {}
  }

  @Test func `a later subscriber receives the rejection of the initial value`() {
    let binding = bind(Property("?"), to: Property(3), initially: .fromFirst, converting: Self.digits)
    let ends = Log<BindingEnd>()
    let endpoint = binding.rejections.subscribeValues { ends.append($0.end) }
    expect(ends.entries, equals: [.second])
    withExtendedLifetime(endpoint) {}
  }

  @Test func `the state reports a converter that never settles`() {
    let (one, other) = (Property(0), Property(0))
    let binding = bind(one, to: other, converting: Converter(forward: { $0 + 1 }, backward: { $0 + 1 }))
    one.value = 5
    expect(binding.state.unsettled, equals: UnsettledBinding(first: "5", second: "6"))
  }

  @Test func `a value that is not equal to itself settles`() {
    let (one, other) = (Property(0.0), Property(0.0))
    let sets = Sets(of: one)
    let binding = bind(one, to: other, converting: Converter(forward: { $0 }, backward: { $0 }))
    one.value = .nan
    expect(sets.values.count, equals: 2)
    expect(other.value.isNaN)
    expect(binding.state.unsettled == nil)
  }

  @Test func `a converter's closures are released with the end of the binding`() {
    final class Kept {}
    var (field, count): (Counted<String>?, Counted<Int>?) = (Counted(""), Counted(0))
    weak var first: Kept?
    weak var second: Kept?
    var bindings: [TwoWayBinding] = []
    do {
      let kept = (Kept(), Kept())
      (first, second) = kept
      guard let field, let count else { return }
      for kept in [kept.0, kept.1] {
        bindings.append(
          bind(
            field, \.value, to: count, \.value,
            converting: LocalConverter(
              forward: { text in withExtendedLifetime(kept) { Int(text) ?? 0 } }, backward: { "\($0)" })))
      }
    }
    expect(first != nil && second != nil)
    bindings[0].cancel()
    expect(first == nil && second != nil)
    count = nil
    expect(second == nil)
    expect(bindings.map(\.state.ended), equals: [true, true])
    field = nil
  }
}
