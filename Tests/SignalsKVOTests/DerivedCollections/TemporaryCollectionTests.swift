import Signals
import SignalsKVO
import SignalsTesting
import Testing

/// K8, K12: derived collections that a closure makes, reads and releases.
@Suite("Derived collections that nothing keeps", .leavesNothing) struct TemporaryCollectionTests {
  typealias Numbers = ObservedArray<Property<Int>>

  /// A number that follows from collections that nothing keeps.
  enum Form: CaseIterable {
    case filtered, mapped, compacted, sorted, distinct, limited, joined, merged, grouped, group, sum, maximum, chain

    func read(_ numbers: Numbers) -> Int {
      switch self {
      case .filtered: numbers.filtered { $0.value > 5 }.count
      case .mapped: numbers.mapped { $0.value }.value.reduce(0, +)
      case .compacted: numbers.compacted { $0.value > 5 ? $0.value : nil }.value.reduce(0, +)
      case .sorted: numbers.sorted { $0.value }.last?.value ?? 0
      case .distinct: numbers.distinct { $0.value % 10 }.count
      case .limited: numbers.mapped { $0.value }.limited(to: 2).value.reduce(0, +)
      case .joined: ObservedArray([numbers, numbers]).joined().mapped { $0.value }.value.reduce(0, +)
      case .merged: SignalsKVO.merged(numbers, Numbers([])).derivedSum { $0.value }.value
      case .grouped: numbers.grouped { $0.value % 10 }.count
      case .group: numbers.grouped { $0.value % 10 }[0]?.count ?? 0
      case .sum: numbers.derivedSum { $0.value }.value
      case .maximum: numbers.derivedMax { $0.value }.value ?? 0
      case .chain:
        ObservedArray([numbers]).mapped { $0.filtered { $0.value > 5 } }.joined().derivedSum { $0.value }.value
      }
    }
  }

  @Test(arguments: Form.allCases)
  func `a closure that reads one follows the inputs of its elements`(form: Form) {
    let numbers = Numbers([Property(1), Property(2)])
    let added = Property(3)
    let derived = Derived { form.read(numbers) }
    let rows = ObservedArray([numbers]).mapped { form.read($0) }
    let runs = Log<Int>()
    let endpoint = observe { runs.append(form.read(numbers)) }
    let changes: [@Sendable () -> Void] = [
      { numbers[0].value = 10 }, { numbers.append(added) }, { numbers[0].value = 20 }, { added.value = 30 },
      { numbers[1].value = 40 }, { numbers.remove(at: 0) }, { added.value = 7 },
    ]
    for (index, change) in changes.enumerated() {
      change()
      let expected = form.read(numbers)
      expect(derived.value, equals: expected, "\(form), change \(index)")
      expect(rows.value, equals: [expected], "\(form), change \(index), as an element")
      expect(runs.entries.last, equals: expected, "\(form), change \(index), in observe { }")
    }
    endpoint.cancel()
  }

  @Test func `an element that was removed is followed no more`() {
    let numbers = Numbers([Property(1), Property(10)])
    let removed = numbers[1]
    let runs = Log<Int>()
    let endpoint = observe { runs.append(numbers.filtered { $0.value > 5 }.count) }
    numbers.remove(at: 1)
    removed.value = 20
    numbers[0].value = 20
    expect(runs.entries, equals: [1, 0, 1])
    endpoint.cancel()
  }
}
