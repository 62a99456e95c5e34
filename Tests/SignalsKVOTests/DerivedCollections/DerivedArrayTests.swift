import Observation
import Signals
import SignalsKVO
import SignalsTesting
import Testing

@Suite("K12 Derived arrays", .leavesNothing) struct DerivedArrayTests {
  @Test func `a derived array is computed at its first read, once for each element`() {
    let list: ObservedArray = [1, 2, 3]
    let calls = Log<Int>()
    let even = list.filtered {
      calls.append($0)
      return $0.isMultiple(of: 2)
    }
    expect(calls.entries, equals: [])
    expect(even.value, equals: [2])
    expect(even.count, equals: 1)
    expect(calls.entries, equals: [1, 2, 3])
    list.append(4)
    expect(calls.entries, equals: [1, 2, 3])
    expect(even.last, equals: 4)
    expect(calls.entries, equals: [1, 2, 3, 4])
  }

  @Test func `the signals of a derived array are those of an equal observed array`() {
    let list: ObservedArray = [1, 2, 3, 4]
    let even = list.filtered { $0.isMultiple(of: 2) }
    let changes = Recorder(even.changes)
    let values = Recorder(even.signal)
    let fromCopy = Recorder(even.changes(from: [2, 4, 5]))
    list.append(6)
    list.append(7)
    list.remove(at: 1)
    list.move(from: 3, to: 0)
    list[0] = 8
    let edits: [[ArrayChange<Int>]] = [
      [.insertion([6], at: 2)], [.removal([2], at: 0)], [.move(from: 1, to: 0)], [.replacement([6], with: [8], at: 0)],
    ]
    expect(changes.values, equals: edits)
    expect(values.values, equals: [[2, 4], [2, 4, 6], [4, 6], [6, 4], [8, 4]])
    expect(fromCopy.values, equals: [[.removal([5], at: 2)]] + edits)
  }

  @Test func `a batch and a transaction are one event each (C11)`() {
    let list: ObservedArray = [1, 2]
    let tens = list.mapped { $0 * 10 }
    let changes = Recorder(tens.changes)
    list.batch { editor in
      editor.append(3)
      editor.removeFirst()
    }
    transaction {
      list.append(4)
      expect(tens.value, equals: [20, 30, 40])
      list.append(5)
    }
    expect(
      changes.values == [
        [.insertion([30], at: 2), .removal([10], at: 0)], [.insertion([40, 50], at: 2)],
      ]
        || changes.values == [
          [.insertion([30], at: 2), .removal([10], at: 0)], [.insertion([40], at: 2), .insertion([50], at: 3)],
        ])
  }

  @Test func `a join of two arrays derived from one source emits once per edit (C10)`() {
    let list: ObservedArray = [1, 2]
    let even = list.filtered { $0.isMultiple(of: 2) }
    let odd = list.filtered { !$0.isMultiple(of: 2) }
    let pairs = Recorder(combineLatest(even.signal, odd.signal).map { "\($0) \($1)" })
    list.value = [3, 4]
    expect(pairs.values, equals: ["[2] [1]", "[4] [3]"])
  }

  @Test func `an edit that leaves the result as it is emits nothing`() {
    let list: ObservedArray = [1, 2]
    let even = list.filtered { $0.isMultiple(of: 2) }
    let changes = Recorder(even.changes)
    list.append(3)
    list.append(contentsOf: [])
    expect(changes.values, equals: [])
    expect(even.value, equals: [2])
  }

  @Test func `a derived value, observe and Swift Observation follow a derived array (K8, K10)`() {
    let list: ObservedArray = [1, 2]
    let even = list.filtered { $0.isMultiple(of: 2) }
    let runs = Log<Int>()
    let total = Derived {
      runs.append(1)
      return even.value.reduce(0, +)
    }
    let seen = Log<String>()
    let endpoint = observe { seen.append("\(even.count) \(even.first ?? 0)") }
    withObservationTracking {
      _ = even[0]
    } onChange: {
      seen.append("tracked")
    }
    expect(total.value, equals: 2)
    list.append(3)
    expect(total.value, equals: 2)
    expect(runs.entries.count, equals: 1)
    list.insert(4, at: 0)
    expect(total.value, equals: 6)
    expect(Set(seen.entries), equals: ["1 2", "2 4", "tracked"])
    endpoint.cancel()
  }

  @Test func `an owner's observer receives changes until it is removed`() {
    final class Table: Sendable {
      let log = Log<[ArrayChange<Int>]>()
    }
    let list: ObservedArray = [1]
    let tens = list.mapped { $0 * 10 }
    let table = Table()
    tens.subscribe(table) { table, changes in table.log.append(changes) }
    list.append(2)
    expect(tens.observerCount, equals: 1)
    tens.removeObservers(forOwner: table)
    list.append(3)
    expect(table.log.entries, equals: [[.insertion([20], at: 1)]])
    expect(tens.observerCount, equals: 0)
  }

  @Test func `the release of a derived array finishes its signals, and a chain retains its sources`() {
    let list: ObservedArray = [3, 1, 2]
    var chain: DerivedArray<Int>? = list.sorted(by: { $0 }).mapped { $0 * 10 }.limited(to: 2)
    let values = chain.map { Recorder($0.signal) }
    list.append(0)
    chain = nil
    list.append(-1)
    expect(values?.values, equals: [[10, 20], [0, 10]])
    expect(values?.end.map { "\($0)" }, equals: "finished")
  }

  @Test func `removed elements are released once the change has been propagated`() {
    final class Item: Sendable {
      let released: @Sendable () -> Void
      init(_ released: @escaping @Sendable () -> Void) { self.released = released }
      deinit { released() }
    }
    let log = Log<String>()
    let list = ObservedArray([Item { log.append("first") }, Item { log.append("second") }])
    let items = list.mapped { $0 }
    let rows = items.sorted(using: { _, _ in false })
    let counts = Recorder(rows.signal.map { $0.count })
    list.removeFirst()
    expect(log.entries, equals: ["first"])
    list.removeAll()
    expect(log.entries, equals: ["first", "second"])
    expect(counts.values, equals: [2, 1, 0])
  }

  @Test func `an idle derived array keeps no removed elements, even if its source is observed`() {
    final class Item: Sendable {
      let log: Log<Int>
      init(_ log: Log<Int>) { self.log = log }
      deinit { log.append(1) }
    }
    let log = Log<Int>()
    let list = ObservedArray((0..<4).map { _ in Item(log) })
    let items = list.filtered { _ in true }
    let idle = items.mapped { _ in 0 }
    expect(idle.count, equals: 4)
    let endpoint = items.changes.subscribeValues { _ in }
    for _ in 0..<1_000 { list[0] = Item(log) }
    // At most the elements of the array are alive, and a few more.
    expect(log.entries.count > 800)
    endpoint.cancel()
  }

  @Test func `a moved element keeps its result, and a replaced one gets a new result`() {
    final class Row: Sendable {
      let number: Int
      init(_ number: Int) { self.number = number }
    }
    let list: ObservedArray = [1, 2, 3]
    let rows = list.mapped { Row($0) }
    let before = rows.value
    list.move(from: 0, to: 2)
    list.value = [3, 2, 1, 4]
    expect(rows.map(\.number), equals: [3, 2, 1, 4])
    expect(rows[0] === before[2] && rows[1] === before[1] && rows[2] === before[0])
    list[1] = 2
    expect(rows[1] !== before[1])
  }

  @Test func `an index out of bounds stops the program with a message (C14)`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let even = ObservedArray([1, 2]).filtered { $0.isMultiple(of: 2) }
      _ = even[1]
    }
    let message = result.map { String(decoding: $0.standardErrorContent, as: UTF8.self) } ?? ""
    expect(message.contains("There is no element at 1: this array has 1, so give an index from 0 to 0."))
  }

  @Test func `a derived array that reads itself stops the program with its name (K8)`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let place = Log<DerivedArray<Int>>()
      let list: ObservedArray = [1]
      place.append(list.filtered { _ in place.entries[0].isEmpty })
      _ = place.entries[0].value
    }
    let message = result.map { String(decoding: $0.standardErrorContent, as: UTF8.self) } ?? ""
    expect(message.contains("filtered"), "\(message)")
    // The evaluation of its element is no value that the program has made.
    expect(!message.contains("Derived ("), "\(message)")
    expect(message.contains("read one of them first that has a value for this case"), "\(message)")
  }

  @Test func `a move past an equal element is an event (K12)`() {
    let list: ObservedArray = [1, 3, 2]
    let odd = list.mapped { $0 % 2 }
    let changes = Recorder(odd.changes)
    list.swapAt(0, 1)
    list.move(from: 0, to: 1)
    expect(odd.value, equals: [1, 1, 0])
    expect(changes.values, equals: [[.move(from: 1, to: 0)], [.move(from: 0, to: 1)]])
  }

  @Test func `a handler may edit the source, and the changes follow in order`() {
    let list: ObservedArray = [1]
    let tens = list.mapped { $0 * 10 }
    let log = Log<[ArrayChange<Int>]>()
    let endpoint = tens.changes.subscribeValues { [weak list] changes in
      log.append(changes)
      if let list, list.count < 4 { list.append(list.count) }
    }
    list.append(7)
    expect(tens.value, equals: [10, 70, 20, 30])
    expect(
      log.entries.flatMap { $0 }, equals: [.insertion([70], at: 1), .insertion([20], at: 2), .insertion([30], at: 3)])
    endpoint.cancel()
  }
}
