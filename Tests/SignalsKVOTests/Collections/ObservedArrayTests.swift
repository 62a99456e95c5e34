import Signals
import SignalsKVO
import SignalsTesting
import Testing

@Suite("K9 Observed arrays", .leavesNothing) struct ObservedArrayTests {
  @Test func `subscribing emits the array synchronously while a handler runs on another thread (C12)`() {
    let list: ObservedArray = [1]
    let log = Log<String>()
    let bag = CancellableBag()
    list.changes.subscribeValues { _ in
      guard list.count == 2 else { return }
      onAnotherThread {
        list.signal.subscribeValues { log.append("array \($0)") }.store(in: bag)
        list.changes(from: [1]).subscribeValues { log.append("changes \($0)") }.store(in: bag)
        log.append("subscribed")
      }
      log.append("handler returns")
    }.store(in: bag)
    list.append(2)
    list.append(3)
    expect(
      log.entries,
      equals: [
        "array [1, 2]", "changes [insert [2] at 1]", "subscribed", "handler returns", "array [1, 2, 3]",
        "changes [insert [3] at 2]",
      ])
    bag.cancel()
  }

  @Test func `the edits of a batch are one event, in the order of the edits`() {
    let list = ObservedArray(["a", "b"])
    let changes = Recorder(list.changes)
    let values = Recorder(list.signal)
    let last = list.batch { editor in
      editor.append("c")
      editor.removeFirst()
      editor[0] = "B"
      editor.value = ["c", "B", "d"]
      return editor.last
    }
    expect(last, equals: "d")
    expect(
      changes.values,
      equals: [
        [
          .insertion(["c"], at: 2), .removal(["a"], at: 0), .replacement(["b"], with: ["B"], at: 0),
          .move(from: 1, to: 0), .insertion(["d"], at: 2),
        ]
      ])
    expect(values.values, equals: [["a", "b"], ["c", "B", "d"]])
  }

  @Test func `a batch that throws leaves the array as it was and reports nothing`() {
    let list: ObservedArray = [1]
    let changes = Recorder(list.changes)
    #expect(throws: CancellationError.self) {
      try list.batch { editor in
        editor.append(2)
        throw CancellationError()
      }
    }
    expect(list.value, equals: [1])
    expect(changes.history, equals: [])
  }

  @Test func `a batch without edits reports nothing`() {
    let list: ObservedArray = [1]
    let changes = Recorder(list.changes)
    expect(list.batch { $0.count }, equals: 1)
    expect(changes.history, equals: [])
  }

  @Test func `popLast of an empty array reports nothing`() {
    let list = ObservedArray<Int>()
    let changes = Recorder(list.changes)
    expect(list.popLast() == nil)
    expect(changes.history, equals: [])
  }

  @Test func `a removal returns the removed element`() {
    let list: ObservedArray = [1, 2, 3, 4]
    expect([list.remove(at: 1), list.removeFirst(), list.removeLast()], equals: [2, 1, 4])
    expect(list.popLast(), equals: 3)
  }

  @Test func `a loop iterates over the array as it was at its beginning`() {
    let list: ObservedArray = [1, 2, 3]
    var seen: [Int] = []
    for element in list {
      seen.append(element)
      list.removeAll()
    }
    expect(seen, equals: [1, 2, 3])
    expect(list.isEmpty)
  }

  @Test func `an observed array has the read operations of an array`() {
    let list: ObservedArray = [1, 2, 3]
    expect(list.count, equals: 3)
    expect(!list.isEmpty)
    expect(list[1], equals: 2)
    expect(list.first, equals: 1)
    expect(list.last, equals: 3)
    expect(list.map { $0 * 2 }, equals: [2, 4, 6])
    expect("\(list)", equals: "[1, 2, 3]")
  }

  @Test func `the signal starts with the current array, the changes with the next edit, and both finish (C12)`() {
    var list: ObservedArray? = [1]
    let values = list.map { Recorder($0.signal) }
    let changes = list.map { Recorder($0.changes) }
    list?.append(2)
    list?.remove(at: 0)
    list = nil
    expect(values?.history, equals: ["[1]", "[1, 2]", "[2]", "|"])
    expect(changes?.history, equals: ["[insert [2] at 1]", "[remove [1] at 0]", "|"])
  }

  @Test func `changes from a copy start with the difference between the copy and the array (C12)`() {
    let list: ObservedArray = [1, 2, 3]
    let changes = Recorder(list.changes(from: [3, 1]))
    list.append(4)
    expect(changes.history, equals: ["[move 1 to 0, insert [2] at 1]", "[insert [4] at 3]"])
    expect(Recorder(list.changes(from: [1, 2, 3, 4])).history, equals: ["[]"])
  }

  @Test func `access tracking records one access for each read and none for an edit`() {
    let list: ObservedArray = [1, 2]
    expect(readings { _ = list.value }, equals: ["value"])
    expect(readings { _ = list.count + list[0] }, equals: ["value", "value"])
    expect(readings { list.append(3) }, equals: [])
  }

  @Test func `a value derived from an array and a dictionary follows both (K8)`() {
    let list: ObservedArray = ["a", "b"]
    let scores: ObservedDictionary = ["a": 1]
    let total = Derived { list.reduce(0) { $0 + (scores[$1] ?? 0) } }
    expect(total.value, equals: 1)
    scores["b"] = 2
    expect(total.value, equals: 3)
    let totals = Recorder(total.signal)
    list.append("a")
    transaction {
      list.removeAll()
      list.append("b")
      scores["b"] = 5
    }
    expect(totals.values, equals: [3, 4, 5])
  }

  @Test func `an edit in a handler is reported after all observers have received the current one (C4)`() {
    let list = ObservedArray<Int>()
    let log = Log<String>()
    let endpoints = ["first", "second"].map { name in
      list.changes.subscribeValues { [weak list] changes in
        log.append("\(name): \(changes)")
        if let list, list.count == 1 { list.append(2) }
      }
    }
    list.append(1)
    expect(
      log.entries,
      equals: [
        "first: [insert [1] at 0]", "second: [insert [1] at 0]", "first: [insert [2] at 1]",
        "second: [insert [2] at 1]",
      ])
    withExtendedLifetime(endpoints) {}
  }

  @Test func `a subscriber that arrives during an edit finds it made and doesn't receive it (C12)`() {
    let list = ObservedArray<Int>()
    let newcomers = Log<(Recorder<[ArrayChange<Int>]>, Recorder<[ArrayChange<Int>]>, Recorder<[Int]>)>()
    let endpoint = list.changes.subscribeValues { [weak list] changes in
      guard let list, changes == [.insertion([1], at: 0)] else { return }
      list.append(2)
      newcomers.append((Recorder(list.changes), Recorder(list.changes(from: [])), Recorder(list.signal)))
    }
    list.append(1)
    list.append(3)
    expect(newcomers.entries.map(\.0.history), equals: [["[insert [3] at 2]"]])
    expect(newcomers.entries.map(\.1.history), equals: [["[insert [1, 2] at 0]", "[insert [3] at 2]"]])
    expect(newcomers.entries.map(\.2.history), equals: [["[1, 2]", "[1, 2, 3]"]])
    withExtendedLifetime(endpoint) {}
  }

  @Test func `a transaction reports each edit, and a join emits once (C11)`() {
    let list: ObservedArray = [1]
    let changes = Recorder(list.changes)
    let joined = Recorder(combineLatest(list.signal.map(\.count), list.signal.map { $0.reduce(0, +) }))
    transaction {
      list.append(2)
      list.append(3)
    }
    expect(changes.history, equals: ["[insert [2] at 1]", "[insert [3] at 2]"])
    expect(joined.history, equals: ["(1, 1)", "(3, 6)"])
  }

  @Test func `removed elements are released with no lock held (C7)`() {
    let list = ObservedArray<Tracked>()
    let log = Log<Int>()
    for number in 1...6 {
      list.append(
        Tracked { [weak list] in
          onAnotherThread { [list] in list?.append(Tracked {}) }
          log.append(number)
        })
    }
    list.remove(at: 0)
    list[0] = Tracked {}
    list.removeFirst()
    list.popLast()
    list.batch { $0.removeFirst() }
    list.value = []
    // The elements that other threads inserted were added meanwhile.
    expect(log.entries.sorted(), equals: [1, 2, 3, 4, 5, 6])
  }

  /// An element that is equal to others, whose release can be observed.
  struct Twin: Hashable, Sendable {
    let number: Int
    let tracked: Tracked

    static func == (left: Twin, right: Twin) -> Bool { left.number == right.number }
    func hash(into hasher: inout Hasher) { hasher.combine(number) }
  }

  @Test func `an element replaced by an equal one is released with no lock held (C7)`() {
    let list = ObservedArray<Twin>()
    let log = Log<Int>()
    let changes = Recorder(list.changes.map { $0.count })
    for number in 1...2 {
      let tracked = Tracked { [weak list] in
        onAnotherThread { [list] in _ = list?.count }
        log.append(number)
      }
      list.value = [Twin(number: 0, tracked: tracked)]
    }
    list.batch { $0.value = [Twin(number: 0, tracked: Tracked {})] }
    expect(log.entries, equals: [1, 2])
    expect(changes.values, equals: [1, 0, 0])
  }

  /// An element whose comparison edits its own list.
  struct Meddler: Equatable, Sendable {
    let number: Int
    let meddle: @Sendable () -> Void

    static func == (left: Meddler, right: Meddler) -> Bool {
      left.meddle()
      return left.number == right.number
    }
  }

  @Test func `elements are compared with no lock held (C7)`() {
    let list = ObservedArray<Meddler>()
    let calls = AtomicWord(0)
    let meddle: @Sendable () -> Void = { [weak list] in
      calls.add(1)
      onAnotherThread { [list] in list?.append(Meddler(number: 9) {}) }
    }
    let changes = Recorder(list.changes)
    list.value = [Meddler(number: 1, meddle: meddle)]
    list.value = [Meddler(number: 2, meddle: meddle)]
    expect(calls.value > 0)
    withExtendedLifetime(changes) {}
  }

  @Test func `predicates and orders are called with no lock held (C7)`() {
    let list: ObservedArray = [3, 1, 2]
    let first = AtomicWord(0)
    let editOnce: @Sendable () -> Void = { if first.set(1) == 0 { onAnotherThread { list.append(0) } } }
    list.removeAll {
      editOnce(); return $0 == 1
    }
    expect(list.value, equals: [3, 2, 0])
    first.clear(1)
    list.sort {
      editOnce(); return $0 < $1
    }
    expect(list.value, equals: [0, 0, 2, 3])
  }

  @Test func `a batch that meets another thread's edit runs again, and only its last run is reported`() {
    let list: ObservedArray = [1]
    let changes = Recorder(list.changes)
    var runs = 0
    list.batch { editor in
      runs += 1
      if runs == 1 { onAnotherThread { list.insert(0, at: 0) } }
      editor.append(editor.count * 10)
    }
    expect(list.value, equals: [0, 1, 20])
    expect(changes.history, equals: ["[insert [0] at 0]", "[insert [20] at 2]"])
  }

  @Test func `elements are searched from both sides, and appended by an operator`() {
    let list: ObservedArray = [1, 2]
    let changes = Recorder(list.changes)
    list += [3, 2]
    list += 4...5
    expect(list.value, equals: [1, 2, 3, 2, 4, 5])
    expect(changes.history, equals: ["[insert [3, 2] at 2]", "[insert [4, 5] at 4]"])
    expect(
      [list.firstIndex(of: 2), list.lastIndex(of: 2), list.firstIndex(of: 9), list.lastIndex(of: 9)],
      equals: [1, 3, nil, nil])
    expect([list.firstIndex { $0 > 2 }, list.lastIndex { $0 < 4 }, list.firstIndex { $0 > 9 }], equals: [2, 3, nil])
    expect([list.last { $0 < 4 }, list.last { $0 > 9 }], equals: [2, nil])
    expect(list.indices, equals: 0..<6)
    #expect(throws: CancellationError.self) { try list.lastIndex { _ in throw CancellationError() } }
  }

  @Test func `a search is a read, which derived values follow (K8)`() {
    let list: ObservedArray = [1, 2]
    let searches = [
      Derived { list.firstIndex(of: 2) }, Derived { list.lastIndex(of: 2) }, Derived { list.firstIndex { $0 == 2 } },
      Derived { list.lastIndex { $0 == 2 } }, Derived { list.indices.last }, Derived { list.last { $0 < 3 } },
    ]
    let results = searches.map { Recorder($0.signal.map { $0 ?? -1 }) }
    list.insert(2, at: 0)
    list.removeAll()
    let histories = [
      ["1", "0", "-1"], ["1", "2", "-1"], ["1", "0", "-1"], ["1", "2", "-1"], ["1", "2", "-1"], ["2", "-1"],
    ]
    for (result, history) in zip(results, histories) { expect(result.history, equals: history) }
    withExtendedLifetime(searches) {}
  }

  @Test func `searches call closures and comparisons with no lock held (C7)`() {
    let list: ObservedArray = [1]
    let found = list.firstIndex {
      onAnotherThread { list.append(2) }
      return $0 == 2
    }
    expect(found == nil)
    expect(list.value, equals: [1, 2])
    let meddlers = ObservedArray<Meddler>()
    let meddle: @Sendable () -> Void = { [weak meddlers] in onAnotherThread { [meddlers] in meddlers?.removeAll() } }
    meddlers.append(Meddler(number: 1, meddle: meddle))
    expect(meddlers.firstIndex(of: Meddler(number: 1) {}), equals: 0)
    expect(meddlers.isEmpty)
  }
}
