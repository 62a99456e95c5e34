import Signals
import SignalsKVO
import SignalsTesting
import Testing

/// B1–B3, B6: parts of observed collections as ends.
@MainActor
@Suite("Binding: parts of collections", .leavesNothing) struct CollectionPartBindingTests {
  private final class Model {
    @Observed var score = 0
  }

  private struct Document: Identifiable, Equatable, Sendable {
    let id: Int
    var pages = 9
  }

  @Test func `in a transaction the last writer prevails, whichever end it has written to (B3)`() {
    let (model, scores) = (Model(), ObservedDictionary(["Ada": 9]))
    let part = scores.part("Ada", default: 0)
    let binding = bind(model, \.score, to: part)
    func both() -> [Int?] { [model.score, scores["Ada"]] }
    transaction {
      model.score = 1
      scores["Ada"] = 4
    }
    expect(both(), equals: [4, 4])
    transaction {
      scores["Ada"] = 5
      model.score = 2
    }
    expect(both(), equals: [2, 2])
    transaction {
      model.score = 1
      part.value = 6
    }
    expect(both(), equals: [6, 6])
    transaction {
      model.score = 1
      scores["Ada"] = 7
      scores["Ada"] = nil
    }
    expect(both(), equals: [0, nil])
    withExtendedLifetime(binding) {}
  }

  @Test func `each of two bindings of one part carries each change (B2)`() {
    let scores: ObservedDictionary = ["Ada": 0]
    let part = scores.part("Ada", default: 0)
    let (one, other) = (Property(0), Property(0))
    let bindings = [bind(one, to: part), bind(other, to: part)]
    scores["Ada"] = 5
    expect([one.value, other.value], equals: [5, 5])
    other.value = 6
    expect([one.value, scores["Ada"] ?? 0], equals: [6, 6])
    for binding in bindings { binding.cancel() }
  }

  @Test func `the element with an identity is such an end, too (B3)`() {
    let documents = ObservedArray([Document(id: 1), Document(id: 2)])
    let document = Property<Document?>(nil)
    let binding = bind(document, to: documents.part(id: 2))
    expect(document.value, equals: Document(id: 2))
    transaction {
      document.value = Document(id: 2, pages: 1)
      documents[1].pages = 4
    }
    expect(document.value, equals: Document(id: 2, pages: 4))
    expect(documents.value, equals: [Document(id: 1), Document(id: 2, pages: 4)])
    withExtendedLifetime(binding) {}
  }

  @Test func `an edit that leaves the part equal is no change of the end (B1)`() {
    let (scores, score) = (ObservedDictionary(["Ada": 1]), Property(0))
    let binding = bind(score, to: scores.part("Ada", default: 0))
    let sets = Sets(of: score)
    scores["Bo"] = 2
    scores["Ada"] = 1
    scores.value = ["Ada": 1, "Cy": 3]
    expect(sets.values, equals: [])
    scores["Ada"] = 2
    score.value = 3
    expect(sets.values, equals: [2, 3])
    expect(scores["Ada"], equals: 3)
    withExtendedLifetime(binding) {}
  }

  @Test func `one set of an end is one edit of the collection (B2)`() {
    let (scores, model) = (ObservedDictionary(["Ada": 1]), Model())
    let binding = bind(model, \.score, to: scores.part("Ada", default: 0))
    let changes = Recorder(scores.changes)
    model.score = 2
    transaction {
      model.score = 3
      model.score = 4
    }
    expect(
      changes.values,
      equals: [[.replacement(1, with: 2, forKey: "Ada")], [.replacement(2, with: 4, forKey: "Ada")]])
    withExtendedLifetime(binding) {}
  }

  @Test func `a set by an observer of another binding of the same collection is carried over (B2)`() {
    let (scores, one, other) = (ObservedDictionary<String, Int>(), Property(0), Property(0))
    let bindings = [
      bind(one, to: scores.part("Ada", default: 0)), bind(one, to: scores.part("Bo", default: 0)),
      bind(other, to: scores.part("Bo", default: 0)),
    ]
    let (ones, others) = (Sets(of: one), Sets(of: other))
    scores["Ada"] = 3
    expect(scores.value, equals: ["Ada": 3, "Bo": 3])
    expect(ones.values, equals: [3])
    expect(others.values, equals: [3])
    withExtendedLifetime(bindings) {}
  }

  @Test func `a binding keeps no collection, and ends with it (B1, B6)`() {
    let model = Model()
    weak let dictionary: ObservedDictionary<String, Int>?
    let binding: TwoWayBinding
    do {
      let scores = ObservedDictionary(["Ada": 1])
      dictionary = scores
      binding = bind(model, \.score, to: scores.part("Ada", default: 0))
    }
    expect(dictionary == nil)
    expect(binding.state.ended)
    model.score = 2
    expect(model.score, equals: 2)
  }

  @Test func `a binding of two parts ends with the collection of either (B6)`() {
    let kept = ObservedDictionary(["Ada": 1])
    let binding: TwoWayBinding
    do {
      let documents = ObservedArray([Document(id: 1)])
      let pages = Converter<Document?, Int>(
        forward: { $0?.pages ?? 0 }, backward: { Document(id: 1, pages: $0) })
      binding = bind(documents.part(id: 1), to: kept.part("Ada", default: 0), converting: pages)
      kept["Ada"] = 3
      expect(documents.value, equals: [Document(id: 1, pages: 3)])
    }
    expect(binding.state.ended)
  }
}
