import Signals
import SignalsKVO
import SignalsTesting
import Testing

@Suite("K12 Elements that change", .leavesNothing) struct DerivedElementsTests {
  final class Person: Sendable {
    let name: Property<String>
    let isActive: Property<Bool>

    init(_ name: String, _ isActive: Bool = true) {
      self.name = Property(name)
      self.isActive = Property(isActive)
    }
  }

  @Test func `a property read by a predicate moves its element, and calls the predicate for that element only`() {
    let people = ["Ada", "Bo", "Cy"].map { Person($0) }
    let list = ObservedArray(people)
    let calls = Log<String>()
    let active = list.filtered { person in
      calls.append(person.name.value)
      return person.isActive.value
    }
    let changes = Recorder(active.changes.map { "\($0.map(\.shape))" })
    people[1].isActive.value = false
    people[2].isActive.value = true
    people[1].isActive.value = true
    expect(changes.values, equals: ["[\"-1@1\"]", "[\"+1@1\"]"])
    expect(calls.entries, equals: ["Ada", "Bo", "Cy", "Bo", "Cy", "Bo"])
  }

  @Test func `a property read by a sort key moves its element`() {
    let people = ["Ada", "Bo", "Cy"].map { Person($0) }
    let list = ObservedArray(people)
    let sorted = list.sorted(by: { $0.name.value })
    let changes = Recorder(sorted.changes.map { "\($0.map(\.shape))" })
    let names = sorted.mapped { $0.name.value }
    let lists = Recorder(names.signal)
    people[0].name.value = "Bz"
    people[0].name.value = "Dee"
    people[0].name.value = "Eve"
    expect(changes.values, equals: ["[\"0→1\"]", "[\"1→2\"]"])
    expect(
      lists.values, equals: [["Ada", "Bo", "Cy"], ["Bo", "Bz", "Cy"], ["Bo", "Cy", "Dee"], ["Bo", "Cy", "Eve"]])
  }

  @Test func `a removed element is no longer followed`() {
    let people = ["Ada", "Bo"].map { Person($0) }
    let list = ObservedArray(people)
    let active = list.filtered { $0.isActive.value }
    let changes = Recorder(active.changes.map { $0.count })
    expect(active.count, equals: 2)
    list.removeFirst()
    people[0].isActive.value = false
    expect(changes.values, equals: [1])
    list.append(people[0])
    expect(active.count, equals: 1)
    people[0].isActive.value = true
    expect(active.count, equals: 2)
    expect(changes.values, equals: [1, 1])
  }

  @Test func `a predicate follows a value outside of the elements`() {
    let list: ObservedArray = [1, 2, 3, 4]
    let bound = Property(2)
    let small = list.filtered { $0 <= bound.value }
    let changes = Recorder(small.changes)
    bound.value = 3
    bound.value = 1
    bound.value = 1
    expect(changes.values, equals: [[.insertion([3], at: 2)], [.removal([2, 3], at: 1)]])
    expect(small.value, equals: [1])
  }

  @Test func `within a transaction the result agrees with the elements at each step`() {
    let people = ["Ada", "Bo"].map { Person($0) }
    let active = ObservedArray(people).filtered { $0.isActive.value }
    let counts = Recorder(active.signal.map { $0.count })
    transaction {
      people[0].isActive.value = false
      expect(active.count, equals: 1)
      people[1].isActive.value = false
      expect(active.count, equals: 0)
      people[0].isActive.value = true
    }
    expect(counts.values, equals: [2, 1])
  }

  @Test func `observed properties of objects are followed`() {
    final class ToDo: KeyValueObservable, @unchecked Sendable {
      let observationStore = ObservationStore<ToDo>()
      @Observed var isDone = false
    }
    let tasks = (0..<3).map { _ in ToDo() }
    let list = ObservedArray(tasks)
    let open = list.filtered { !$0.isDone }
    let count = open.derivedCount
    let counts = Recorder(count.signal)
    tasks[1].isDone = true
    tasks[2].isDone = true
    tasks[1].isDone = false
    expect(counts.values, equals: [3, 2, 1, 2])
  }

  @Test func `a fed property that an element reads counts as observed (K8)`() {
    let log = Log<String>()
    let input = SignalInput<Int>()
    let fed = Property(
      1,
      whileObserved: { property in
        log.append("start")
        return input.signal.handleEvents(onCancel: { log.append("stop") }).assign(to: property)
      })
    let list: ObservedArray = [1, 2]
    let small = list.filtered { $0 <= fed.value }
    expect(small.value, equals: [1])
    expect(log.entries, equals: [])
    let endpoint = small.signal.subscribeValues { _ in }
    expect(log.entries, equals: ["start"])
    endpoint.cancel()
    expect(log.entries, equals: ["start", "stop"])
  }
}

extension ArrayChange {
  /// The change without its elements.
  fileprivate var shape: String {
    switch self {
    case .insertion(let elements, let index): "+\(elements.count)@\(index)"
    case .removal(let elements, let index): "-\(elements.count)@\(index)"
    case .replacement(let old, _, let index): "=\(old.count)@\(index)"
    case .move(let index, let newIndex): "\(index)→\(newIndex)"
    }
  }
}

@Suite("K12 Unchanged results", .leavesNothing) struct UnchangedResultTests {
  private final class Row: Sendable {}

  @Test func `an input of a closure that changes to an equal value replaces nothing`() {
    let number = Property(1)
    let isOdd = Derived { number.value % 2 == 1 }
    let list: ObservedArray = [1, 2]
    let rows = list.mapped { _ in
      _ = isOdd.value
      return Row()
    }
    let changes = Recorder(rows.changes.map { $0.count })
    number.value = 3
    expect(changes.values, equals: [])
    number.value = 4
    expect(changes.values, equals: [1])
  }

  @Test func `an edit that leaves equal contents is no event`() {
    let list: ObservedArray = [1, 2, 2]
    let (all, remainders) = (list.filtered { _ in true }, list.mapped { $0 % 2 })
    let (sorted, distinct) = (list.sorted(by: { $0 }), list.distinct())
    let changes = [all, remainders, sorted, distinct].map { Recorder($0.changes) }
    func counts() -> [Int] { changes.map(\.values.count) }
    list[0] = 1
    expect(counts(), equals: [0, 0, 0, 0])
    list[0] = 3
    expect(counts(), equals: [1, 0, 1, 1])
    list.remove(at: 1)
    expect(counts(), equals: [2, 1, 2, 1])
    list.batch { editor in
      editor.append(5)
      editor.append(7)
      editor.removeLast()
      editor.removeLast()
    }
    transaction {
      list.append(9)
      expect([all, remainders, sorted, distinct].map(\.last), equals: [9, 1, 9, 9])
      list.removeLast()
    }
    list.batch { editor in
      editor.move(from: 0, to: 1)
      editor.move(from: 1, to: 0)
    }
    expect(counts(), equals: [2, 1, 2, 1])
  }

  @Test func `a result that is the same object replaces nothing, and nil is the same as nil`() {
    let rows = [Row(), Row()]
    let number = Property(0)
    let list: ObservedArray = [0]
    let (mapped, optional) = (
      list.mapped { rows[($0 + number.value) % 2] }, list.mapped { $0 + number.value > 1 ? rows[0] : nil }
    )
    let changes = [Recorder(mapped.changes.map(\.count)), Recorder(optional.changes.map(\.count))]
    number.value = 2
    expect(changes.map(\.values), equals: [[], [1]])
    number.value = 4
    list[0] = 2
    expect(changes.map(\.values), equals: [[], [1]])
    number.value = 5
    expect(changes.map(\.values), equals: [[1], [1]])
    number.value = -2
    list[0] = 0
    expect(changes.map(\.values), equals: [[1, 1], [1, 1]])
  }

  @Test func `an object that is alone in its group and moves to another one stays in the joined groups`() {
    typealias Person = DerivedElementsTests.Person
    let person = Person("Ada")
    let list = ObservedArray([person])
    let groups = list.grouped { $0.name.value }.sorted(by: \.key)
    let joined = groups.mapped { $0.value }.joined()
    let changes = Recorder(joined.changes.map(\.count))
    // To groups before and after that of the former name.
    for name in ["Bo", "Cy", "Abe", "Dee", "Bea", "Al"] {
      person.name.value = name
      expect(joined.value.map(\.name.value), equals: [name])
    }
    expect(changes.values, equals: [])
  }

  @Test func `an element that an equal one replaces is evaluated anew, here and in what is derived from here`() {
    let list = ObservedArray([Item(number: 1, isActive: false)])
    let all = list.filtered { _ in true }
    let active = all.filtered { $0.isActive }.mapped { $0.number }
    let changes = [Recorder(all.changes.map(\.count)), Recorder(active.changes.map(\.count))]
    list[0] = Item(number: 1, isActive: true)
    expect(changes.map(\.values), equals: [[], [1]])
    expect(all.value.map(\.isActive), equals: [true])
    expect(active.value, equals: [1])
  }

  /// Equal items may be told apart.
  private struct Item: Equatable {
    let number: Int
    let isActive: Bool
    static func == (one: Item, other: Item) -> Bool { one.number == other.number }
  }
}
