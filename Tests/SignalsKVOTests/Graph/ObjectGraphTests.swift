import Observation
import Signals
import SignalsKVO
import SignalsTesting
import Testing

/// K3, K5, K8, K10: values that are computed from objects and collections, and the deaths of those.
@Suite("The dependency graph: objects", .leavesNothing) @MainActor struct ObjectGraphTests {
  private final class Item {
    @Observed var name: String
    @Observed var next: Item?
    @WeakObserved var owner: Item?

    init(_ name: String) { self.name = name }
  }

  @MainActor private final class Cart {
    @Observed var prices: [Int] = []
    @Observed var item: Item
    let extra = Property(1)
    let list = ObservedArray<Int>([])
    lazy var total = Computed { [unowned self] in
      prices.reduce(0, +) + extra.value + list.reduce(0, +) + item.name.count
    }

    init(_ item: Item) { self.item = item }
  }

  private let log = Log<String>()

  private func observed(_ read: @escaping () -> String) -> Endpoint { observe { [log] in log.append(read()) } }

  @Test func `a path through a computed value follows objects, properties and collections`() {
    let item = Item("xx")
    let cart = Cart(item)
    let observer = KeyValueObserver(cart, \.total.value, options: [.initial, .new, .old]) { [log] change in
      log.append("\(change.oldValue ?? -1) → \(change.newValue ?? -1)")
    }
    cart.prices = [1, 2]
    cart.extra.value = 5
    cart.list.append(10)
    item.name = "xxx"
    cart.item = Item("")
    item.name = "no part of it any more"
    transaction {
      cart.prices = [9]
      cart.extra.value = 0
      cart.list.removeAll()
    }
    expect(log.take(), equals: ["-1 → 3", "3 → 6", "6 → 10", "10 → 20", "20 → 21", "21 → 18", "18 → 9"])
    observer.cancel()
    cart.prices = []
    expect(cart.total.value, equals: 0)
    expect(log.take(), equals: [])
  }

  @Test func `the death of a weakly observed object changes values computed from it (K5)`() {
    let item = Item("item")
    var owner: Item? = Item("owner")
    item.owner = owner
    let name = Computed { item.owner?.name ?? "none" }
    let unobserved = Computed { item.owner?.name ?? "none" }
    expect(unobserved.value, equals: "owner")
    let endpoint = observed { name.value }
    owner = nil
    expect(log.take(), equals: ["owner", "none"])
    expect(unobserved.value, equals: "none")
    owner = Item("other")
    item.owner = owner
    owner = nil
    expect(log.take(), equals: ["other", "none"])
    endpoint.cancel()
  }

  @Test func `the death of a replaced weak object causes no run`() {
    let item = Item("item")
    var owners: [Item] = [Item("first"), Item("second")]
    item.owner = owners[0]
    let endpoint = observed { item.owner?.name ?? "none" }
    item.owner = owners[1]
    owners.removeFirst()
    expect(log.take(), equals: ["first", "second"])
    owners = []
    expect(log.take(), equals: ["none"])
    endpoint.cancel()
  }

  @Test func `an object that has left a computed path is no longer followed`() {
    let first = Item("a")
    let second = Item("b")
    first.next = second
    let name = Computed { first.next?.next?.name ?? first.next?.name ?? "-" }
    let endpoint = observed { name.value }
    second.next = Item("c")
    first.next = nil
    second.next = nil
    first.next = Item("z")
    expect(log.take(), equals: ["b", "c", "-", "z"])
    endpoint.cancel()
  }

  @Test func `an edit and a transaction on collections are one change each`() {
    let list = ObservedArray([1, 2])
    let dictionary = ObservedDictionary(["a": 1])
    let sum = Derived { list.reduce(0, +) + (dictionary["a"] ?? 0) }
    let endpoint = observed { "\(sum.value) \(list.count) \(dictionary.count)" }
    list.append(3)
    list.batch {
      $0.append(4)
      $0.remove(at: 0)
    }
    dictionary["b"] = 5
    transaction {
      list.append(1)
      dictionary["a"] = 2
    }
    expect(log.take(), equals: ["4 2 1", "7 3 1", "10 3 1", "10 3 2", "12 4 2"])
    endpoint.cancel()
  }

  @Test func `a computation may release the values that it has read`() {
    let source = Property(1)
    let input = Guarded<Derived<Int>?>(source.derived { $0 * 2 })
    let result = Derived { () -> Int in
      let value = input.change { $0 }?.value ?? -1
      if source.value == 2 { input.change { swapped(&$0, with: nil) }.map { withExtendedLifetime($0) {} } }
      return value
    }
    let recorder = Recorder(result.signal)
    for value in 2...4 { source.value = value }
    expect(recorder.history, equals: ["2", "4", "-1"])

    final class Holder { var item: Item? = Item("x") }
    let holder = Holder()
    let isOver = Property(false)
    let name = Computed { () -> String in
      let name = holder.item?.name ?? "none"
      if isOver.value { holder.item = nil }
      return name
    }
    let endpoint = observed { "\(name.value) \(isOver.value)" }
    isOver.value = true
    isOver.value = true
    expect(log.take(), equals: ["x false", "x true", "none true"])
    endpoint.cancel()
  }

  @Test func `a derived value may be released in its own handler`() {
    let source = Property(0)
    let kept = Guarded<Derived<Int>?>(source.derived { $0 * 2 })
    let endpoint = kept.change { $0 }?.signal.subscribe { [log] event in
      log.append("\(event)")
      if case .value(2) = event { kept.change { swapped(&$0, with: nil) }.map { withExtendedLifetime($0) {} } }
    }
    for value in 1...2 { source.value = value }
    expect(log.take(), equals: ["value(0)", "value(2)", "finished"])
    expect(endpoint?.isActive, equals: false)
  }

  @Test func `observers may be removed in a handler of a derived value`() {
    let source = Property(0)
    let double = source.derived { $0 * 2 }
    let owner = Tracked {}
    double.addObserver(forOwner: owner) { [log] _, new in
      log.append("first \(new)")
      if new == 4 { double.removeAllObservers() }
    }
    double.addObserver(forOwner: owner) { [log] _, new in log.append("second \(new)") }
    for value in 1...3 { source.value = value }
    expect(log.take(), equals: ["first 2", "second 2", "first 4"])
    expect(double.observerCount, equals: 0)
    withExtendedLifetime(owner) {}
  }

  @Test func `the handler of an observer that is made in a reaction creates no dependency`() {
    let (item, other) = (Item("a"), Item("o"))
    var observers: [KeyValueObserver] = []
    let endpoint = observe { [log] in
      log.append("run")
      if observers.isEmpty {
        observers = [KeyValueObserver(item, \.name, options: [.initial]) { _ in log.append("handler \(other.name)") }]
      }
    }
    other.name = "p"
    item.name = "b"
    expect(log.take(), equals: ["run", "handler o", "handler p"])
    endpoint.cancel()
    observers = []
  }

  @Test func `Swift Observation is notified of a computed value once, and never of an equal result (K10)`() {
    let source = Property(1)
    let parity = Derived { source.value % 2 }
    let item = Item("")
    let computed = Computed { parity.value * 10 + item.name.count }
    func track(_ name: String, _ read: () -> Void) {
      withObservationTracking(read) { [log] in log.append(name) }
    }
    track("parity") { _ = parity.value }
    track("computed") { _ = computed.value }
    source.value = 3
    expect(log.take(), equals: [])
    source.value = 4
    expect(log.take().sorted(), equals: ["computed", "parity"])
    source.value = 5
    expect(log.take(), equals: [])
    track("computed") { _ = computed.value }
    transaction {
      item.name = "a"
      item.name = ""
    }
    expect(log.take(), equals: [])
    item.name = "ab"
    expect(log.take(), equals: ["computed"])
    expect([source.observerCount, parity.observerCount], equals: [0, 0])
  }

  @Test func `a join of a computed value and its object's property emits once per change (C10)`() {
    let item = Item("a")
    let length = Computed { item.name.count }
    let recorder = Recorder(combineLatest(length.signal, item.$name.signal).map { "\($0) \($1)" })
    item.name = "bb"
    item.name = "cc"
    expect(recorder.history, equals: ["1 a", "2 bb", "2 cc"])
  }
}
