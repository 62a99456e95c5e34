import Signals
import SignalsKVO
import SignalsTesting
import Testing

/// The laws of K12: a derived collection equals a computation from scratch, and its changes reproduce it.
@Suite("K12 Derived collections equal a computation from scratch", .leavesNothing) struct DerivedCollectionLawTests {
  /// One derived array, the equivalent plain computation, and a copy that follows its changes.
  private final class Subject: @unchecked Sendable {
    let name: String
    let array: DerivedArray<Int>
    let expected: () -> [Int]
    private var copy: [Int] = []
    private var endpoint: Endpoint?
    private(set) var events = 0

    init(_ name: String, _ array: DerivedArray<Int>, _ expected: @escaping () -> [Int]) {
      self.name = name
      self.array = array
      self.expected = expected
    }

    func observe() {
      copy = []
      endpoint = array.changes(from: []).subscribeValues { [weak self] changes in
        self?.copy.apply(changes)
        self?.events += 1
      }
    }

    func stopObserving() {
      endpoint?.cancel()
      endpoint = nil
    }

    var isObserved: Bool { endpoint != nil }

    /// Checks that all read operations agree with the computation.
    func check(_ comment: Comment) {
      let expected = expected()
      expect(array.value, equals: expected, "\(name), \(comment)")
      expect(array.count, equals: expected.count, "\(name), \(comment)")
      expect(array.first, equals: expected.first, "\(name), \(comment)")
      expect(array.last, equals: expected.last, "\(name), \(comment)")
      expect((0..<expected.count).map { array[$0] }, equals: expected, "\(name), \(comment)")
    }

    func checkCopy(_ comment: Comment) {
      if isObserved { expect(copy, equals: expected(), "the copy of \(name), \(comment)") }
    }
  }

  private final class Cell: Sendable {
    let number: Property<Int>
    init(_ number: Int) { self.number = Property(number) }
  }

  private final class Row: Sendable {
    let cell: Cell
    init(_ cell: Cell) { self.cell = cell }
  }

  private static func groups(_ numbers: [Int]) -> [Int: [Int]] { Dictionary(grouping: numbers) { $0 % 3 } }

  private static func unique(_ numbers: [Int]) -> [Int] {
    var seen: Set<Int> = []
    return numbers.filter { seen.insert($0).inserted }
  }

  @Test(arguments: 1...UInt64(repetitions(120, quick: 40)))
  func `the laws hold for random edits, batches, predicates and transactions, read and observed`(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var list = ObservedArray<Int>([3, 1, 2])
    var other = ObservedArray<Int>([7])
    let bound = Property(5)
    let isAscending = Property(true)
    let limit = Property(3)
    let ascending: @Sendable (Int, Int) -> Bool = { $0 < $1 }
    let byRemainder: @Sendable (Int, Int) -> Bool = { $0 % 3 < $1 % 3 }
    let order = Property(ascending)

    let even = list.filtered { $0.isMultiple(of: 2) }
    let small = list.filtered(by: bound) { $0 < $1 }
    let tens = list.mapped { $0 * 10 }
    let halves = list.compacted { $0.isMultiple(of: 2) ? $0 / 2 : nil }
    let sorted = list.sorted(by: { $0 % 4 })
    let reversed = list.sorted(by: { $0 % 4 }, ascending: isAscending)
    let ordered = list.sorted(using: order)
    let distinct = list.distinct()
    let distinctBy = list.distinct(by: { $0 % 3 })
    let limited = list.limited(to: 3)
    let variable = list.limited(to: limit)
    let merged = merged(list, other, even)
    let groups = list.grouped(by: { $0 % 3 })
    let joined = groups.sorted(by: \.key).mapped { $0.value }.joined()
    let chain = merged.filtered { $0 > 1 }.sorted(by: { -$0 }).limited(to: 6).mapped { $0 + 1 }.distinct()
    let sum = list.derivedSum()
    let least = list.derivedMin(of: { ($0 + 5) % 10 })
    let greatest = small.derivedMax()
    let count = small.derivedCount

    func stable(_ numbers: [Int], _ isBefore: (Int, Int) -> Bool) -> [Int] {
      numbers.enumerated().sorted {
        isBefore($0.element, $1.element) || !isBefore($1.element, $0.element) && $0.offset < $1.offset
      }.map(\.element)
    }
    let subjects = [
      Subject("even", even) { list.value.filter { $0.isMultiple(of: 2) } },
      Subject("small", small) { list.value.filter { $0 < bound.value } },
      Subject("tens", tens) { list.value.map { $0 * 10 } },
      Subject("halves", halves) { list.value.compactMap { $0.isMultiple(of: 2) ? $0 / 2 : nil } },
      Subject("sorted", sorted) { stable(list.value) { $0 % 4 < $1 % 4 } },
      Subject("reversed", reversed) {
        stable(list.value) { isAscending.value ? $0 % 4 < $1 % 4 : $0 % 4 > $1 % 4 }
      },
      Subject("ordered", ordered) { stable(list.value, order.value) },
      Subject("distinct", distinct) { Self.unique(list.value) },
      Subject("distinctBy", distinctBy) {
        var seen: Set<Int> = []
        return list.value.filter { seen.insert($0 % 3).inserted }
      },
      Subject("limited", limited) { Array(list.value.prefix(3)) },
      Subject("variable", variable) { Array(list.value.prefix(max(0, limit.value))) },
      Subject("merged", merged) { list.value + other.value + list.value.filter { $0.isMultiple(of: 2) } },
      Subject("joined", joined) { Self.groups(list.value).sorted { $0.key < $1.key }.flatMap(\.value) },
      Subject("chain", chain) {
        let all: [Int] = list.value + other.value + list.value.filter { $0.isMultiple(of: 2) }
        let greatest: [Int] = Array(stable(all.filter { $0 > 1 }) { $0 > $1 }.prefix(6))
        return Self.unique(greatest.map { $0 + 1 })
      },
    ]
    for round in 0..<60 {
      for subject in subjects where random.oneIn(8) {
        if subject.isObserved { subject.stopObserving() } else { subject.observe() }
      }
      let before = subjects.map(\.events)
      let isTransaction = random.oneIn(3)
      let steps = isTransaction ? random.number(in: 1...4) : 1
      func step() {
        switch random.number(in: 0...9) {
        case 0: bound.value = random.digit()
        case 1: isAscending.value.toggle()
        case 2: limit.value = random.number(in: -1...6)
        case 3: order.value = random.oneIn(2) ? ascending : byRemainder
        case 4: other.edit(&random)
        case 5:
          var copy = random
          let start = random
          list.batch { editor in
            copy = start
            for _ in 0..<3 { editor.edit(&copy) }
          }
          random = copy
        default: list.edit(&random)
        }
      }
      if isTransaction {
        transaction {
          for _ in 0..<steps {
            step()
            for subject in subjects where random.oneIn(4) { subject.check("in a transaction, seed \(seed)") }
          }
        }
        for (subject, events) in zip(subjects, before) {
          expect(subject.events <= events + 1, "\(subject.name), a transaction is one event, seed \(seed)")
        }
      } else {
        step()
      }
      for subject in subjects {
        subject.checkCopy("round \(round), seed \(seed)")
        if random.oneIn(3) { subject.check("round \(round), seed \(seed)") }
      }
      if random.oneIn(3) {
        expect(groups.value.mapValues(\.value), equals: Self.groups(list.value), "seed \(seed)")
        expect(sum.value, equals: list.value.reduce(0, +), "seed \(seed)")
        expect(least.value, equals: list.value.map { ($0 + 5) % 10 }.min(), "seed \(seed)")
        expect(greatest.value, equals: list.value.filter { $0 < bound.value }.max(), "seed \(seed)")
        expect(count.value, equals: list.value.count { $0 < bound.value }, "seed \(seed)")
      }
    }
    subjects.forEach { $0.stopObserving() }
  }

  @Test(arguments: 1...UInt64(repetitions(80, quick: 30)))
  func `the laws hold for elements whose observed properties change`(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let cells = (0..<12).map { Cell($0) }
    let list = ObservedArray(cells[..<6])
    let even = list.filtered { $0.number.value.isMultiple(of: 2) }.mapped { $0.number.value }
    let sorted = list.sorted(by: { $0.number.value }).mapped { $0.number.value }
    let distinct = list.distinct(by: { $0.number.value % 4 }).mapped { $0.number.value }
    let groups = list.grouped(by: { $0.number.value % 3 })
    let sum = list.derivedSum(of: { $0.number.value })
    func numbers() -> [Int] { list.value.map(\.number.value) }
    let subjects = [
      Subject("even", even) { numbers().filter { $0.isMultiple(of: 2) } },
      Subject("sorted", sorted) { numbers().sorted() },
      Subject("distinct", distinct) {
        var seen: Set<Int> = []
        return numbers().filter { seen.insert($0 % 4).inserted }
      },
    ]
    for round in 0..<60 {
      for subject in subjects where random.oneIn(6) {
        if subject.isObserved { subject.stopObserving() } else { subject.observe() }
      }
      func step() {
        if random.oneIn(3) {
          let index = random.number(in: 0...list.count)
          switch random.number(in: 0...3) {
          case 0: list.insert(cells[random.number(in: 0...11)], at: index)
          case 1: if index < list.count { list.remove(at: index) }
          case 2: if index < list.count { list.move(from: index, to: random.number(in: 0...list.count - 1)) }
          default: list.value = list.value.shuffled(using: &random)
          }
        } else {
          cells[random.number(in: 0...11)].number.value = random.number(in: 0...20)
        }
      }
      if random.oneIn(3) {
        transaction {
          for _ in 0..<random.number(in: 1...4) {
            step()
            for subject in subjects where random.oneIn(3) { subject.check("in a transaction, seed \(seed)") }
          }
        }
      } else {
        step()
      }
      for subject in subjects {
        subject.checkCopy("round \(round), seed \(seed)")
        if random.oneIn(2) { subject.check("round \(round), seed \(seed)") }
      }
      let expected = Dictionary(grouping: numbers()) { $0 % 3 }
      expect(groups.value.mapValues { $0.value.map(\.number.value) }, equals: expected, "seed \(seed)")
      expect(sum.value, equals: numbers().reduce(0, +), "seed \(seed)")
    }
    subjects.forEach { $0.stopObserving() }
  }

  @Test(arguments: 1...UInt64(repetitions(60, quick: 20)))
  func `each element has one result while it is there, however rarely another collection is read`(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let list = ObservedArray((0..<20).map { Cell($0) })
    let idle = list.mapped { $0.number.value }
    let made = Log<Cell>()
    let rows = list.mapped { cell in
      made.append(cell)
      return Row(cell)
    }
    let endpoint = rows.changes.subscribeValues { _ in }
    // The model, which also keeps all cells.
    var model = list.value
    var all = model
    for _ in 0..<400 {
      for _ in 0..<(random.oneIn(10) ? 5 : 1) {
        let index = random.number(in: 0...model.count - 1)
        let cell = Cell(all.count)
        all.append(cell)
        switch random.number(in: 0...3) {
        case 0 where model.count < 30:
          list.insert(cell, at: index)
          model.insert(cell, at: index)
        case 1 where model.count > 10:
          list.remove(at: index)
          model.remove(at: index)
        case 2:
          let other = random.number(in: 0...model.count - 1)
          list.move(from: index, to: other)
          model.insert(model.remove(at: index), at: other)
        default:
          list[index] = cell
          model[index] = cell
        }
      }
      if random.oneIn(60) { expect(idle.value, equals: model.map(\.number.value), "seed \(seed)") }
      expect(rows.value.map { ObjectIdentifier($0.cell) }, equals: model.map { ObjectIdentifier($0) }, "seed \(seed)")
    }
    let numbers = made.entries.map(\.number.value)
    expect(Set(numbers).count, equals: numbers.count, "seed \(seed)")
    endpoint.cancel()
  }
}
