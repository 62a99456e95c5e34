import Signals
import SignalsKVO
import SignalsTesting
import Testing

/// K8, C6, C8, K6: observers that belong to an owner.
@Suite("Property: observers for an owner", .leavesNothing) struct PropertyOwnerTests {
  private final class Owner: Sendable {
    let log: Log<String>

    init(_ log: Log<String>) { self.log = log }
  }

  @Test func `an owner's subscription starts with the next change, and needs no endpoint`() {
    let count = Property(0)
    let owner = Owner(Log())
    count.subscribe(owner) { owner, value in owner.log.append("\(value)") }
    count.value = 1
    count.value = 2
    expect(owner.log.entries, equals: ["1", "2"])
  }

  private actor Largest {
    private(set) var value = 0

    func follow(_ count: ObservableValue<Int>) {
      count.subscribe(self) { largest, count in largest.value = max(largest.value, count) }
    }
  }

  // C13
  @Test func `an owner that is an actor gets the values on that actor`() async {
    let count = Property(0)
    let next = count.derived { $0 + 1 }
    var largest: Largest? = Largest()
    await largest?.follow(count)
    await largest?.follow(next)
    count.value = 2
    count.value = 1
    while await largest?.value != 3 { await Task.yield() }
    largest = nil
    while count.observerCount + next.observerCount > 0 {
      count.value += 1
      await Task.yield()
    }
  }

  @Test func `an observer gets the old and the new value, and an initial call on request`() {
    let count = Property(0)
    let owner = Owner(Log())
    count.addObserver(forOwner: owner) { [log = owner.log] old, new in log.append("later \(old) \(new)") }
    count.addObserver(forOwner: owner, triggerImmediately: true) { owner, old, new in
      owner.log.append("now \(old) \(new)")
    }
    count.value = 1
    count.value = 1
    expect(owner.log.entries, equals: ["now 0 0", "later 0 1", "now 0 1", "later 1 1", "now 1 1"])
  }

  @Test func `an owner is not retained, and the captures of its observers are released at the next change`() {
    let count = Property(0)
    let log = Log<String>()
    var owner: Tracked? = Tracked("owner", log)
    do {
      let captured = Tracked("closure", log)
      owner.map { owner in
        _ = count.addObserver(forOwner: owner) { _, new in
          captured.touch()
          log.append("\(new)")
        }
      }
    }
    count.value = 1
    owner = nil
    log.append("set")
    count.value = 2
    expect(log.entries, equals: ["1", "owner released", "set", "closure released"])
  }

  @Test func `an observer whose owner has died is removed by the next change`() {
    let count = Property(0)
    var owner: Owner? = Owner(Log())
    weak let endpoint = owner.map { count.subscribe($0) { _, _ in } }
    expect(endpoint?.isActive, equals: true)
    owner = nil
    count.value = 1
    expect(endpoint == nil)
  }

  @Test func `the initial call differs from a set to an equal value`() {
    let count = Property(1)
    let double = Derived(isSame: { _, _ in false }) { count.value * 2 }
    let part = Property((1, 2)).part(\.0)
    let log = Log<String>()
    let owner = Owner(log)
    count.addObserver(forOwner: owner, triggerImmediately: true) { owner, old, new, isInitial in
      owner.log.append("count \(old) \(new) \(isInitial)")
    }
    double.addObserver(forOwner: owner, triggerImmediately: true) { owner, old, new, isInitial in
      owner.log.append("double \(old) \(new) \(isInitial)")
    }
    count.addObserver(forOwner: owner) { owner, old, new, isInitial in
      owner.log.append("later \(old) \(new) \(isInitial)")
    }
    part.addObserver(forOwner: owner, triggerImmediately: true) { owner, old, new, isInitial in
      owner.log.append("part \(old) \(new) \(isInitial)")
    }
    expect(log.take(), equals: ["count 1 1 true", "double 2 2 true", "part 1 1 true"])
    count.value = 1
    expect(log.take().sorted(), equals: ["count 1 1 false", "double 2 2 false", "later 1 1 false"])
    part.value = 3
    expect(log.take(), equals: ["part 1 3 false"])
  }

  @Test func `the initial call differs from a set to an equal value if the value is nil`() {
    let name = Property<String?>(nil)
    let log = Log<String>()
    let owner = Owner(log)
    name.addObserver(forOwner: owner, triggerImmediately: true) { owner, old, new, isInitial in
      owner.log.append("\(old ?? "nil") \(new ?? "nil") \(isInitial)")
    }
    name.value = nil
    expect(log.entries, equals: ["nil nil true", "nil nil false"])
  }

  @Test func `the removal of an owner's observers releases their closures, and leaves other observers`() {
    let count = Property(0)
    let log = Log<String>()
    let leaving = Owner(log)
    let staying = Owner(log)
    do {
      let captured = Tracked("closure", log)
      count.subscribe(leaving) { _, _ in captured.touch() }
    }
    count.addObserver(forOwner: leaving) { _, new in log.append("leaving \(new)") }
    count.addObserver(forOwner: staying) { _, new in log.append("staying \(new)") }
    count.value = 1
    count.removeObservers(forOwner: leaving)
    count.removeObservers(forOwner: leaving)
    count.value = 2
    expect(log.entries, equals: ["leaving 1", "staying 1", "closure released", "staying 2"])
  }

  @Test func `the removal of all owners' observers leaves the subscriptions of signals`() {
    let count = Property(0)
    let log = Log<String>()
    let owners = [Owner(log), Owner(log)]
    for (index, owner) in owners.enumerated() {
      count.subscribe(owner) { owner, value in owner.log.append("\(index): \(value)") }
    }
    let endpoint = count.signal.subscribeValues { log.append("signal \($0)") }
    expect(count.observerCount, equals: 3)
    count.value = 1
    count.removeAllObservers()
    count.removeAllObservers()
    count.value = 2
    expect(count.observerCount, equals: 1)
    expect(log.entries, equals: ["signal 0", "0: 1", "1: 1", "signal 1", "signal 2"])
    endpoint.cancel()
  }

  @Test func `the current observers are counted, those of a derived value too`() {
    let count = Property(0)
    let double = count.derived { $0 * 2 }
    let owner = Owner(Log())
    expect([count.observerCount, double.observerCount], equals: [0, 0])
    let counts = Log<Int>()
    let endpoint = double.signal.subscribeValues { _ in counts.append(double.observerCount) }
    double.subscribe(owner) { _, _ in }
    count.value = 1
    let copy = Property(0)
    let binding = bind(copy, to: count)
    expect([count.observerCount, copy.observerCount, double.observerCount], equals: [1, 1, 2])
    binding.cancel()
    endpoint.cancel()
    expect([count.observerCount, copy.observerCount, double.observerCount], equals: [0, 0, 1])
    expect(counts.entries, equals: [0, 2])
    double.removeAllObservers()
    expect(double.observerCount, equals: 0)
  }

  @Test func `observers removed in a handler receive neither the current event nor pending ones (C6)`() {
    let count = Property(0)
    let owner = Owner(Log())
    count.addObserver(forOwner: owner) { owner, _, new in
      owner.log.append("first \(new)")
      count.value = 5
      if new == 1 { count.removeObservers(forOwner: owner) }
      count.value = 6
    }
    count.subscribe(owner) { owner, new in owner.log.append("second \(new)") }
    count.value = 1
    count.value = 2
    expect(owner.log.entries, equals: ["first 1"])
    expect(count.value, equals: 2)
  }

  @Test func `a handler may add another observer for its owner, which starts with the next change`() {
    let count = Property(0)
    let owner = Owner(Log())
    count.subscribe(owner) { owner, value in
      owner.log.append("outer \(value)")
      guard value == 1 else { return }
      count.subscribe(owner) { owner, value in owner.log.append("inner \(value)") }
    }
    count.value = 1
    count.value = 2
    expect(owner.log.entries, equals: ["outer 1", "outer 2", "inner 2"])
    count.removeObservers(forOwner: owner)
  }

  @Test func `the returned endpoint ends the observation, and its release doesn't`() {
    let count = Property(0)
    let owner = Owner(Log())
    var endpoint: Endpoint? = count.subscribe(owner) { owner, value in owner.log.append("cancelled \(value)") }
    _ = count.subscribe(owner) { owner, value in owner.log.append("dropped \(value)") }
    count.value = 1
    endpoint?.cancel()
    endpoint = nil
    count.value = 2
    expect(owner.log.entries, equals: ["cancelled 1", "dropped 1", "dropped 2"])
  }

  @Test func `the death of the property releases the captures of its observers`() {
    let log = Log<String>()
    let owner = Owner(log)
    var count: Property<Int>? = Property(0)
    do {
      let captured = Tracked("closure", log)
      count?.subscribe(owner) { _, _ in captured.touch() }
    }
    count = nil
    expect(log.entries, equals: ["closure released"])
  }

  @Test func `a property that its owner stores is released with the owner`() {
    final class Model: Sendable {
      let count = Property(0)
      let log: Log<String>

      init(_ log: Log<String>) {
        self.log = log
        count.addObserver(forOwner: self, triggerImmediately: true) { [weak self] _, new in
          self?.log.append("\(new)")
        }
        count.subscribe(self) { model, value in model.log.append("\(value)") }
      }

      deinit { log.append("model released") }
    }
    let log = Log<String>()
    do {
      let model = Model(log)
      model.count.value = 1
      withExtendedLifetime(model) {}
    }
    expect(log.entries, equals: ["0", "1", "1", "model released"])
  }

  @MainActor private final class Label {
    var text = ""
    var history: [String] = []

    func show(_ count: Property<Int>) {
      count.subscribe(self) { label, value in label.text = "\(value)" }
      count.addObserver(forOwner: self, triggerImmediately: true) { old, new in
        self.history.append("\(old) → \(new)")
      }
    }
  }

  @Test @MainActor func `main-actor code observes with closures and objects of the main actor (C13)`() async {
    let count = Property(0)
    let label = Label()
    label.show(count)
    count.value = 1
    expect(label.text, equals: "1")
    expect(label.history, equals: ["0 → 0", "0 → 1"])
    let isOver = startThread { count.value = 2 }
    // Another thread's set is delivered through the main queue, to each observer by itself.
    func isTold() -> Bool { label.text == "2" && label.history.count >= 3 }
    for await _ in AsyncStream<Void>(unfolding: { @MainActor in isTold() ? nil : () }) { await Task.yield() }
    isOver.wait()
    expect(label.history, equals: ["0 → 0", "0 → 1", "1 → 2"])
  }
}

/// K8, C6, C8: the handler of an owner removes itself in the call that `triggerImmediately` asks for.
@Suite("Property: removal in the first call", .leavesNothing) struct FirstCallRemovalTests {
  private final class Owner: Sendable {}

  /// What a first call does, after which nothing may follow.
  private enum Removal: CaseIterable, Sendable {
    case ofOwner, ofAll, ofOwnerByAnotherThread, ofAllByAnotherThread

    func callAsFunction(_ observed: ObservableValue<Int>, _ owner: Owner) {
      switch self {
      case .ofOwner: observed.removeObservers(forOwner: owner)
      case .ofAll: observed.removeAllObservers()
      case .ofOwnerByAnotherThread: onAnotherThread { observed.removeObservers(forOwner: owner) }
      case .ofAllByAnotherThread: onAnotherThread { observed.removeAllObservers() }
      }
    }
  }

  @Test(arguments: Removal.allCases)
  private func `an observer of a property that is removed in its first call receives no more (C6)`(_ remove: Removal) {
    let count = Property(1)
    let owner = Owner()
    let log = Log<Int>()
    let endpoint = count.addObserver(forOwner: owner, triggerImmediately: true) { _, new in
      log.append(new)
      remove(count, owner)
    }
    expect(endpoint.isActive, equals: false)
    expect(count.observerCount, equals: 0)
    count.value = 2
    expect(log.entries, equals: [1])
  }

  @Test(arguments: Removal.allCases)
  private func `an observer of a part or a derived value is removed in its first call, too (C6)`(_ remove: Removal) {
    let count = Property(1)
    let part = count.part(\.self)
    let double = count.derived { $0 * 2 }
    let owner = Owner()
    let log = Log<String>()
    part.addObserver(forOwner: owner, triggerImmediately: true) { owner, _, new in
      log.append("part \(new)")
      remove(count, owner)
    }
    double.addObserver(forOwner: owner, triggerImmediately: true) { owner, _, new, isInitial in
      log.append("double \(new) \(isInitial)")
      remove(double, owner)
    }
    expect([count.observerCount, double.observerCount], equals: [0, 0])
    count.value = 2
    expect(log.entries, equals: ["part 1", "double 2 true"])
  }

  @Test func `what the first call has set before the removal is not delivered either (C6)`() {
    let count = Property(1)
    let owner = Owner()
    let log = Log<Int>()
    count.addObserver(forOwner: owner, triggerImmediately: true) { _, new in
      log.append(new)
      count.value = 5
      onAnotherThread { count.value = 6 }
      count.removeObservers(forOwner: owner)
      count.value = 7
    }
    count.value = 8
    expect(log.entries, equals: [1])
    expect(count.value, equals: 8)
  }

  @Test func `the removal in a first call releases the closure when that has returned (C8)`() {
    let count = Property(1)
    let owner = Owner()
    let log = Log<String>()
    do {
      let captured = Tracked("closure", log)
      count.addObserver(forOwner: owner, triggerImmediately: true) { _, new in
        captured.touch()
        count.removeAllObservers()
        log.append("\(new)")
      }
    }
    log.append("added")
    expect(log.entries, equals: ["1", "closure released", "added"])
  }

  @Test func `the removal in a first call concerns the observers that are present, and no later one`() {
    let count = Property(1)
    let (leaving, staying) = (Owner(), Owner())
    let log = Log<String>()
    count.addObserver(forOwner: staying) { _, new in log.append("staying \(new)") }
    count.addObserver(forOwner: leaving, triggerImmediately: true) { _, new in
      log.append("leaving \(new)")
      count.removeObservers(forOwner: leaving)
      count.addObserver(forOwner: leaving) { _, new in log.append("later \(new)") }
    }
    count.value = 2
    expect(log.entries, equals: ["leaving 1", "staying 2", "later 2"])
    expect(count.observerCount, equals: 2)
  }

  @Test func `a removal while an observer is being added to a derived value or collection removes it (C6)`() {
    let owner = Owner()
    let log = Log<String>()
    let remove = Log<@Sendable () -> Void>()
    let list: ObservedArray = [1]
    let double = Derived {
      for remove in remove.take() { remove() }
      return list.value[0] * 2
    }
    let odd = list.filtered { number in
      for remove in remove.take() { remove() }
      return number % 2 == 1
    }
    remove.append { onAnotherThread { double.removeObservers(forOwner: owner) } }
    double.subscribe(owner) { _, new in log.append("double \(new)") }
    remove.append { onAnotherThread { odd.removeAllObservers() } }
    odd.subscribe(owner) { _, changes in log.append("\(changes)") }
    expect([double.observerCount, odd.observerCount], equals: [0, 0])
    list.value = [3]
    expect(log.entries, equals: [])
  }
}
