import Signals
import SignalsTesting
import Testing

@testable import SignalsKVO

@Suite("K9 Parts of observed collections", .leavesNothing) struct CollectionPartTests {
  private struct Item: Identifiable, Equatable, Sendable {
    let id: Int
    var title: String
  }

  @Test func `the part of a key is read, set, removed and observed`() {
    let scores: ObservedDictionary = ["Ada": 1]
    let part = scores.part("Ada")
    let values = Recorder(part.signal)
    let changes = Recorder(scores.changes)
    part.value = 2
    scores["Bo"] = 7
    scores["Ada"] = 2
    part.value = nil
    part.modify { $0 = ($0 ?? 0) + 5 }
    expect(values.values, equals: [1, 2, nil, 5])
    expect(part.value, equals: 5)
    expect(changes.values.count, equals: 5)
    scores.value = ["Ada": 5, "Cy": 1]
    expect(values.values.count, equals: 4)
  }

  @Test func `a set of the part of a key edits the dictionary in place, as a set of the key does`() {
    let scores: ObservedDictionary = ["Ada": 1]
    let kinds = Log<String>()
    let endpoint = scores.source.subscribeValues { event in
      if case .edited = event.news { kinds.append("in place") } else { kinds.append("other") }
    }
    scores.part("Ada").value = 2
    scores.part("Bo", default: 0).value = 3
    scores.part("Ada").value = nil
    scores.part("Bo", default: 0).modify { $0 += 1 }
    scores.part("Ada").modify { $0 = 7 }
    scores.part("Ada").modify { $0 = nil }
    expect(scores.value, equals: ["Bo": 4])
    expect(kinds.entries, equals: ["other"] + [String](repeating: "in place", count: 6))
    withExtendedLifetime(endpoint) {}
  }

  @Test func `the closure of modify runs again if the dictionary is edited meanwhile, and must not edit it`() async {
    let scores: ObservedDictionary = ["Ada": 1]
    var runs = 0
    scores.part("Ada", default: 0).modify { value in
      runs += 1
      if runs == 1 { onAnotherThread { scores["Ada"] = 10 } }
      value += 1
    }
    expect(scores.value, equals: ["Ada": 11])
    expect(runs, equals: 2)
    await #expect(processExitsWith: .failure) {
      let scores: ObservedDictionary = ["Ada": 1]
      scores.part("Ada").modify { value in
        scores["Bo"] = 1
        value = 2
      }
    }
  }

  @Test func `a part with a default has it while the key is missing`() {
    let scores: ObservedDictionary<String, Int> = [:]
    let part = scores.part("Ada", default: 0)
    let values = Recorder(part.signal)
    expect(part.value, equals: 0)
    part.modify { $0 += 1 }
    scores["Ada"] = nil
    expect(scores.value, equals: [:])
    expect(values.values, equals: [0, 1, 0])
  }

  @Test func `the description contains the value`() {
    let scores: ObservedDictionary = ["Ada": 1]
    expect("\(scores.part("Ada", default: 0))", equals: "CollectionPart<Int>(1)")
    expect("\(scores.part("Bo"))", equals: "CollectionPart<Optional<Int>>(nil)")
  }

  @Test func `a closure that throws stores nothing`() {
    struct Refused: Error {}
    let scores: ObservedDictionary = ["Ada": 1]
    let changes = Recorder(scores.changes)
    #expect(throws: Refused.self) {
      try scores.part("Ada").modify { value throws(Refused) in
        value = 9
        throw Refused()
      }
    }
    expect(scores["Ada"], equals: 1)
    expect(changes.values, equals: [])
  }

  @Test func `the part of an identity follows its element through moves, replacements, removals and insertions`() {
    let items = ObservedArray([Item(id: 1, title: "a"), Item(id: 2, title: "b")])
    let part = items.part(id: 2)
    let titles = Recorder(part.signal.map { $0?.title })
    part.modify { $0?.title = "B" }
    items.move(from: 1, to: 0)
    items[1].title = "A"
    expect(items.value, equals: [Item(id: 2, title: "B"), Item(id: 1, title: "A")])
    items.remove(at: 0)
    part.value = Item(id: 2, title: "new")
    items.removeAll()
    part.value = nil
    expect(titles.values, equals: ["b", "B", nil, "new", nil])
  }

  @Test func `the signal of a part ends with the collection`() {
    var scores: ObservedDictionary? = ["Ada": 1]
    let values = scores.map { Recorder($0.part("Ada").signal) }
    scores = nil
    expect(values?.end != nil)
  }

  @Test @MainActor func `a part is an end of a binding (B1)`() {
    let scores: ObservedDictionary = ["Ada": 1]
    let field = Property(0)
    let binding = bind(field, to: scores.part("Ada", default: 0))
    expect(field.value, equals: 1)
    field.value = 2
    expect(scores.value, equals: ["Ada": 2])
    scores["Ada"] = 3
    expect(field.value, equals: 3)
    let changes = Recorder(scores.changes)
    scores["Bo"] = 1
    scores["Ada"] = nil
    expect(field.value, equals: 0)
    field.value = 4
    expect(scores["Ada"], equals: 4)
    expect(changes.values.count, equals: 3)
    binding.cancel()
  }

  @Test func `a derived value of a part changes with that part only`() {
    let scores: ObservedDictionary = ["Ada": 1]
    let medal = scores.part("Ada", default: 0).derived { $0 > 2 }
    let values = Recorder(medal.signal)
    scores["Bo"] = 5
    scores["Ada"] = 3
    expect(values.values, equals: [false, true])
  }
}
