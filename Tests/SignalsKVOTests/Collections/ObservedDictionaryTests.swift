import SignalsKVO
import SignalsTesting
import Testing

@Suite("K9 Observed dictionaries", .leavesNothing) struct ObservedDictionaryTests {
  /// One edit of `["a": 1, "b": 2]`, the changes that it reports, and its result.
  struct Edit: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let changes: [DictionaryChange<String, Int>]
    let result: [String: Int]
    let edit: @Sendable (ObservedDictionary<String, Int>) -> Void
    let editInBatch: @Sendable (inout DictionaryEditor<String, Int>) -> Void

    init(
      _ name: String, _ changes: [DictionaryChange<String, Int>], _ result: [String: Int],
      _ edit: @escaping @Sendable (ObservedDictionary<String, Int>) -> Void,
      _ editInBatch: @escaping @Sendable (inout DictionaryEditor<String, Int>) -> Void
    ) {
      testDescription = name
      self.changes = changes
      self.result = result
      self.edit = edit
      self.editInBatch = editInBatch
    }
  }

  static let edits: [Edit] = [
    Edit(
      "insert", [.insertion(3, forKey: "c")], ["a": 1, "b": 2, "c": 3], { $0["c"] = 3 }, { $0["c"] = 3 }),
    Edit("replace", [.replacement(1, with: 9, forKey: "a")], ["a": 9, "b": 2], { $0["a"] = 9 }, { $0["a"] = 9 }),
    Edit(
      "replace by the same", [.replacement(1, with: 1, forKey: "a")], ["a": 1, "b": 2], { $0["a"] = 1 }, { $0["a"] = 1 }
    ),
    Edit("set nil", [.removal(1, forKey: "a")], ["b": 2], { $0["a"] = nil }, { $0["a"] = nil }),
    Edit("set nil for no key", [], ["a": 1, "b": 2], { $0["c"] = nil }, { $0["c"] = nil }),
    Edit(
      "update", [.replacement(2, with: 4, forKey: "b")], ["a": 1, "b": 4], { $0.updateValue(4, forKey: "b") },
      { $0.updateValue(4, forKey: "b") }),
    Edit(
      "remove", [.removal(2, forKey: "b")], ["a": 1], { $0.removeValue(forKey: "b") }, { $0.removeValue(forKey: "b") }),
    Edit(
      "remove all", [.removal(1, forKey: "a"), .removal(2, forKey: "b")], [:], { $0.removeAll() }, { $0.removeAll() }),
    Edit(
      "remove some", [.removal(2, forKey: "b")], ["a": 1], { $0.removeAll { _, value in value > 1 } },
      { $0.removeAll { _, value in value > 1 } }),
    Edit(
      "remove none", [], ["a": 1, "b": 2], { $0.removeAll { _, value in value > 9 } },
      { $0.removeAll { _, value in value > 9 } }),
    Edit(
      "merge", [.replacement(2, with: 32, forKey: "b"), .insertion(4, forKey: "c")], ["a": 1, "b": 32, "c": 4],
      { $0.merge(["b": 30, "c": 4]) { $0 + $1 } }, { $0.merge(["b": 30, "c": 4]) { $0 + $1 } }),
    Edit("merge nothing", [], ["a": 1, "b": 2], { $0.merge([:]) { $1 } }, { $0.merge([:]) { $1 } }),
    Edit(
      "assign", [.replacement(1, with: 7, forKey: "a"), .removal(2, forKey: "b"), .insertion(8, forKey: "c")],
      ["a": 7, "c": 8], { $0.value = ["a": 7, "c": 8] }, { $0.value = ["a": 7, "c": 8] }),
    Edit(
      "assign an equal value", [], ["a": 1, "b": 2], { $0.value = ["a": 1, "b": 2] }, { $0.value = ["a": 1, "b": 2] }),
  ]

  private final class Owner: Sendable {}

  @Test func `the observers of an owner receive changes until they are removed, for the owner or all at once`() {
    let scores: ObservedDictionary = ["a": 1]
    let list: ObservedArray = [1]
    let (one, other) = (Owner(), Owner())
    let log = Log<String>()
    for (name, owner) in [("one", one), ("other", other)] {
      scores.subscribe(owner) { _, changes in log.append("\(name) \(changes)") }
      list.subscribe(owner) { _, changes in log.append("\(name) \(changes)") }
    }
    let endpoint = list.signal.subscribeValues { log.append("signal \($0)") }
    expect([scores.observerCount, list.observerCount], equals: [2, 3])
    scores["a"] = 2
    list.append(2)
    scores.removeObservers(forOwner: one)
    list.removeObservers(forOwner: one)
    scores["a"] = nil
    list.append(3)
    scores.removeAllObservers()
    list.removeAllObservers()
    scores["a"] = 3
    list.append(4)
    expect([scores.observerCount, list.observerCount], equals: [0, 1])
    expect(
      log.entries,
      equals: [
        "signal [1]", "one [replace 1 with 2 for a]", "other [replace 1 with 2 for a]", "one [insert [2] at 1]",
        "other [insert [2] at 1]", "signal [1, 2]", "other [remove 2 for a]", "other [insert [3] at 2]",
        "signal [1, 2, 3]", "signal [1, 2, 3, 4]",
      ])
    endpoint.cancel()
  }

  @Test func `a change in place of a value with a default is one edit`() {
    let scores: ObservedDictionary = ["a": 1]
    let recorder = Recorder(scores.changes)
    scores["a", default: 0] += 1
    scores["b", default: 10] += 1
    scores["c", default: 5] = 6
    expect(scores["d", default: 7], equals: 7)
    expect(recorder.history, equals: ["[replace 1 with 2 for a]", "[insert 11 for b]", "[insert 6 for c]"])
    expect(scores.value, equals: ["a": 2, "b": 11, "c": 6])
  }

  /// Sorts changes by their keys, since a dictionary has no order.
  private func sorted(_ changes: [DictionaryChange<String, Int>]) -> [DictionaryChange<String, Int>] {
    changes.sorted { $0.key < $1.key }
  }

  @Test(arguments: edits)
  func `each edit is reported once, as it was made`(_ edit: Edit) {
    let scores: ObservedDictionary = ["a": 1, "b": 2]
    let changes = Recorder(scores.changes)
    edit.edit(scores)
    expect(changes.values.map(sorted), equals: [edit.changes])
    expect(scores.value, equals: edit.result)
  }

  @Test(arguments: edits)
  func `an edit in a batch is reported like a single edit`(_ edit: Edit) {
    let scores: ObservedDictionary = ["a": 1, "b": 2]
    let changes = Recorder(scores.changes)
    scores.batch { edit.editInBatch(&$0) }
    expect(changes.values.map(sorted), equals: [edit.changes])
    expect(scores.value, equals: edit.result)
  }

  @Test func `the edits of a batch are one event, in the order of the edits`() {
    let votes = ObservedDictionary<String, Int>()
    let changes = Recorder(votes.changes)
    let winner = votes.batch { editor in
      editor["Ada", default: 0] += 1
      editor["Ada", default: 0] += 1
      editor["Grace"] = 1
      editor["Ada"] = nil
      return editor.keys.first
    }
    expect(winner, equals: "Grace")
    expect(
      changes.history,
      equals: [
        "[insert 1 for Ada, replace 1 with 2 for Ada, insert 1 for Grace, remove 2 for Ada]"
      ])
  }

  @Test func `an update and a removal return the former value`() {
    let scores: ObservedDictionary = ["a": 1]
    expect(scores.updateValue(2, forKey: "a"), equals: 1)
    expect(scores.updateValue(3, forKey: "b") == nil)
    expect(scores.removeValue(forKey: "a"), equals: 2)
    expect(scores.removeValue(forKey: "a") == nil)
  }

  @Test func `an observed dictionary has the read operations of a dictionary`() {
    let scores: ObservedDictionary = ["a": 1]
    expect(scores.count, equals: 1)
    expect(!scores.isEmpty)
    expect(scores["a"], equals: 1)
    expect(scores["b"] == nil)
    expect(scores["b", default: 7], equals: 7)
    expect(scores.map { "\($0.key)\($0.value)" }, equals: ["a1"])
    expect(Array(scores.keys), equals: ["a"])
    expect(Array(scores.values), equals: [1])
    expect("\(scores)", equals: "[\"a\": 1]")
  }

  @Test func `the signal starts with the current dictionary, the changes with the next edit, and both finish`() {
    var scores: ObservedDictionary? = ["a": 1]
    let values = scores.map { Recorder($0.signal) }
    let changes = scores.map { Recorder($0.changes) }
    scores?["a"] = 2
    scores?["a"] = nil
    scores = nil
    expect(values?.history, equals: ["[\"a\": 1]", "[\"a\": 2]", "[:]", "|"])
    expect(changes?.history, equals: ["[replace 1 with 2 for a]", "[remove 2 for a]", "|"])
  }

  /// A key that lets another thread edit the dictionary whenever it is hashed or compared.
  struct Meddler: Hashable, Sendable {
    let number: Int
    let meddle: @Sendable () -> Void

    static func == (left: Meddler, right: Meddler) -> Bool {
      left.meddle()
      return left.number == right.number
    }

    func hash(into hasher: inout Hasher) {
      meddle()
      hasher.combine(number)
    }
  }

  @Test func `keys are hashed and compared with no lock held (C7)`() {
    let scores = ObservedDictionary<Meddler, Int>()
    let calls = AtomicWord(0)
    // A limited number of times: an edit is repeated for as long as other edits interfere.
    let meddle: @Sendable () -> Void = { [weak scores] in
      calls.add(1)
      if calls.value < 20 { onAnotherThread { [scores] in scores?[Meddler(number: 9) {}] = 0 } }
    }
    let changes = Recorder(scores.changes)
    for number in 1...20 { scores[Meddler(number: number, meddle: meddle)] = 1 }
    for number in 1...10 { scores[Meddler(number: number, meddle: meddle)] = 2 }
    for number in 1...10 { scores[Meddler(number: number, meddle: meddle)] = nil }
    scores.value = [Meddler(number: 11, meddle: meddle): 1]
    expect(scores[Meddler(number: 11) {}], equals: 1)
    expect(calls.value > 20)
    withExtendedLifetime(changes) {}
  }

  @Test func `removed values are released with no lock held (C7)`() {
    let scores = ObservedDictionary<Int, Tracked>()
    let log = Log<Int>()
    for number in 1...4 {
      scores[number] = Tracked { [weak scores] in
        onAnotherThread { [scores] in scores?[-number] = Tracked {} }
        log.append(number)
      }
    }
    scores[1] = nil
    scores[2] = Tracked {}
    scores.removeValue(forKey: 3)
    scores.value = [:]
    expect(log.entries, equals: [1, 2, 3, 4])
  }
}
