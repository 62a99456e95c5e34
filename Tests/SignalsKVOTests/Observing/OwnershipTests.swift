import SignalsTesting
import Testing

@testable import SignalsKVO

/// K6, C8: who keeps whom alive.
@Suite("K6 Ownership") struct OwnershipTests {
  enum Part: CaseIterable {
    case root, middle, leaf, observer, signal, endpoint

    /// All of them in every order that begins with this one.
    var orders: [[Part]] { Part.orders(of: Part.allCases.filter { $0 != self }).map { [self] + $0 } }

    private static func orders(of parts: [Part]) -> [[Part]] {
      guard !parts.isEmpty else { return [[]] }
      return parts.flatMap { first in orders(of: parts.filter { $0 != first }).map { [first] + $0 } }
    }
  }

  /// Three objects, an observer and a signal of the path through them, and what the rest of a test holds of these.
  private final class Scene {
    var objects: [Part: AnyObject] = [:]
    var observer: KeyValueObserver?
    var signal: Signal<String?>?
    var endpoint: Endpoint?
    let history = History()
    let heard = Log<String>()
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
      endpoint = signal.subscribe { [heard] event in
        other.touch()
        if case .value(let value) = event { heard.append(value ?? "-") } else { heard.append("|") }
      }
    }
  }

  @Test(arguments: Part.allCases)
  func `weakly linked objects, observer, signal and endpoint may go in any order`(first: Part) {
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
      var heard = ["Leaf"]
      var value = "Leaf"
      for part in order {
        scene.release(part)
        held.remove(part)
        let isTold = part == .leaf && held.contains(.middle) || part == .middle
        if isTold, held.contains(.root) {
          if held.contains(.observer) { history.append("pathChanged \(value) -") }
          value = "-"
          if held.contains(.endpoint) { heard.append("-") }
        } else if part == .root {
          if held.contains(.observer) { history.append("sourceDeleted - -") }
          if held.contains(.endpoint) { heard.append("|") }
        }
        #expect((root == nil) == !held.contains(.root), "\(order), \(part)")
        #expect((middle == nil) == !held.contains(.middle), "\(order), \(part)")
        #expect((leaf == nil) == !held.contains(.leaf), "\(order), \(part)")
        let isObserving = held.contains(.root) && held.contains(.observer)
        let isSubscribed = held.contains(.root) && held.contains(.endpoint)
        #expect(
          Set(scene.captured.entries)
            == Set((isObserving ? [] : ["observer's released"]) + (isSubscribed ? [] : ["endpoint's released"])),
          "\(order), \(part)")
      }
      #expect(scene.history.lines == history, "\(order)")
      #expect(scene.heard.entries == heard, "\(order)")
    }
  }

  @Test(arguments: Part.allCases)
  func `so may objects that hold each other`(first: Part) {
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
      var heard = ["leaf"]
      for part in order {
        scene.release(part)
        held.remove(part)
        if part == .root {
          if held.contains(.observer) { history.append("sourceDeleted - -") }
          if held.contains(.endpoint) { heard.append("|") }
        }
        #expect((root == nil) == !held.contains(.root), "\(order), \(part)")
        #expect((middle == nil) == held.isDisjoint(with: [.root, .middle]), "\(order), \(part)")
        #expect((leaf == nil) == held.isDisjoint(with: [.root, .middle, .leaf]), "\(order), \(part)")
      }
      #expect(scene.history.lines == history, "\(order)")
      #expect(scene.heard.entries == heard, "\(order)")
      #expect(Set(scene.captured.entries) == ["observer's released", "endpoint's released"], "\(order)")
    }
  }

  @Test(arguments: [[], .new, .old, [.old, .new], [.prior, .old, .new]] as [KeyValueObservingOptions])
  func `no value that an observer was told is kept alive by it`(options: KeyValueObservingOptions) {
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
    #expect(last != nil)
    group.leader = Person("2")
    #expect(last == nil)
    put { group.deputy = $0 }
    group.deputy = nil
    #expect(last == nil)
    put { group.members = [$0] }
    group.members = []
    #expect(last == nil)
    put { group.members.append($0) }
    group.members.removeAll()
    #expect(last == nil)
    put { group.anything = $0 }
    group.anything = 0
    #expect(last == nil)
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
    #expect(last == nil)
    for observer in observers { observer.cancel() }
  }

  let history = History()
}

/// C8: when the captures of a handler are released.
@Suite("C8 What the handlers of observers capture") struct CaptureTests {
  let person = Person("Ada")
  let released = Log<String>()

  private func observe(_ path: KeyPath<Person, String>, _ then: @escaping () -> Void = {}) -> KeyValueObserver {
    let mark = Tracked("mark", released)
    return KeyValueObserver(person, path, options: [.old, .new]) { _ in
      mark.touch()
      then()
    }
  }

  @Test(arguments: [\Person.firstName, \Person.fullName])
  func `it is released by the cancel`(path: KeyPath<Person, String> & Sendable) {
    let observer = observe(path)
    person.firstName = "Grace"
    #expect(released.entries == [])
    observer.cancel()
    #expect(released.entries == ["mark released"])
  }

  @Test(arguments: [\Person.firstName, \Person.fullName])
  func `it is released by a cancel on another thread`(path: KeyPath<Person, String> & Sendable) {
    let observer = observe(path)
    onAnotherThread { observer.cancel() }
    #expect(released.entries == ["mark released"])
    person.firstName = "Grace"
  }

  @Test(arguments: [\Person.firstName, \Person.fullName])
  func `it is released when the handler that cancels has returned`(path: KeyPath<Person, String> & Sendable) {
    let place = ObserverPlace()
    place.observer = observe(path) { [released] in
      place.observer?.cancel()
      #expect(released.entries == [])
    }
    person.firstName = "Grace"
    #expect(released.entries == ["mark released"])
  }

  @Test func `it is released when the handler has been cancelled by another thread meanwhile`() {
    let place = ObserverPlace()
    let observer = observe(\.firstName) { [released] in
      let observer = place.observer
      onAnotherThread { observer?.cancel() }
      #expect(released.entries == [])
    }
    place.observer = observer
    person.firstName = "Grace"
    #expect(released.entries == ["mark released"])
  }

  @Test func `it is released when the observer that waits is cancelled by another handler`() {
    let place = ObserverPlace()
    let first = KeyValueObserver(person, \.firstName, options: []) { [released] _ in
      place.observer?.cancel()
      #expect(released.entries == ["mark released"])
    }
    place.observer = observe(\.firstName)
    person.firstName = "Grace"
    #expect(released.entries == ["mark released"])
    first.cancel()
  }

  @Test func `it is released after the last call of all`() {
    var person: Person? = Person("Ada")
    let mark = Guarded<Tracked?>(Tracked("mark", released))
    let observer = person.map { person in
      let captured = mark.change { swapped(&$0, with: nil) }
      return KeyValueObserver(person, \.firstName, options: []) { [released] change in
        captured?.touch()
        #expect(released.entries == [])
      }
    }
    person = nil
    #expect(released.entries == ["mark released"])
    withExtendedLifetime(observer) {}
  }

  @Test func `what it captured may observe and set while it is released`() {
    let place = ObserverPlace()
    let history = History()
    final class Last {
      let atRelease: () -> Void
      init(_ atRelease: @escaping () -> Void) { self.atRelease = atRelease }
      deinit { atRelease() }
    }
    let person = person
    let other = history.observe(person, \.lastName)
    let last = Last { person.lastName = "set at release" }
    place.observer = KeyValueObserver(person, \.firstName, options: []) { [last] _ in withExtendedLifetime(last) {} }
    place.observer?.cancel()
    withExtendedLifetime(last) {}
    #expect(history.take() == [])
    do {
      let last = Last { person.lastName = "set again" }
      place.observer = KeyValueObserver(person, \.firstName, options: []) { _ in withExtendedLifetime(last) {} }
    }
    place.observer = nil
    #expect(history.take() == ["valueChanged  set again"])
    other.cancel()
  }
}

/// C8: a source never keeps a cancelled observation.
@Suite("C8 The list of those who observe") struct ObserverListTests {
  private final class References {
    private var references: [Weak] = []
    private struct Weak { weak var object: AnyObject? }

    func append(_ object: AnyObject) { references.append(Weak(object: object)) }

    var alive: Int { references.count { $0.object != nil } }
  }

  @Test(arguments: [false, true])
  func `it does not grow when observers come and go`(isSetBetween: Bool) {
    let person = Person("Ada")
    let references = References()
    let stays = KeyValueObserver(person, \.firstName, options: []) { _ in }
    for index in 0..<100_000 {
      let observer = KeyValueObserver(person, \.firstName, options: []) { _ in }
      references.append(observer.observation)
      if isSetBetween, index.isMultiple(of: 100) { person.firstName = "Grace" }
    }
    #expect(references.alive <= 8)
    let linkCount = person.$firstName.cell?.linkCount ?? .max
    #expect(linkCount <= 8)
    stays.cancel()
    person.firstName = "Alan"
    #expect(references.alive == 0)
  }

  @Test func `it does not grow when an object on the way is replaced again and again`() {
    let package = Package(Person("Ada"))
    let people = [Person("Grace"), Person("Alan")]
    let observer = KeyValueObserver(package, \.recipient.firstName, options: [.old, .new]) { _ in }
    for index in 0..<100_000 { package.recipient = people[index & 1] }
    let linkCounts = people.map { $0.$firstName.cell?.linkCount ?? .max }
    #expect(linkCounts.allSatisfy { $0 <= 8 })
    let rootLinkCount = package.$recipient.cell?.linkCount
    #expect(rootLinkCount == 1)
    observer.cancel()
  }

  @Test func `it does not grow where deaths are waited for`() {
    let desk = Desk()
    let people = [Person("Grace"), Person("Alan")]
    let observer = KeyValueObserver(desk, \.person, options: [.old, .new]) { _ in }
    for index in 0..<100_000 { desk.person = people[index & 1] }
    let linkCounts = people.map { $0.$firstName.cell?.linkCount ?? .max }
    #expect(linkCounts.allSatisfy { $0 <= 8 })
    observer.cancel()
  }

  @Test func `nor does that of signals`() {
    let person = Person("Ada")
    let signal = person.$firstName.signal
    for _ in 0..<10_000 {
      _ = person.$firstName.signal.subscribeValues { _ in }
      _ = signal.subscribeValues { _ in }
    }
    let rest = person.$firstName.cell?.linkCount ?? .max
    #expect(rest <= 8)
  }
}
