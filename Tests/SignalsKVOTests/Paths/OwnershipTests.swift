import SignalsTesting
import Testing

@testable import SignalsKVO

/// K6, C8: the retain relations of observed objects, observers and signals.
@Suite("K6 Ownership", .leavesNothing) struct OwnershipTests {
  enum Part: CaseIterable {
    case root, middle, leaf, observer, signal, endpoint

    /// All parts in each order that starts with this one.
    var orders: [[Part]] { Part.orders(of: Part.allCases.filter { $0 != self }).map { [self] + $0 } }

    private static func orders(of parts: [Part]) -> [[Part]] {
      guard !parts.isEmpty else { return [[]] }
      return parts.flatMap { first in orders(of: parts.filter { $0 != first }).map { [first] + $0 } }
    }
  }

  /// Three objects, an observer and a signal of the path through them, and the parts that a test still holds.
  private final class Scene {
    var objects: [Part: AnyObject] = [:]
    var observer: KeyValueObserver?
    var signal: Signal<String?>?
    var endpoint: Endpoint?
    let history = History()
    let received = Log<String>()
    let captured = Log<String>()

    func release(_ part: Part) {
      switch part {
      case .root, .middle, .leaf: objects[part] = nil
      case .observer: observer = nil
      case .signal: signal = nil
      case .endpoint: endpoint = nil
      }
    }

    func observe<Root: AnyObject>(_ root: Root, _ path: KeyPath<Root, String?>) {
      let (mark, other) = (Tracked("observer's", captured), Tracked("endpoint's", captured))
      observer = history.observe(root, path) { _ in mark.touch() }
      let signal = Signal.keyValueObserving(root, path)
      self.signal = signal
      endpoint = signal.subscribe { [received] event in
        other.touch()
        if case .value(let value) = event { received.append(value ?? "-") } else { received.append("|") }
      }
    }
  }

  @Test(arguments: Part.allCases)
  func `weakly linked objects, observer, signal and endpoint may be released in any order`(first: Part) {
    for order in first.orders {
      let scene = Scene()
      do {
        let leaf = Person("Leaf")
        let middle = Person("Middle", manager: leaf)
        let root = Person("Root", manager: middle)
        scene.objects = [.root: root, .middle: middle, .leaf: leaf]
        scene.observe(root, \.manager?.manager?.firstName)
      }
      weak let root = scene.objects[.root]
      weak let middle = scene.objects[.middle]
      weak let leaf = scene.objects[.leaf]
      var held = Set(Part.allCases)
      var history: [String] = []
      var received = ["Leaf"]
      var value = "Leaf"
      for part in order {
        scene.release(part)
        held.remove(part)
        let isTold = part == .leaf && held.contains(.middle) || part == .middle
        if isTold, held.contains(.root) {
          if held.contains(.observer) { history.append("pathChanged \(value) -") }
          value = "-"
          if held.contains(.endpoint) { received.append("-") }
        } else if part == .root {
          if held.contains(.observer) { history.append("sourceDeleted - -") }
          if held.contains(.endpoint) { received.append("|") }
        }
        expect((root == nil), equals: !held.contains(.root), "\(order), \(part)")
        expect((middle == nil), equals: !held.contains(.middle), "\(order), \(part)")
        expect((leaf == nil), equals: !held.contains(.leaf), "\(order), \(part)")
        let isObserving = held.contains(.root) && held.contains(.observer)
        let isSubscribed = held.contains(.root) && held.contains(.endpoint)
        expect(
          Set(scene.captured.entries),
          equals: Set((isObserving ? [] : ["observer's released"]) + (isSubscribed ? [] : ["endpoint's released"])),
          "\(order), \(part)")
      }
      expect(scene.history.lines, equals: history, "\(order)")
      expect(scene.received.entries, equals: received, "\(order)")
    }
  }

  @Test(arguments: Part.allCases)
  func `strongly linked objects, observer, signal and endpoint may be released in any order`(first: Part) {
    for order in first.orders {
      let scene = Scene()
      do {
        let leaf = Station("leaf")
        let middle = Station("middle", next: leaf)
        let root = Station("root", next: middle)
        scene.objects = [.root: root, .middle: middle, .leaf: leaf]
        scene.observe(root, \.next?.next?.name)
      }
      weak let root = scene.objects[.root]
      weak let middle = scene.objects[.middle]
      weak let leaf = scene.objects[.leaf]
      var held = Set(Part.allCases)
      var history: [String] = []
      var received = ["leaf"]
      for part in order {
        scene.release(part)
        held.remove(part)
        if part == .root {
          if held.contains(.observer) { history.append("sourceDeleted - -") }
          if held.contains(.endpoint) { received.append("|") }
        }
        expect((root == nil), equals: !held.contains(.root), "\(order), \(part)")
        expect((middle == nil), equals: held.isDisjoint(with: [.root, .middle]), "\(order), \(part)")
        expect((leaf == nil), equals: held.isDisjoint(with: [.root, .middle, .leaf]), "\(order), \(part)")
      }
      expect(scene.history.lines, equals: history, "\(order)")
      expect(scene.received.entries, equals: received, "\(order)")
      expect(Set(scene.captured.entries), equals: ["observer's released", "endpoint's released"], "\(order)")
    }
  }

  @Test(arguments: [[], .new, .old, [.old, .new], [.prior, .old, .new]] as [KeyValueObservingOptions])
  func `an observer retains none of the values that it was called with`(options: KeyValueObservingOptions) {
    final class Group {
      @Observed var leader = Person("0")
      @Observed var deputy: Person?
      @Observed var members: [Person] = []
      @Observed var anything: Any = 0
      var all: [Person] { members + [leader] }
      var pair: (Person, Person?) { (leader, deputy) }
    }
    let group = Group()
    let observers = [
      history.observe(group, \.leader, options), history.observe(group, \.deputy, options),
      history.observe(group, \.members, options), history.observe(group, \.all, options),
      history.observe(group, \.pair, options), history.observe(group, \.anything, options),
    ]
    weak var last: Person?
    func put(_ change: (Person) -> Void) {
      let person = Person("1")
      last = person
      change(person)
    }
    put { group.leader = $0 }
    expect(last != nil)
    group.leader = Person("2")
    expect(last == nil)
    put { group.deputy = $0 }
    group.deputy = nil
    expect(last == nil)
    put { group.members = [$0] }
    group.members = []
    expect(last == nil)
    put { group.members.append($0) }
    group.members.removeAll()
    expect(last == nil)
    put { group.anything = $0 }
    group.anything = 0
    expect(last == nil)
    put { person in
      transaction {
        group.members = [person]
        group.leader = person
        group.deputy = person
      }
    }
    transaction {
      group.members = []
      group.leader = Person("3")
      group.deputy = nil
    }
    expect(last == nil)
    for observer in observers { observer.cancel() }
  }

  let history = History()

  private final class Case {
    let content: Person
    @Observed var label = ""
    init(_ content: Person) { self.content = content }
  }

  @Test(arguments: [false, true])
  func `an observation is released with its observer, even if it waits for the death of the root (K6, C8)`(
    isCancelled: Bool
  ) {
    let root = Case(Person("Ada"))
    weak var seen: PathObservation?
    func live() {
      let observer = KeyValueObserver(root, \.content.firstName) { _ in }
      seen = observer.observation
      if isCancelled { observer.cancel() }
    }
    live()
    // Closed links are removed when another observer is added (K6).
    for _ in 0..<20 { KeyValueObserver(root, \.content.firstName) { _ in }.cancel() }
    expect(seen == nil)
  }
}
