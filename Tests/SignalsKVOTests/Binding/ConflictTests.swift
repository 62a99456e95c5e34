import Dispatch
import Signals
import SignalsKVO
import Testing

/// Which value prevails if both ends have changed in one turn (B3).
@Suite("Binding: conflicts", .leavesNothing) struct ConflictTests {
  private static let policies: [(ConflictPolicy<Int, Int>, value: Int)] = [
    (.lastWriter, 2), (.prefer(.first), 1), (.prefer(.second), 2), (.merge { $0 * 10 + $1 }, 12),
  ]

  @Test(arguments: policies.indices)
  func `the policy resolves a conflict of two key paths in a transaction`(_ index: Int) {
    let (policy, value) = Self.policies[index]
    let (one, other) = (Counted(0), Counted(0))
    let binding = bind(one, \.value, to: other, \.value, conflicts: policy)
    one.forget()
    transaction {
      one.value = 1
      other.value = 2
    }
    expect((one.value, other.value), equals: (value, value))
    // The end with the prevailing value is not set again.
    expect(one.sets, equals: (value == 1 ? [1] : [1, value]))
    expect(other.sets, equals: (value == 2 ? [2] : [2, value]))
    one.value = 3
    other.value = 4
    expect((one.value, other.value), equals: (4, 4))
    withExtendedLifetime(binding) {}
  }

  @Test(arguments: policies.indices)
  func `the policy resolves a conflict of two properties in a transaction`(_ index: Int) {
    let (policy, value) = Self.policies[index]
    let (one, other) = (Property(0), Property(0))
    let binding = bind(one, to: other, conflicts: policy)
    let (sets, others) = (Sets(of: one), Sets(of: other))
    transaction {
      one.value = 1
      other.value = 2
    }
    expect((one.value, other.value), equals: (value, value))
    expect(sets.values, equals: (value == 1 ? [1] : [1, value]))
    expect(others.values, equals: (value == 2 ? [2] : [2, value]))
    one.value = 3
    other.value = 4
    expect((one.value, other.value), equals: (4, 4))
    withExtendedLifetime(binding) {}
  }

  @Test func `the last writer is the end that was set last, independent of the order of notification`() {
    let (one, other) = (Counted(0), Counted(0))
    let binding = bind(one, \.value, to: other, \.value)
    transaction {
      other.value = 2
      one.value = 1
    }
    expect((one.value, other.value), equals: (1, 1))
    withExtendedLifetime(binding) {}
  }

  private static let policiesOfHandlers: [ConflictPolicy<Int, Int>] = [
    .lastWriter, .prefer(.first), .prefer(.second), .merge { max($0, $1) },
  ]

  @Test(arguments: policiesOfHandlers.indices)
  func `the newest set of an end prevails over an older set of the same end (B3)`(_ index: Int) {
    let (one, other) = (Counted(0), Counted(0))
    var isArmed = false
    let handler = KeyValueObserver(one, \.value, options: [.new]) { [unowned one, unowned other] _ in
      guard isArmed else { return }
      isArmed = false
      other.value = 11
      one.value = 12
    }
    let binding = bind(one, \.value, to: other, \.value, conflicts: Self.policiesOfHandlers[index])
    isArmed = true
    one.value = 10
    // The set of the other end conflicts with the first set of this end at most.
    let expected = index == 2 ? [11, 12] : [12]
    expect(expected.contains(one.value))
    expect(other.value, equals: one.value)
    withExtendedLifetime((binding, handler)) {}
  }

  @Test func `a preferred value is converted`() {
    let (text, number) = (Property("0"), Property(0))
    let digits = Converter<String, Int>(forward: { Int($0) ?? 0 }, backward: { "\($0)" })
    let binding = bind(text, to: number, conflicts: .prefer(.first), converting: digits)
    transaction {
      text.value = "1"
      number.value = 2
    }
    expect((text.value, number.value), equals: ("1", 1))
    withExtendedLifetime(binding) {}
  }

  @Test func `a merge that throws leaves both ends as they are and is reported`() {
    struct NoIdea: Error {}
    let (one, other) = (Property(0), Property(0))
    let binding = bind(one, to: other, conflicts: .merge { _, _ in throw NoIdea() })
    let errors = Log<String>()
    let endpoint = binding.rejections.subscribeValues { errors.append("\($0.error)") }
    transaction {
      one.value = 1
      other.value = 2
    }
    expect((one.value, other.value), equals: (1, 2))
    expect(errors.entries, equals: ["NoIdea()"])
    one.value = 3
    expect(other.value, equals: 3)
    withExtendedLifetime((binding, endpoint)) {}
  }

  @Test func `a merged value that can't be converted leaves both ends as they are and is reported (B4)`() {
    struct Negative: Error {}
    let (one, other) = (Property(0), Property(0))
    let digits = Converter<Int, Int>(
      forward: { if $0 < 0 { throw Negative() } else { $0 } }, backward: { $0 })
    let binding = bind(one, to: other, conflicts: .merge { $0 + $1 }, converting: digits)
    let rejections = Log<String>()
    let endpoint = binding.rejections.subscribeValues { rejections.append("\($0.error) \($0.end)") }
    transaction {
      one.value = 1
      other.value = -2
    }
    expect((one.value, other.value), equals: (1, -2))
    binding.hold(.first)
    one.value = 3
    other.value = -4
    binding.release(.first)
    expect((one.value, other.value), equals: (3, -4))
    expect(rejections.entries, equals: ["Negative() second", "Negative() second"])
    expect(binding.state, equals: BindingState(lastOrigin: binding.state.lastOrigin))
    other.value = 5
    expect(one.value, equals: 5)
    withExtendedLifetime((binding, endpoint)) {}
  }

  @Test func `a transaction that throws still settles the binding`() {
    struct Thrown: Error {}
    let (one, other) = (Counted(0), Counted(0))
    let binding = bind(one, \.value, to: other, \.value)
    #expect(throws: Thrown.self) {
      try transaction {
        one.value = 1
        throw Thrown()
      }
    }
    expect(other.value, equals: 1)
    withExtendedLifetime(binding) {}
  }

  @Test func `the second end gives the initial value, unless the binding is made with fromFirst`() {
    let (one, other) = (Counted(1), Counted(2))
    let first = bind(one, \.value, to: other, \.value)
    expect(one.sets == [2] && other.sets == [])
    first.cancel()
    one.value = 3
    let second = bind(one, \.value, to: other, \.value, initially: .fromFirst)
    expect(one.sets == [2, 3] && other.sets == [3])
    let (property, another) = (Property(1), Property(2))
    let third = bind(property, to: another, initially: .fromFirst)
    expect((property.value, another.value), equals: (1, 1))
    withExtendedLifetime((second, third)) {}
  }

  private static let quiet: [(ConflictPolicy<Int, Int>, String)] = [
    (.lastWriter, "last writer"), (.prefer(.first), "first"), (.prefer(.second), "second"),
    (.merge { max($0, $1) }, "merge"),
  ]

  @Test(arguments: quiet.indices)
  func `a write of the binding itself takes no part in a conflict, even if it waits for a queue`(_ index: Int) {
    let (policy, name) = Self.quiet[index]
    let queue = DispatchQueue(label: "slow")
    let (one, other) = (Property(0), Property(0))
    let binding = bind(one, to: SharedEnd(other, on: queue), conflicts: policy)
    queue.settle()
    queue.suspend()
    for value in 1...3 { one.value = value }
    queue.resume()
    queue.settle()
    expect((one.value, other.value), equals: (3, 3), "\(name)")
    expect(binding.state.unsettled == nil)
  }

  @Test(arguments: [(BindingEnd.first, 1), (.second, 2)])
  func `the preferred end prevails over changes on both sides of a queue`(_ preferred: BindingEnd, _ value: Int) {
    let queue = DispatchQueue(label: "slow")
    let (one, other) = (Property(0), Property(0))
    let binding = bind(one, to: SharedEnd(other, on: queue), conflicts: .prefer(preferred))
    queue.settle()
    queue.suspend()
    one.value = 1
    other.value = 2
    queue.resume()
    queue.settle()
    expect((one.value, other.value), equals: (value, value))
    one.value = 3
    queue.settle()
    expect((one.value, other.value), equals: (3, 3))
    withExtendedLifetime(binding) {}
  }

  @Test func `a chain with a preference in one link agrees after each transaction`() {
    let ends = (0..<3).map { _ in Counted(0) }
    let bindings = [
      bind(ends[0], \.value, to: ends[1], \.value, conflicts: .prefer(.second)),
      bind(ends[1], \.value, to: ends[2], \.value),
    ]
    transaction { for (index, end) in ends.enumerated() { end.value = index + 1 } }
    expect(Set(ends.map(\.value)).count, equals: 1)
    transaction { for (index, end) in ends.reversed().enumerated() { end.value = index + 10 } }
    expect(Set(ends.map(\.value)).count, equals: 1)
    withExtendedLifetime(bindings) {}
  }
}
