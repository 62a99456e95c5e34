import Dispatch
import Signals
import SignalsKVO
import Testing

/// A held end is not written to while it is edited; its waiting values are settled afterwards (B8).
@Suite("Binding: edit sessions", .leavesNothing) struct EditSessionTests {
  private let field = Counted("")
  private let model = Counted("")

  private func bound(_ policy: ConflictPolicy<String, String> = .lastWriter) -> TwoWayBinding {
    let binding = bind(field, \.value, to: model, \.value, conflicts: policy)
    field.forget()
    return binding
  }

  @Test func `the value that waits is set when the session closes`() {
    let binding = bound()
    binding.hold(.first)
    model.value = "a"
    model.value = "b"
    expect(field.sets, equals: [])
    expect(binding.state.held, equals: [.first])
    expect(binding.state.pending, equals: [.first])
    binding.release(.first)
    expect(field.sets, equals: ["b"])
    expect(model.sets, equals: ["a", "b"])
    expect(binding.state, equals: BindingState(lastOrigin: .second))
  }

  @Test(arguments: [BindingEnd.first, .second], [false, true])
  func `a transaction that sets both ends leaves the decision to the policy, whichever end is held (B3)`(
    held: BindingEnd, secondIsLast: Bool
  ) {
    let policies: [(ConflictPolicy<String, String>, String)] = [
      (.lastWriter, secondIsLast ? "model" : "field"), (.prefer(.first), "field"), (.prefer(.second), "model"),
      (.merge { "\($0)+\($1)" }, "field+model"),
    ]
    for (policy, expected) in policies {
      let binding = bound(policy)
      model.forget()
      binding.hold(held)
      transaction {
        if secondIsLast { field.value = "field" }
        model.value = "model"
        if !secondIsLast { field.value = "field" }
      }
      let edit = held == .first ? "field" : "model"
      expect(held == .first ? field.sets : model.sets, equals: [edit])
      expect(binding.state.pending, equals: [held])
      binding.release(held)
      expect([field.value, model.value], equals: [expected, expected])
      binding.cancel()
      (field.value, model.value) = ("", "")
      field.forget()
    }
  }

  @Test func `an edit of the held end is carried to the other end at once`() {
    let binding = bound()
    binding.hold(.first)
    field.value = "t"
    field.value = "ty"
    expect(model.sets, equals: ["t", "ty"])
    binding.release(.first)
    expect(field.sets, equals: ["t", "ty"])
    expect(model.sets, equals: ["t", "ty"])
  }

  @Test func `a session without changes sets nothing`() {
    let binding = bound()
    binding.hold(.second)
    binding.release(.second)
    binding.release(.first)
    expect(field.sets == [] && model.sets == [])
    field.value = "a"
    expect(model.sets, equals: ["a"])
  }

  // The field is edited before or after the model is set.
  static let outcomes: [(String, ConflictPolicy<String, String>, fieldFirst: Bool, value: String)] = [
    ("last writer", .lastWriter, true, "model"),
    ("last writer", .lastWriter, false, "field"),
    ("prefer first", .prefer(.first), true, "field"),
    ("prefer first", .prefer(.first), false, "field"),
    ("prefer second", .prefer(.second), true, "model"),
    ("prefer second", .prefer(.second), false, "model"),
    ("merge", .merge { "\($0)+\($1)" }, true, "field+model"),
    ("merge", .merge { "\($0)+\($1)" }, false, "field+model"),
  ]

  @Test(arguments: outcomes.indices)
  func `the policy resolves a conflict when the session closes`(_ index: Int) {
    let (name, policy, fieldFirst, value) = Self.outcomes[index]
    let binding = bound(policy)
    binding.hold(.first)
    if fieldFirst { field.value = "field" }
    model.value = "model"
    if !fieldFirst { field.value = "field" }
    expect(field.value, equals: "field")
    binding.release(.first)
    expect(field.value, equals: value, "\(name)")
    expect(model.value, equals: value, "\(name)")
    field.value = "after"
    model.value = "after that"
    expect((field.value, model.value), equals: ("after that", "after that"))
  }

  @Test func `both ends may be held`() {
    let binding = bound()
    binding.hold(.first)
    binding.hold(.second)
    field.value = "field"
    model.value = "model"
    expect((field.value, model.value), equals: ("field", "model"))
    expect(binding.state.held, equals: [.first, .second])
    binding.release(.first)
    expect((field.value, model.value), equals: ("model", "model"))
    binding.release(.second)
    expect((field.value, model.value), equals: ("model", "model"))
  }

  @Test func `an edit that was merged at one release is no edit of the other session (B8)`() {
    let (first, second) = (Property(0), Property(0))
    let binding = bind(first, to: second, conflicts: .merge { $0 * 100 + $1 })
    binding.hold(.first)
    binding.hold(.second)
    second.value = 2
    first.value = 1
    binding.release(.first)
    expect((first.value, second.value), equals: (102, 2))
    first.value = 7
    binding.release(.second)
    expect((first.value, second.value), equals: (7, 7))
  }

  @Test func `the normal form is written to a held end when its session closes`() {
    let model = Counted("")
    let binding = bind(
      field, \.value, to: model, \.value,
      converting: Converter(forward: { $0.filter { $0 != " " } }, backward: { $0 }))
    field.forget()
    model.forget()
    binding.hold(.first)
    field.value = "a"
    field.value = "a "
    field.value = "a b "
    expect(model.sets, equals: ["a", "a", "ab"])
    expect(field.sets, equals: ["a", "a ", "a b "])
    binding.release(.first)
    expect(field.sets, equals: ["a", "a ", "a b ", "ab"])
    expect(model.sets, equals: ["a", "a", "ab"])
  }

  @Test func `a held end gets no correction but the last one, when its session closes`() {
    let (field, model) = (Counted(0), Corrected(0) { min($0, 10) })
    let binding = bind(field, \.value, to: model, \.value)
    field.forget()
    binding.hold(.first)
    field.value = 20
    field.value = 30
    expect(field.sets, equals: [20, 30])
    expect(model.sets, equals: [20, 10, 30, 10])
    binding.release(.first)
    expect(field.sets, equals: [20, 30, 10])
    binding.hold(.first)
    field.value = 40
    field.value = 4
    binding.release(.first)
    expect(field.sets, equals: [20, 30, 10, 40, 4])
    expect(model.value, equals: 4)
  }

  @Test func `a correction takes no part in a conflict`() {
    let (field, model) = (Counted(0), Corrected(0) { min($0, 10) })
    let binding = bind(field, \.value, to: model, \.value, conflicts: .merge { $0 + $1 })
    binding.hold(.first)
    field.value = 20
    binding.release(.first)
    expect((field.value, model.value), equals: (10, 10))
  }

  @Test func `a cancel drops the waiting value`() {
    let binding = bound()
    binding.hold(.first)
    model.value = "a"
    binding.cancel()
    binding.release(.first)
    expect(field.sets, equals: [])
    expect(binding.state, equals: BindingState(lastOrigin: .second, ended: true))
  }

  @Test func `a session of a property holds its value back until the release`() {
    let (one, other) = (Property(0), Property(0))
    let binding = bind(one, to: other)
    binding.hold(.first)
    other.value = 1
    one.value = 2
    expect((one.value, other.value), equals: (2, 2))
    other.value = 3
    expect((one.value, other.value), equals: (2, 3))
    binding.release(.first)
    expect((one.value, other.value), equals: (3, 3))
    other.value = 4
    expect(one.value, equals: 4)
  }

  private final class Holder {
    let count = Property(0)
  }

  @Test func `a value that waited for a path to a property also reaches the property's other bindings`() {
    let (holder, object, mirror) = (Holder(), Counted(0), Property(0))
    let bindings = [bind(holder, \.count.value, to: object, \.value)]
    let mirrored = bind(mirror, to: holder.count)
    bindings[0].hold(.first)
    object.value = 1
    holder.count.value = 2
    expect(mirror.value, equals: 2)
    bindings[0].release(.first)
    expect(mirror.value, equals: holder.count.value)
    withExtendedLifetime(mirrored) {}
  }

  @Test func `the preferred end is set once if both ends were held`() {
    let binding = bound(.prefer(.second))
    binding.hold(.first)
    binding.hold(.second)
    field.value = "field"
    model.value = "model"
    binding.release(.first)
    binding.release(.second)
    expect(field.sets, equals: ["field", "model"])
    expect(model.value, equals: "model")
  }

  @Test func `a rejected edit takes no part in a conflict`() {
    struct Refused: Error {}
    let (field, count) = (Property("0"), Property(0))
    let binding = bind(
      field, to: count,
      converting: Converter(
        forward: { text in
          guard let number = Int(text) else { throw Refused() }
          return number
        }, backward: { "\($0)" }))
    let refused = Log<BindingEnd>()
    let endpoint = binding.rejections.subscribeValues { refused.append($0.end) }
    binding.hold(.first)
    count.value = 5
    field.value = "x"
    binding.release(.first)
    expect(field.value, equals: "5")
    expect(refused.entries, equals: [.second])
    withExtendedLifetime(endpoint) {}
  }

  @Test func `an edit gets its normal form although the change that has waited is rejected`() {
    struct Negative: Error {}
    let (first, second) = (Property(0), Property(0))
    let hundreds = Converter<Int, Int>(
      forward: { number in
        if number < 0 { throw Negative() }
        return number % 100
      }, backward: { $0 })
    let binding = bind(first, to: second, conflicts: .prefer(.first), converting: hundreds)
    let rejections = Log<BindingEnd>()
    let endpoint = binding.rejections.subscribeValues { rejections.append($0.end) }
    binding.hold(.second)
    first.value = -1
    second.value = 100
    binding.release(.second)
    expect((first.value, second.value), equals: (0, 0))
    expect(rejections.entries, equals: [.second])
    expect(binding.state.pending, equals: [])
    withExtendedLifetime((binding, endpoint)) {}
  }

  private final class Limited {
    @Observed var value = 0 { didSet { if value > 10 { value = 10 } } }
  }

  /// The policies, each with its decision between the edit and a set of the other end.
  private func decisions(edit: Int, other: Int, isEditLast: Bool) -> [(policy: ConflictPolicy<Int, Int>, result: Int)] {
    [
      (.lastWriter, isEditLast ? edit : other), (.prefer(.first), edit), (.prefer(.second), other),
      (.merge { ($0 + $1) / 2 }, (edit + other) / 2),
    ]
  }

  @Test(arguments: ["9", "09"], [false, true])
  func `a set of another end conflicts with the edit, also if it got its normal form there (B3)`(
    text: String, isEditLast: Bool
  ) {
    let numbers = LocalConverter(forward: { "\($0)" }, backward: { Int($0) ?? 0 })
    for (policy, result) in decisions(edit: 5, other: 9, isEditLast: isEditLast) {
      let (slider, number, field) = (Counted(0), Counted(0), Counted("0"))
      let bindings = [
        bind(slider, \.value, to: number, \.value, conflicts: policy),
        bind(number, \.value, to: field, \.value, converting: numbers),
      ]
      bindings[0].hold(.first)
      if isEditLast { field.value = text }
      slider.value = 5
      if !isEditLast { field.value = text }
      bindings[0].release(.first)
      expect([slider.value, number.value], equals: [result, result])
      expect(field.value, equals: "\(result)")
      withExtendedLifetime(bindings) {}
    }
  }

  @Test(arguments: [9, 99], [false, true])
  func `a set of another end conflicts with the edit, also if it was corrected there (B3)`(new: Int, isEditLast: Bool) {
    for (policy, result) in decisions(edit: 5, other: min(new, 10), isEditLast: isEditLast) {
      let (slider, number, store) = (Counted(0), Counted(0), Limited())
      let bindings = [
        bind(slider, \.value, to: number, \.value, conflicts: policy), bind(number, \.value, to: store, \.value),
      ]
      bindings[0].hold(.first)
      if isEditLast { number.value = new }
      slider.value = 5
      if !isEditLast { number.value = new }
      bindings[0].release(.first)
      expect([slider.value, number.value, store.value], equals: [result, result, result])
      withExtendedLifetime(bindings) {}
    }
  }

  @Test(arguments: [18, 19])
  func `all ends of a chain agree after a session in which one transaction has set both of its ends (B3)`(new: Int) {
    let doubling = LocalConverter(forward: { (number: Int) in number * 2 }, backward: { $0 >> 1 })
    for policy in [ConflictPolicy<Int, Int>.lastWriter, .prefer(.first), .prefer(.second), .merge { max($0, $1) }] {
      let (first, middle, last) = (Counted(0), Counted(0), Counted(0))
      let bindings = [
        bind(first, \.value, to: middle, \.value, conflicts: policy),
        bind(middle, \.value, to: last, \.value, converting: doubling),
      ]
      bindings[0].hold(.first)
      transaction {
        last.value = new
        first.value = 20
      }
      bindings[0].release(.first)
      expect([first.value, last.value], equals: [middle.value, middle.value * 2])
      expect(bindings.map(\.state.pending), equals: [[], []])
      withExtendedLifetime(bindings) {}
    }
  }

  @Test func `an answer to the first value of the held end is no conflict`() async {
    let queue = DispatchQueue(label: "test")
    let (first, second, merged) = (Property(31), Property(0), Log<[Int]>())
    let limit = second.signal.subscribeValues { if $0 > 10 { second.value = 10 } }
    queue.suspend()
    let binding = bind(
      SharedEnd(first, on: queue), to: second, initially: .fromFirst,
      conflicts: .merge { one, other in
        merged.append([one, other])
        return one
      }, converting: Converter(forward: { $0 & ~1 }, backward: { $0 }))
    binding.hold(.first)
    queue.resume()
    await until { second.value == 10 && binding.state.pending == [.first] }
    binding.release(.first)
    await until { first.value == 10 }
    expect([first.value, second.value], equals: [10, 10])
    expect(merged.entries, equals: [])
    limit.cancel()
    binding.cancel()
  }
}
