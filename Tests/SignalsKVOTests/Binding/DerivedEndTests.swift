import Signals
import SignalsKVO
import Testing

/// B2, B3: ends whose changes come through a derived or computed value, which tells of them when the turn settles.
@MainActor
@Suite("Binding: ends that a derived value tells of", .leavesNothing) struct DerivedEndTests {
  @Test func `one set of a property bound to a value of a dictionary is one set of each (B2)`() {
    let (scores, score) = (ObservedDictionary<String, Int>(), Property(0))
    let sets = Sets(of: score)
    let binding = bind(score, to: scores.part("Ada", default: 0))
    score.value = 5
    scores["Ada"] = 6
    expect(sets.values, equals: [0, 5, 6])
    transaction { score.value = 7 }
    expect(sets.values, equals: [0, 5, 6, 7])
    expect(scores["Ada"], equals: 7)
    withExtendedLifetime(binding) {}
  }

  @Test func `an end that was set keeps its value after a converter that rounds (B2)`() {
    let (scores, text) = (ObservedDictionary<String, Int>(), Property(""))
    let rounding = Converter<String, Int>(
      normalises: false, forward: { Int(Double($0) ?? 0) }, backward: { "\($0)" })
    let binding = bind(text, to: scores.part("Ada", default: 0), converting: rounding)
    text.value = "7.6"
    expect(text.value, equals: "7.6")
    expect(scores["Ada"], equals: 7)
    withExtendedLifetime(binding) {}
  }

  @Test func `a correction by an observer of the dictionary is written back (B2)`() {
    let (scores, score) = (ObservedDictionary<String, Int>(), Property(0))
    let part = scores.part("Ada", default: 0)
    let endpoint = part.signal.subscribeValues { [weak scores] in if $0 > 10 { scores?["Ada"] = 10 } }
    let binding = bind(score, to: part)
    let sets = Sets(of: score)
    score.value = 20
    expect(sets.values, equals: [20, 10])
    transaction { score.value = 30 }
    expect(sets.values, equals: [20, 10, 30, 10])
    expect(scores["Ada"], equals: 10)
    withExtendedLifetime((endpoint, binding)) {}
  }

  @Test func `a set after the binding's own in one transaction is carried (B3)`() {
    let (scores, score) = (ObservedDictionary<String, Int>(), Property(0))
    let binding = bind(score, to: scores.part("Ada", default: 0))
    let trigger = Property(0)
    let total = Derived { trigger.value + (scores["Ada"] ?? 0) }
    let endpoint = total.signal.dropFirst().subscribeValues { [weak scores] in if $0 == 5 { scores?["Ada"] = 8 } }
    transaction { score.value = 5 }
    expect(score.value, equals: 8)
    expect(scores["Ada"], equals: 8)
    withExtendedLifetime((binding, endpoint)) {}
  }

  @Test func `two properties bound to one value agree, and each is set once (B2)`() {
    let (scores, one, other) = (ObservedDictionary<String, Int>(), Property(0), Property(0))
    let bindings = [
      bind(one, to: scores.part("Ada", default: 0)), bind(other, to: scores.part("Ada", default: 0)),
      bind(one, to: other),
    ]
    let (ones, others) = (Sets(of: one), Sets(of: other))
    one.value = 1
    other.value = 2
    expect(ones.values, equals: [1, 2])
    expect(others.values, equals: [1, 2])
    expect(scores["Ada"], equals: 2)
    withExtendedLifetime(bindings) {}
  }

  private final class Model {
    @Observed var number = 0
    private(set) lazy var computed = Computed { [unowned self] in number }
    var shown: Int { computed.value }
  }

  @Test func `a handler's set prevails over the change that it answers, by way of a computed value too (B2)`() {
    let (one, other) = (Model(), Model())
    let forth = bind(other, \.number, from: one, \.shown)
    let observer = KeyValueObserver(other, \.number, options: .new) { [weak one] change in
      if change.newValue == 5 { one?.number = 6 }
    }
    let back = bind(one, \.number, from: other, \.number)
    one.number = 5
    expect((one.number, other.number), equals: (6, 6))
    withExtendedLifetime((forth, observer, back)) {}
  }

  @Test func `a handler's set prevails over the change that it answers before the computed value tells of it (B3)`() {
    let (one, model) = (Counted(0), Model())
    var isArmed = false
    let handler = KeyValueObserver(one, \.value, options: .new) { [weak model] _ in
      if isArmed {
        isArmed = false
        model?.number = 11
      }
    }
    let binding = bind(
      one, \.value, to: LocalEnd(get: { model.computed.value }, set: { model.number = $0 }))
    one.forget()
    isArmed = true
    one.value = 10
    expect((one.value, model.number), equals: (11, 11))
    one.value = 12
    expect((one.sets, model.number), equals: ([10, 11, 12], 12))
    withExtendedLifetime((handler, binding)) {}
  }

  @Test func `a write is not replaced by an input that does not change a computed end (B3)`() {
    final class Limited {
      @Observed var number = 0
      private(set) lazy var computed = Computed { [unowned self] in min(number, 50) }
    }
    let (one, model) = (Counted(50), Limited())
    let binding = bind(
      one, \.value, to: LocalEnd(get: { model.computed.value }, set: { model.number = $0 }), initially: .fromFirst)
    var isArmed = false
    // It is called before the binding.
    let other = Counted(0)
    let handler = KeyValueObserver(other, \.value, options: .new) { [weak model, weak one] _ in
      guard isArmed else { return }
      isArmed = false
      model?.number = 60
      one?.value = 10
    }
    let further = bind(other, \.value, to: Property(0))
    isArmed = true
    other.value = 1
    expect((one.value, model.number), equals: (10, 10))
    withExtendedLifetime((handler, binding, further)) {}
  }

  @Test func `handlers that answer each other in a ring with computed ends set each end once for each set (B2)`() {
    let (one, other, model) = (Counted(0), Counted(0), Model())
    func end() -> LocalEnd<Int> { LocalEnd(get: { model.computed.value }, set: { model.number = $0 }) }
    let ring = [
      bind(one, \.value, to: other, \.value), bind(other, \.value, to: end()), bind(end(), to: LocalEnd(one, \.value)),
    ]
    var (isFirstArmed, isOtherArmed) = (true, true)
    let handlers = [
      KeyValueObserver(one, \.value, options: .new) { [weak other] _ in
        if isFirstArmed {
          isFirstArmed = false
          other?.value = 12
        }
      },
      KeyValueObserver(other, \.value, options: .new) { [weak one] _ in
        if isOtherArmed {
          isOtherArmed = false
          one?.value = 11
        }
      },
      KeyValueObserver(model, \.number, options: .new) { _ in },
    ]
    one.forget()
    model.number = 10
    expect((one.value, other.value, model.number), equals: (12, 12, 12))
    expect(one.sets.count <= 3)
    expect(ring.allSatisfy { $0.state.unsettled == nil })
    withExtendedLifetime((ring, handlers)) {}
  }

  // MARK: - Sets of handlers

  private struct Row: Identifiable, Sendable {
    let id: Int
    var count = 0
  }

  /// Has a handler answer the change of a bound property by a set of the other end, and returns the values of both.
  private func answers(
    at end: some Bindable<Int>, _ get: () -> Int, _ set: @escaping @MainActor @Sendable (Int) -> Void
  ) -> [Int] {
    let total = Property(0)
    let endpoint = total.signal.subscribeValues { if $0 == 12 { set(13) } }
    let binding = end._bind(
      to: total, .fromSecond, .lastWriter, on: MainActor.shared, #fileID, #line)
    total.value = 12
    let after = [total.value, get()]
    total.value = 14
    withExtendedLifetime((endpoint, binding)) {}
    return after + [total.value, get()]
  }

  @Test func `a handler's set prevails over the change that it answers, whatever tells of it (B3)`() {
    let scores = ObservedDictionary<String, Int>()
    expect(
      answers(at: scores.part("Ada", default: 0), { scores["Ada"] ?? 0 }, { scores["Ada"] = $0 }),
      equals: [13, 13, 14, 14])
    let rows = ObservedArray([Row(id: 1)])
    let row = LocalEnd(get: { rows[0].count }, set: { rows[0].count = $0 })
    expect(answers(at: row, { rows[0].count }, { rows[0].count = $0 }), equals: [13, 13, 14, 14])
    let property = Property(0)
    let closures = LocalEnd(get: { property.value }, set: { property.value = $0 })
    expect(answers(at: closures, { property.value }, { property.value = $0 }), equals: [13, 13, 14, 14])
    let source = Property(0)
    let derived = source.derived { $0 }
    let result = LocalEnd(get: { derived.value }, set: { source.value = $0 })
    expect(answers(at: result, { source.value }, { source.value = $0 }), equals: [13, 13, 14, 14])
    let model = Model()
    let computed = LocalEnd(get: { model.computed.value }, set: { model.number = $0 })
    expect(answers(at: computed, { model.number }, { model.number = $0 }), equals: [13, 13, 14, 14])
  }

  @Test func `a handler's set in a transaction prevails over the change that it answers (B3)`() {
    let (model, scores) = (Model(), ObservedDictionary<String, Int>())
    let binding = bind(model, \.number, to: scores.part("Ada", default: 0))
    let observer = KeyValueObserver(model, \.number, options: .new) { change in
      if change.newValue == 12 { scores["Ada"] = 13 }
    }
    transaction { model.number = 12 }
    expect([model.number, scores["Ada"] ?? 0], equals: [13, 13])
    withExtendedLifetime((binding, observer)) {}
  }

  // MARK: - Rings

  @Test func `a set of what two ends read sets each other end of a ring once (B2)`() {
    let (one, other) = (Property(0), Property(0))
    func sets(_ ends: [any Bindable<Int>], _ set: () -> Void) -> [[Int]] {
      let bindings = [
        ends[0]._bind(to: one, .fromFirst, .lastWriter, on: MainActor.shared, #fileID, #line),
        ends[1]._bind(to: other, .fromFirst, .lastWriter, on: MainActor.shared, #fileID, #line), bind(one, to: other),
      ]
      let (ones, others) = (Sets(of: one), Sets(of: other))
      set()
      for binding in bindings { binding.cancel() }
      return [ones.values, others.values]
    }
    let scores = ObservedDictionary<String, Int>()
    expect(
      sets([scores.part("Ada", default: 0), scores.part("Ada", default: 0)]) { scores["Ada"] = 1 }, equals: [[1], [1]])
    let rows = ObservedArray([Row(id: 1)])
    let row = LocalEnd(get: { rows[0].count }, set: { rows[0].count = $0 })
    expect(sets([row, row]) { rows[0].count = 2 }, equals: [[2], [2]])
    let property = Property(0)
    let closures = LocalEnd(get: { property.value }, set: { property.value = $0 })
    expect(sets([closures, property]) { property.value = 3 }, equals: [[3], [3]])
  }

  @Test func `one edit of two values of a dictionary is a change of each (B3)`() {
    let (scores, score) = (ObservedDictionary<String, Int>(), Property(0))
    let bindings = [bind(score, to: scores.part("Ada", default: 0)), bind(score, to: scores.part("Grace", default: 0))]
    func both() -> [Int] { ["Ada", "Grace"].map { scores[$0] ?? 0 } }
    scores.value = ["Ada": 1, "Grace": 2]
    expect(both(), equals: [score.value, score.value])
    transaction { scores.value = ["Ada": 3, "Grace": 4] }
    expect(both(), equals: [score.value, score.value])
    score.value = 5
    expect(both(), equals: [5, 5])
    withExtendedLifetime(bindings) {}
  }

  @Test func `a set is no change of an end that follows from it, where that is bound too (B2)`() {
    let (source, one, other) = (Property(0), Property(0), Property(0))
    let derived = source.derived { $0 }
    let bindings = [
      bind(one, to: LocalEnd(get: { derived.value }, set: { source.value = $0 })), bind(other, to: source),
      bind(one, to: other),
    ]
    let (ones, others) = (Sets(of: one), Sets(of: other))
    one.value = 1
    other.value = 2
    source.value = 3
    expect([ones.values, others.values], equals: [[1, 2, 3], [1, 2, 3]])
    for binding in bindings { binding.cancel() }
  }
}
