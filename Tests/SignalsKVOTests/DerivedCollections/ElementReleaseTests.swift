import Signals
import SignalsKVO
import Testing

@Suite("K12 The end of an element", .leavesNothing) struct ElementReleaseTests {
  /// An element, or the result of a closure.
  fileprivate final class Item: Sendable {
    let number: Int
    private let ended: @Sendable () -> Void

    init(_ number: Int, _ ended: @escaping @Sendable () -> Void = {}) {
      self.number = number
      self.ended = ended
    }

    deinit { ended() }
  }

  enum Kind: CaseIterable {
    case mapped, filtered, sorted, sortedByItem, distinct, limited, beyondLimit, grouped, group, joined, two, chain
    case count, sum, greatest, derived, dictionary

    /// Returns a function that reads a number that is zero without elements.
    fileprivate func read(_ list: ObservedArray<Item>) -> @Sendable () -> Int {
      switch self {
      case .mapped: counted(list.mapped { $0.number })
      case .filtered: counted(list.filtered { $0.number > 0 })
      case .sorted: counted(list.sorted(by: \.number))
      case .sortedByItem: counted(list.sorted(using: { $0.number < $1.number }))
      case .distinct: counted(list.distinct(by: \.number))
      case .limited: counted(list.limited(to: 3))
      case .beyondLimit: counted(list.limited(to: 0))
      case .grouped: counted(list.grouped(by: \.number))
      case .group: counted(list.grouped(by: \.number).mapped { $0.value }.joined())
      case .joined: counted(list.mapped { ObservedArray([$0]) }.joined())
      case .two: counted(merged(list, ObservedArray()))
      case .chain: counted(list.filtered { $0.number > 0 }.sorted(by: \.number).mapped { Item($0.number) })
      case .count: value(list.derivedCount)
      case .sum: value(list.derivedSum(of: \.number))
      case .greatest: value(list.derivedMax(of: \.number).derived { $0 ?? 0 })
      case .derived:
        {
          let rows = list.mapped { $0.number }
          let first = Derived { rows.count }
          return value(Derived { first.value + rows.count })
        }()
      case .dictionary:
        {
          let items = Derived { list.value.count }
          let rows = list.grouped(by: \.number).mapped { $0.value.count }
          return { items.value + rows.count }
        }()
      }
    }

    private func counted<Contents>(_ collection: DerivedCollection<Contents>) -> @Sendable () -> Int {
      { collection.value.count }
    }

    private func value(_ value: Derived<Int>) -> @Sendable () -> Int { { value.value } }
  }

  @Test(arguments: Kind.allCases, [false, true])
  func `the deinit of a removed element reads the collection, and edits its source`(_ kind: Kind, _ isObserved: Bool) {
    for isInTransaction in [false, true] {
      let list = ObservedArray<Item>()
      let read = kind.read(list)
      let log = Log<Int>()
      let endpoint = isObserved ? observe { _ = read() } : nil
      for number in 1...2 {
        list.append(
          Item(number) {
            log.append(read())
            list.append(Item(number + 10))
          })
      }
      let before = read()
      if isInTransaction {
        transaction {
          list.removeAll()
          _ = read()
        }
      } else {
        list.removeAll()
        _ = read()
      }
      expect(log.entries.count, equals: 2, "\(kind)")
      // The first one sees none, and the second one that of the first.
      expect(log.entries.first, equals: 0, "\(kind)")
      expect(list.count, equals: 2)
      expect(before == 0 || read() > 0, "\(kind)")
      list.removeAll()
      expect(read(), equals: 0, "\(kind)")
      endpoint?.cancel()
    }
  }

  @Test(arguments: [false, true])
  func `the deinit of a result reads the collection, and edits its source`(_ isObserved: Bool) {
    let list = ObservedArray<Int>()
    let log = Log<[Int]>()
    let rows = LazyRows()
    rows.array = list.mapped { number in
      Item(number) {
        log.append(rows.numbers)
        if number < 10 { list.append(number + 10) }
      }
    }
    let endpoint = isObserved ? observe { _ = rows.numbers } : nil
    list.append(1)
    expect(rows.numbers, equals: [1])
    list[0] = 2
    expect(rows.numbers, equals: [2, 11])
    // A result that nobody has seen.
    transaction {
      list.append(3)
      list.removeLast()
      _ = rows.numbers
      list.append(4)
      _ = rows.numbers
      list.removeLast()
    }
    _ = rows.numbers
    expect(rows.numbers.sorted(), equals: list.value.sorted())
    expect(log.entries.first, equals: [2])
    list.removeAll { $0 < 10 }
    _ = rows.numbers
    list.removeAll()
    expect(rows.numbers, equals: [])
    endpoint?.cancel()
    rows.array = nil
  }

  private final class LazyRows: @unchecked Sendable {
    var array: DerivedArray<Item>?
    var numbers: [Int] { array?.value.map(\.number) ?? [] }
  }

  @Test func `what a deinit reads is no input`() {
    let list = ObservedArray<Item>()
    let names = list.mapped { $0.number }
    let unrelated = Property(1)
    let runs = Log<Int>()
    let number = Derived {
      runs.append(0)
      return names.count
    }
    let endpoint = number.signal.subscribeValues { _ in }
    list.append(Item(1) { _ = unrelated.value })
    list.removeAll()
    let before = runs.entries.count
    unrelated.value = 2
    expect(runs.entries.count, equals: before)
    endpoint.cancel()
  }

  @Test func `an element that an equal one has replaced in the source ends like any other`() {
    final class Equal: Hashable, Sendable {
      let ended: @Sendable () -> Void
      init(_ ended: @escaping @Sendable () -> Void) { self.ended = ended }
      static func == (one: Equal, other: Equal) -> Bool { true }
      func hash(into hasher: inout Hasher) {}
      deinit { ended() }
    }
    let log = Log<Int>()
    let list = ObservedArray<Equal>()
    let sum = list.derivedSum { _ in 1 }
    let counts = [list.mapped { _ in 1 }.derivedCount, list.sorted(using: { _, _ in false }).derivedCount, sum]
    let reads: @Sendable () -> Int = { counts.map(\.value).reduce(0, +) }
    list.append(Equal { log.append(reads()) })
    expect(reads(), equals: 3)
    // The collections keep the former one.
    list.value = [Equal {}]
    expect(reads(), equals: 3)
    expect(log.entries, equals: [])
    list.removeAll()
    expect(reads(), equals: 0)
    expect(log.entries, equals: [0])
  }
}
