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

  // MARK: - Several parts of one collection

  private typealias Scores = ObservedDictionary<Int, Int>

  @Test func `parts of one dictionary that are bound to one property agree with the last writer (B3)`() {
    func outcome(_ edit: (Property<Int>, Scores) -> Void) -> [Int?] {
      let (property, scores) = (Property(1), Scores([1: 1, 2: 1, 3: 1]))
      let bindings = (1...3).map { bind(property, to: scores.part($0, default: 0)) }
      transaction { edit(property, scores) }
      let isSettled = bindings.allSatisfy { $0.state.unsettled == nil }
      return isSettled ? [property.value, scores[1], scores[2], scores[3]] : []
    }
    for key in 1...3 {
      expect(
        outcome {
          $0.value = 5
          $1[key] = 4
        }, equals: [4, 4, 4, 4])
      expect(
        outcome {
          $1[key] = 4
          $0.value = 5
        }, equals: [5, 5, 5, 5])
      expect(
        outcome {
          $1[key] = 5
          $1[key % 3 + 1] = 4
        }, equals: [4, 4, 4, 4])
    }
  }

  @Test func `a ring of parts of one dictionary settles, and each part is edited once (B2, B6)`() {
    let scores = Scores([1: 1, 2: 1, 3: 1])
    let bindings = (1...3).map { bind(scores.part($0), to: scores.part($0 % 3 + 1)) }
    let edits = Recorder(scores.changes)
    scores[2] = 2
    expect(scores.value, equals: [1: 2, 2: 2, 3: 2])
    expect(edits.values.count, equals: 3)
    transaction {
      scores[2] = 5
      scores[3] = 4
    }
    expect(scores.value, equals: [1: 4, 2: 4, 3: 4])
    transaction {
      scores[3] = 6
      scores[1] = nil
    }
    expect(scores.value, equals: [:])
    expect(bindings.allSatisfy { $0.state.unsettled == nil })
  }

  @Test func `an older change replaces no newer one of the part that is stored and not delivered (B6)`() {
    let (scores, field) = (ObservedDictionary(["Ada": 0, "Bo": 0]), Property(0))
    let first = field.signal.subscribeValues { [weak scores] in if $0 == 1 { scores?["Ada"] = 2 } }
    let second = scores.signal.subscribeValues { [weak field] in if $0 == ["Ada": 0, "Bo": 9] { field?.value = 1 } }
    let binding = bind(field, to: scores.part("Ada", default: 0), initially: .fromFirst)
    scores["Bo"] = 9
    expect([field.value, scores["Ada"]], equals: [2, 2])
    withExtendedLifetime((first, second, binding)) {}
  }

  @Test func `each binding of a part knows what another one has written there, if it changes nothing too (B3, B6)`() {
    let scores = ObservedDictionary<String, Int>()
    let documents = ObservedArray<Document>()
    let (one, other) = (Property<Int?>(nil), Property<Int?>(nil))
    let (page, copy) = (Property<Document?>(nil), Property<Document?>(nil))
    let bindings = [
      bind(other, to: scores.part("Ada")), bind(one, to: scores.part("Ada")),
      bind(copy, to: documents.part(id: 1)), bind(page, to: documents.part(id: 1)),
    ]
    transaction {
      (other.value, copy.value) = (7, Document(id: 1))
      (one.value, page.value) = (nil, nil)
    }
    expect([one.value, other.value, scores["Ada"]], equals: [nil, nil, nil])
    expect([page.value, copy.value, documents.first], equals: [nil, nil, nil])
    withExtendedLifetime(bindings) {}
  }

  @Test func `each edit is a change of a part that can't be compared, and the beginning is none (B1, B3)`() {
    struct Page: Identifiable, Sendable {
      let id: Int
      var title = ""
    }
    let (pages, page) = (ObservedArray([Page(id: 1, title: "old")]), Property<Page?>(Page(id: 1, title: "new")))
    let sets = Sets(of: page)
    let binding = bind(page, to: pages.part(id: 1), initially: .fromFirst)
    expect(pages.map(\.title), equals: ["new"])
    expect(sets.values.count, equals: 0)
    pages[0].title = "new"
    pages.append(Page(id: 2))
    expect(sets.values.map { $0?.title }, equals: ["new"])
    expect(binding.state.pending, equals: [])
  }

  @Test func `the second of two elements with the same identity is written back when the first is removed (B2)`() {
    let (one, other) = (ObservedArray([Document(id: 1)]), ObservedArray([Document(id: 1), Document(id: 1, pages: 2)]))
    let binding = bind(one.part(id: 1), to: other.part(id: 1))
    one.removeAll()
    expect((one.value, other.value), equals: ([Document(id: 1, pages: 2)], [Document(id: 1, pages: 2)]))
    expect(binding.state.unsettled == nil)
  }

  @Test func `a write to a part is no change of another value that closures read (B2)`() {
    let (scores, field) = (Scores([1: 0, 2: 0]), Property(0))
    func first() -> LocalEnd<Int> { LocalEnd(get: { scores[1] ?? 0 }, set: { scores[1] = $0 }) }
    let bindings = [bind(field, to: first()), bind(first(), to: scores.part(2, default: 0))]
    let edits = Recorder(scores.changes)
    scores[1] = 3
    expect((field.value, scores.value), equals: (3, [1: 3, 2: 3]))
    expect(edits.values.count, equals: 2)
    expect(bindings.allSatisfy { $0.state.unsettled == nil })
  }

  @Test func `two parts of one key have defaults of their own (B3)`() {
    let (scores, one, other) = (ObservedDictionary<String, Int>(), Property<Int?>(nil), Property(0))
    let bindings = [bind(one, to: scores.part("Ada")), bind(other, to: scores.part("Ada", default: 0))]
    scores["Ada"] = 0
    expect((one.value, other.value), equals: (0, 0))
    transaction {
      other.value = 3
      // No change of the part that is 0 then, too (B1).
      scores["Ada"] = nil
    }
    expect((one.value, other.value, scores["Ada"]), equals: (3, 3, 3))
    scores["Ada"] = nil
    expect((one.value, other.value), equals: (nil, 0))
    other.value = 4
    expect((one.value, other.value, scores["Ada"]), equals: (4, 4, 4))
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

  @Test func `parts that are bound together agree when a binding sets the whole collection (B1, B3)`() {
    let whole = Property([1: 0, 2: 0])
    let scores = ObservedDictionary([1: 0, 2: 0])
    let ofWhole = bind(scores, \.value, to: whole)
    let ofParts = bind(scores.part(1, default: 0), to: scores.part(2, default: 0))
    for contents in [[1: 1, 2: 2], [1: 2, 2: 1], [1: 3, 2: 3], [:]] {
      whole.value = contents
      expect(scores[1] ?? 0, equals: scores[2] ?? 0, "\(contents)")
      expect(whole.value, equals: scores.value, "\(contents)")
    }
    expect(ofParts.state.unsettled == nil && ofWhole.state.unsettled == nil)
    withExtendedLifetime((ofWhole, ofParts)) {}
  }
}
