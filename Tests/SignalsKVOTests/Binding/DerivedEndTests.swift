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
}
