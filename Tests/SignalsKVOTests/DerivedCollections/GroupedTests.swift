import Signals
import SignalsKVO
import SignalsTesting
import Testing

@Suite("K12 grouped", .leavesNothing) struct GroupedTests {
  @Test func `the dictionary of groups reports only groups that appear and disappear`() {
    let list = ObservedArray(["ant", "bee", "asp"])
    let groups = list.grouped(by: { $0.first! })
    let log = Recorder(groups.changes.map { $0.map { "\($0.key) \($0.isInsertion)" } })
    list.append("cat")
    list.append("cow")
    list.remove(at: 1)
    list.append("bat")
    expect(log.values, equals: [["c true"], ["b false"], ["b true"]])
    expect(groups.value.mapValues(\.value), equals: ["a": ["ant", "asp"], "c": ["cat", "cow"], "b": ["bat"]])
    expect(groups.count, equals: 3)
    expect(groups["z"] == nil)
  }

  @Test func `a group follows its elements, in the order of the source`() {
    let list = ObservedArray(["ant", "bee", "asp"])
    let group = list.grouped(by: { $0.first! })["a"]
    let changes = Recorder(group.map(\.changes) ?? .never())
    list.insert("auk", at: 1)
    list.append("bat")
    list.move(from: 0, to: 3)
    list.removeAll { $0 == "asp" }
    expect(changes.values, equals: [[.insertion(["auk"], at: 1)], [.move(from: 0, to: 2)], [.removal(["asp"], at: 1)]])
    expect(group?.value, equals: ["auk", "ant"])
  }

  @Test func `a retained group becomes empty with its last element, and is the group of a later element`() {
    let list: ObservedArray = [1, 2]
    let groups = list.grouped(by: { $0 % 2 })
    let odd = groups[1]
    list.remove(at: 0)
    expect(odd?.value, equals: [])
    expect(groups[1] == nil)
    list.append(3)
    expect(odd?.value, equals: [3])
    expect(groups[1] === odd)
  }

  @Test func `a key that changes moves its element to another group`() {
    let numbers = [1, 2, 3].map { Property($0) }
    let groups = ObservedArray(numbers).grouped(by: { $0.value % 2 })
    let (odd, even) = (groups[1]!, groups[0]!)
    let (odds, evens) = (odd.derivedCount, even.derivedCount)
    let counts = Recorder(combineLatest(odds.signal, evens.signal).map { "\($0) \($1)" })
    numbers[0].value = 4
    numbers[1].value = 6
    expect(counts.values, equals: ["2 1", "1 2"])
    expect(even.mapped { $0.value }.value, equals: [4, 6])
  }

  @Test func `groups are elements of derived collections`() {
    let list = ObservedArray(["ant", "bee", "asp"])
    let sizes = list.grouped(by: { $0.first! }).sorted(by: \.key).mapped { "\($0.key)\($0.value.count)" }
    let values = Recorder(sizes.signal)
    list.append("cat")
    list.append("bat")
    expect(values.values, equals: [["a2", "b1"], ["a2", "b1", "c1"], ["a2", "b2", "c1"]])
  }

  @Test func `a group retains its source, and is not retained itself`() {
    weak var source: ObservedArray<Int>?
    var group: DerivedArray<Int>?
    do {
      let list: ObservedArray = [1, 2, 3]
      source = list
      group = list.grouped(by: { $0 % 2 })[1]
    }
    expect(group?.value, equals: [1, 3])
    expect(source != nil)
    group = nil
    expect(source == nil)
  }
}

extension DictionaryChange {
  fileprivate var isInsertion: Bool { if case .insertion = self { true } else { false } }
}

@Suite("K12 Groups that disappear", .leavesNothing) struct GoneGroupTests {
  @Test func `the array that a removal reports follows the elements when the key comes back`() {
    let list: ObservedArray = [1, 2]
    let groups = list.grouped(by: { $0 % 2 })
    let held = Log<DerivedArray<Int>>()
    let endpoint = groups.changes.subscribeValues { changes in
      for case .removal(let array, _) in changes { held.append(array) }
    }
    list.remove(at: 0)
    list.append(3)
    expect(held.entries.first?.value, equals: [3])
    expect(held.entries.first === groups[1])
    endpoint.cancel()
  }

  @Test func `concurrent reads of groups and edits of the source agree in the end`() {
    for _ in 0..<20 {
      let list = ObservedArray<Int>(0..<12)
      let groups = list.grouped(by: { $0 % 4 })
      onThreads(3) { thread in
        var random = SeededGenerator(seed: UInt64(thread))
        for _ in 0..<100 {
          switch thread {
          case 0:
            if random.oneIn(2) { list.append(random.digit()) } else { list.batch { _ = $0.popLast() } }
          case 1: _ = groups.value.mapValues(\.count)
          default: _ = groups[random.number(in: 0...3)]?.value
          }
        }
      }
      expect(groups.value.mapValues(\.value), equals: Dictionary(grouping: list.value) { $0 % 4 })
    }
  }
}

@Suite("K12 Arrays that the dictionary of groups keeps", .leavesNothing) struct KeptGroupTests {
  @Test func `an array that was looked up stays, so the next reader doesn't fill another one`() {
    let list: ObservedArray = [1, 2, 3]
    let groups = list.grouped(by: { $0 % 2 })
    weak let odd = groups[1]
    expect(odd != nil)
    expect(groups[1]?.count, equals: 2)
    list.append(5)
    expect(groups[1]?.value, equals: [1, 3, 5])
    expect(odd === groups[1])
  }

  @Test func `an array that was found in the whole contents stays once it was read`() {
    let list: ObservedArray = [1, 2, 3]
    let groups = list.grouped(by: { $0 % 2 })
    weak let unread = groups.value[1]
    expect(groups.keys.sorted(), equals: [0, 1])
    expect(unread == nil)
    for (_, group) in groups where group.count == 2 { break }
    weak let read = groups.value[1]
    expect(read != nil)
  }

  @Test func `an effect that reads a group runs for edits of that group and of no other`() {
    let list = ObservedArray(["ant", "bee"])
    let groups = list.grouped(by: { $0.first! })
    let log = Log<String>()
    let looked = observe { log.append("a \(groups["a"]?.count ?? 0)") }
    let iterated = observe {
      for (key, group) in groups where key == "b" { log.append("b \(group.count)") }
    }
    expect(log.take(), equals: ["a 1", "b 1"])
    list.append("cat")
    expect(log.take(), equals: ["a 1", "b 1"])
    list.append("cow")
    list.append("crab")
    expect(log.take(), equals: [])
    list.append("asp")
    expect(log.take(), equals: ["a 2"])
    list.append("bat")
    expect(log.take(), equals: ["b 2"])
    looked.cancel()
    iterated.cancel()
  }

  @Test func `a group that is looked up is observed without being held`() {
    let list: ObservedArray = [1, 2, 3]
    let groups = list.grouped(by: { $0 % 2 })
    let log = Log<String>()
    let endpoint = groups[1]?.changes.subscribe { log.append("\($0)") }
    list.append(5)
    list.value = [2]
    _ = groups.count
    expect(log.entries, equals: ["value([insert [5] at 2])", "value([remove [1, 3, 5] at 0])", "finished"])
    endpoint?.cancel()
  }

  @Test func `an observer of an array that ends with its group may read the dictionary`() {
    let list: ObservedArray = [1, 2, 3]
    let groups = list.grouped(by: { $0 % 2 })
    let log = Log<String>()
    func subscribe(_ key: Int) -> Endpoint? {
      groups[key]?.changes.subscribe { event in
        if case .end = event { log.append("\(key) \(groups.keys.sorted()) \(groups.count)") }
      }
    }
    let odd = subscribe(1)
    list.value = [2]
    expect(log.take(), equals: [])
    expect(groups.count, equals: 1)
    expect(log.take(), equals: ["1 [0] 1"])
    let even = subscribe(0)
    let groupChanges = groups.changes.subscribe { _ in log.append("changes") }
    list.value = [1]
    expect(log.take(), equals: ["changes", "0 [1] 1"])
    withExtendedLifetime((odd, even, groupChanges)) {}
  }

  @Test func `an array is released with its group or with the dictionary, and a later group has another one`() {
    let list: ObservedArray = [1, 2]
    var groups: DerivedDictionary? = list.grouped(by: { $0 % 2 })
    weak let (odd, even) = (groups?[1], groups?[0])
    expect([odd?.count, even?.count], equals: [1, 1])
    list.value = [2]
    expect(groups?.count, equals: 1)
    expect(odd == nil)
    list.append(3)
    expect(groups?[1]?.value, equals: [3])
    weak let later = groups?[1]
    expect((later == nil, even == nil), equals: (false, false))
    groups = nil
    expect((later == nil, even == nil), equals: (true, true))
  }

  @Test func `an array that is held while its group is gone is kept again with the group`() {
    let list: ObservedArray = [1, 2]
    let groups = list.grouped(by: { $0 % 2 })
    var held = groups[1]
    weak let odd = held
    list.value = [2]
    expect(groups[1] == nil)
    expect(held?.value, equals: [])
    list.append(3)
    expect(groups[1]?.value, equals: [3])
    held = nil
    expect(odd === groups[1])
    list.value = [2]
    expect(groups.count, equals: 1)
    expect(odd == nil)
  }

  @Test func `an array that outlives the dictionary follows the elements, and nothing keeps it`() {
    let list: ObservedArray = [1, 2]
    var group = list.grouped(by: { $0 % 2 })[1]
    weak let odd = group
    list.append(3)
    expect(group?.value, equals: [1, 3])
    group = nil
    expect(odd == nil)
  }
}

@Suite("K12 Groups on several threads", .leavesNothing) struct GroupThreadTests {
  private typealias Groups = DerivedDictionary<Int, DerivedArray<Int>>

  /// Reads groups on another thread, once, when a key is asked of a certain element.
  private final class Meddler: @unchecked Sendable {
    var groups: Groups?
    var element: Int?
    var read: (Groups) -> Void = { _ in }

    func meddle(_ element: Int) {
      guard element == self.element, let groups else { return }
      self.element = nil
      onAnotherThread { self.read(groups) }
    }
  }

  @Test func `a read while another thread brings the groups up to date finds those of the present elements`() {
    let list: ObservedArray = [1, 2]
    let meddler = Meddler()
    let groups = list.grouped(by: { number in
      meddler.meddle(number)
      return number
    })
    meddler.groups = groups
    defer { meddler.groups = nil }
    let group = groups[1]
    let found = Log<[Int: [Int]]>()
    meddler.read = { groups in
      found.append([0: groups.keys.sorted(), 1: [groups.count], 2: groups[7]?.value ?? [], 3: groups[1]?.value ?? []])
      found.append(groups.value.mapValues(\.value))
    }
    list.append(7)
    meddler.element = 7
    expect(group?.value, equals: [1])
    expect(found.entries, equals: [[0: [1, 2, 7], 1: [3], 2: [7], 3: [1]], [1: [1], 2: [2], 7: [7]]])
    expect(groups.keys.sorted(), equals: [1, 2, 7])
  }

  @Test func `an observer of the dictionary receives a group that another thread was finding`() {
    let list: ObservedArray = [1, 2]
    let meddler = Meddler()
    let groups = list.grouped(by: { number in
      meddler.meddle(number)
      return number
    })
    meddler.groups = groups
    defer { meddler.groups = nil }
    let group = groups[1]
    let keys = Recorder(groups.signal.map { $0.keys.sorted() })
    meddler.read = { _ = $0.count }
    transaction {
      list.append(7)
      meddler.element = 7
      expect(group?.value, equals: [1])
    }
    list.removeLast()
    expect(keys.values, equals: [[1, 2], [1, 2, 7], [1, 2]])
  }

  @Test func `an array that a thread made while another one found the groups follows the elements of its key`() {
    let list: ObservedArray = [1, 2, 3]
    let meddler = Meddler()
    let groups = list.grouped(by: { number in
      meddler.meddle(number)
      return number % 2
    })
    meddler.groups = groups
    defer { meddler.groups = nil }
    let arrays = Log<DerivedArray<Int>>()
    meddler.read = { groups in if let odd = groups.value[1] { arrays.append(odd) } }
    meddler.element = 1
    expect(groups.value.mapValues(\.value), equals: [1: [1, 3], 0: [2]])
    // The closure of the groups would keep the array by way of this, and the array keeps the closure.
    let odd = arrays.take()[0]
    expect(odd === groups[1])
    list.value = [2]
    expect(odd.value, equals: [])
    list.append(4)
    expect(groups[1] == nil)
    list.append(5)
    expect(odd.value, equals: [5])
    expect(odd === groups[1])
    list.append(7)
    expect(odd.value, equals: [5, 7])
  }
}

@Suite("K12 Keys of groups", .leavesNothing) struct GroupKeyTests {
  private struct Key: Hashable {
    let number: Int
    func hash(into hasher: inout Hasher) {}
  }

  @Test func `keys with the same hash have groups of their own`() {
    let list: ObservedArray = [1, 2, 3, 4]
    let groups = list.grouped(by: { Key(number: $0 % 3) })
    let one = groups[Key(number: 1)]
    list.removeAll { $0 % 3 != 0 }
    list.append(5)
    list.append(7)
    expect(groups.value.mapValues(\.value), equals: [Key(number: 0): [3], Key(number: 2): [5], Key(number: 1): [7]])
    expect(one === groups[Key(number: 1)])
  }

  @Test func `an element whose key isn't equal to itself can be moved and removed (C14)`() {
    let list: ObservedArray = [1.0, .nan, 2, .nan]
    let (groups, distinct) = (list.grouped(by: { $0 }), list.distinct(by: { $0 }))
    let mirror = Recorder(distinct.signal.map(\.description))
    expect(groups[1]?.value, equals: [1])
    list.batch { $0.move(from: 1, to: 2) }
    list.remove(at: 3)
    list.removeAll { $0.isNaN }
    expect(mirror.values.last, equals: "[1.0, 2.0]")
    expect(distinct.value, equals: [1, 2])
    expect([groups[1]?.value, groups[2]?.value], equals: [[1], [2]])
  }

  @Test func `a group that nobody uses doesn't keep its key`() {
    final class Name: Hashable, Sendable {
      let text: String
      init(_ text: String) { self.text = text }
      static func == (one: Name, other: Name) -> Bool { one.text == other.text }
      func hash(into hasher: inout Hasher) { hasher.combine(text) }
    }
    weak var key: Name?
    let list = ObservedArray<Name>()
    let groups = list.grouped(by: { $0 })
    do {
      let name = Name("a")
      key = name
      list.append(name)
    }
    expect(groups.count, equals: 1)
    var array = groups.value.values.first
    list.value = [Name("b")]
    expect(groups.count, equals: 1)
    list.append(Name("c"))
    expect(groups.count, equals: 2)
    expect(array?.count, equals: 0)
    expect(key != nil)
    array = nil
    expect(key == nil)
  }
}
