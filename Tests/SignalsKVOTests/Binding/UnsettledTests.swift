import Signals
import SignalsKVO
import Testing

/// Two ends that change each other's value for ever are stopped, and reported with both values (B2).
@Suite("Binding: never settling", .leavesNothing) struct UnsettledTests {
  @Test func `two clamps that exclude each other are stopped and reported`() {
    let (low, high) = (Corrected(0) { min($0, 5) }, Corrected(10) { max($0, 10) })
    let reports = Log<UnsettledBinding>()
    let binding = bind(low, \.value, to: high, \.value, initially: .fromFirst)
    expect(binding.state.unsettled, equals: UnsettledBinding(first: "5", second: "10"))
    let endpoint = binding.rejections.subscribeValues { rejection in
      if let unsettled = rejection.error as? UnsettledBinding { reports.append(unsettled) }
    }
    low.value = 3
    // The first report is older than the subscription.
    expect(
      reports.entries, equals: [UnsettledBinding(first: "5", second: "10"), UnsettledBinding(first: "5", second: "10")])
    expect((low.value, high.value), equals: (5, 10))
    expect(low.sets.count < 100 && high.sets.count < 100)
    withExtendedLifetime((binding, endpoint)) {}
  }

  @Test func `two handlers that set their ends to different values are stopped`() {
    let (one, other) = (Property(0), Property(0))
    let binding = bind(one, to: other)
    let endpoints = [
      one.signal.subscribeValues { [weak one] value in if value < 10 { one?.value = 10 } },
      other.signal.subscribeValues { [weak other] value in if value > 5 { other?.value = 5 } },
    ]
    other.value = 3
    expect(binding.state.unsettled != nil)
    withExtendedLifetime((binding, endpoints)) {}
  }

  @Test func `a handler of one end that always sets the other is stopped, and later sets are carried`() {
    let (one, other) = (Counted(0), Counted(0))
    let binding = bind(one, \.value, to: other, \.value)
    let observer = KeyValueObserver(one, \.value, options: .new) { [weak other] change in
      other?.value = (change.newValue ?? 0) + 1
    }
    one.value = 1
    expect(binding.state.unsettled != nil)
    expect(one.sets.count < 100)
    observer.cancel()
    one.value = 1
    expect(other.value, equals: 1)
    expect(binding.state.unsettled == nil)
    withExtendedLifetime((binding, observer)) {}
  }

  /// A dependent of one end that sets the other after each change, when the turn of the change settles.
  enum Follower: CaseIterable {
    case effect, derivedSignal, derivedOfDerived, join

    func follow(_ one: Property<Int>, _ set: @escaping @Sendable (Int) -> Void) -> [AnyObject] {
      switch self {
      case .effect: return [observe { set(one.value) }]
      case .derivedSignal:
        let derived = Derived { one.value }
        return [derived, derived.signal.subscribeValues(set)]
      case .derivedOfDerived:
        let derived = Derived { one.value }
        let next = derived.derived { $0 }
        return [next, observe { set(next.value) }]
      case .join: return [combineLatest(one.signal, one.signal).subscribeValues { first, _ in set(first) }]
      }
    }
  }

  @Test(arguments: Follower.allCases)
  func `a dependent of one end that always sets the other is stopped`(follower: Follower) {
    let (one, other) = (Property(0), Property(0))
    let binding = bind(one, to: other)
    let sets = Log<Int>()
    let followers = follower.follow(one) { [weak other] value in
      sets.append(value)
      // This ends the test in any case.
      if sets.entries.count > 500 { return binding.cancel() }
      other?.value = value + 1
    }
    one.value = 1
    expect(sets.entries.count < 100)
    expect(binding.state.unsettled != nil)
    withExtendedLifetime((binding, followers)) {}
  }

  /// Each set has two answers, so their number doubles in each round.
  @Test(arguments: [true, false])
  func `two dependents of one end that always set the other are stopped`(areJoined: Bool) {
    let (one, other) = (Property(0), Property(0))
    let binding = bind(one, to: other)
    let derived = Derived { one.value }
    let sets = Log<Int>()
    let answer: @Sendable (Int) -> Void = { [weak other] value in
      sets.append(value)
      if sets.entries.count > 30_000 { return binding.cancel() }
      other?.value = value + 1
    }
    let endpoints =
      areJoined
      ? [combineLatest(one.signal, derived.signal).subscribeValues { first, _ in answer(first) }]
      : [one.signal.subscribeValues(answer), one.signal.subscribeValues(answer)]
    one.value = 1
    expect(sets.entries.count < 30_000)
    expect(binding.state.unsettled != nil)
    // The next set is carried again.
    for endpoint in endpoints { endpoint.cancel() }
    one.value = 5
    expect(other.value, equals: 5)
    expect(binding.state.unsettled == nil)
    withExtendedLifetime((binding, derived)) {}
  }

  /// The first set reaches the derived value by another cause than the second, which leads to the binding.
  @Test func `the handler of a derived value that is reached twice in one turn and always sets an end is stopped`() {
    let (plain, one, other) = (Property(0), Property(0), Property(0))
    let binding = bind(one, to: other)
    let sum = Derived { plain.value + other.value }
    let sets = Log<Int>()
    let endpoint = sum.signal.subscribeValues { [weak sum] value in
      sets.append(value)
      // This ends the test in any case.
      if sets.entries.count > 500 { return binding.cancel() }
      transaction {
        plain.value = 0
        // A stale derived value is not invalidated a second time.
        _ = sum?.value
        one.value += 1
      }
    }
    expect(sets.entries.count < 100)
    expect(binding.state.unsettled != nil)
    withExtendedLifetime(endpoint) {}
  }

  @Test(arguments: Follower.allCases)
  func `a dependent that sets the other end until the values are right settles`(follower: Follower) {
    let (one, other) = (Property(0), Property(0))
    let binding = bind(one, to: other)
    let followers = follower.follow(one) { [weak other] value in
      if value < 7 { other?.value = value + 1 }
    }
    one.value = 1
    expect((one.value, other.value), equals: (7, 7))
    expect(binding.state.unsettled == nil)
    withExtendedLifetime((binding, followers)) {}
  }

  @Test(arguments: Follower.allCases)
  func `the answers to one set are no rounds of later sets`(follower: Follower) {
    let (one, other) = (Property(0), Property(0))
    let binding = bind(one, to: other)
    let followers = follower.follow(one) { [weak other] value in
      if !value.isMultiple(of: 2) { other?.value = value + 1 }
    }
    let settled = (1...200).filter { value in
      one.value = value
      return other.value == (value + 1) & ~1 && binding.state.unsettled == nil
    }
    expect(settled, equals: Array(1...200))
    withExtendedLifetime((binding, followers)) {}
  }

  @Test func `an effect that follows an object's property and always sets the other end is stopped`() {
    let (one, other) = (Counted(0), Counted(0))
    let binding = bind(one, \.value, to: other, \.value)
    let calls = Log<Int>()
    let effect = observe {
      calls.append(one.value)
      if calls.entries.count > 500 { return binding.cancel() }
      other.value = one.value + 1
    }
    one.value = 1
    expect(calls.entries.count < 100)
    expect(binding.state.unsettled != nil)
    withExtendedLifetime((binding, effect)) {}
  }

  private final class Node { @Observed var value = 0 }
  private final class Frame { @Observed var node: Node? = Node() }

  @MainActor
  @Test func `a path handler that opposes the policy is stopped`() {
    let (frame, other) = (Frame(), Property(0))
    let binding = bind(LocalEnd(frame, through: \.node, \.value), to: other, conflicts: .prefer(.first))
    let calls = Log<Int>()
    // The path reads two properties, so the handler is called when the turn of the write settles.
    let observer = KeyValueObserver(frame, \.node?.value, options: .new) { [weak other] change in
      guard let value = change.newValue ?? nil else { return }
      calls.append(value)
      if calls.entries.count > 500 { return binding.cancel() }
      if value == 1 { other?.value = 2 }
    }
    binding.hold(.second)
    transaction { frame.node?.value = 1 }
    binding.release(.second)
    expect(calls.entries.count < 500)
    withExtendedLifetime((binding, observer)) {}
  }

  @Test func `a converter that never settles is stopped`() {
    let (one, other) = (Counted(0), Counted(0))
    let binding = bind(
      one, \.value, to: other, \.value, converting: Converter(forward: { $0 + 1 }, backward: { $0 + 1 }))
    one.forget()
    other.forget()
    one.value = 1
    expect(binding.state.unsettled, equals: UnsettledBinding(first: "1", second: "2"))
    expect(one.sets, equals: [1])
    expect(other.sets, equals: [2])
    withExtendedLifetime(binding) {}
  }

  @Test func `two corrections settle for values that both of them accept`() {
    let (low, high) = (Corrected(0) { min($0, 5) }, Corrected(3) { $0 > 100 ? $0 + 1 : $0 })
    let binding = bind(low, \.value, to: high, \.value)
    expect(binding.state.unsettled == nil)
    high.value = 4
    expect((low.value, high.value), equals: (4, 4))
    low.value = 2
    expect((low.value, high.value), equals: (2, 2))
    withExtendedLifetime(binding) {}
  }
}
