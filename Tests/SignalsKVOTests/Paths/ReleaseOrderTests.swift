import Observation
import SignalsKVO
import Testing

/// K6, K8, C8: objects, observers, signals and endpoints may be released in any order, and each with its last
/// reference.
@Suite("K6 Orders of release", .leavesNothing) struct ReleaseOrderTests {
  enum Part: String, CaseIterable { case object, owner, observer, signal, endpoint }

  /// The permutations of `parts`.
  private func orders(of parts: [Part]) -> [[Part]] {
    guard !parts.isEmpty else { return [[]] }
    return parts.flatMap { first in orders(of: parts.filter { $0 != first }).map { [first] + $0 } }
  }

  /// Releases the parts in every order, and compares the log at each step.
  ///
  /// - Parameters:
  ///   - make: makes the parts, which the returned dictionary holds.
  ///   - expected: the log entries when `part` is released while `held` are alive.
  private func releaseInAnyOrder(
    _ name: String, _ parts: [Part], _ make: (Log<String>) -> [Part: Any],
    _ expected: (_ part: Part, _ held: Set<Part>) -> [String]
  ) {
    for order in orders(of: parts) {
      let log = Log<String>()
      var held = make(log)
      expect(Set(held.keys), equals: Set(parts))
      _ = log.take()
      for part in order {
        held[part] = nil
        expect(log.take(), equals: expected(part, Set(held.keys)), "\(name): \(part) of \(order)")
      }
    }
  }

  // The mark is the last stored property, so the release is logged after the notifications of the observers.
  final class Model {
    @Observed var name = "a"
    let mark: Tracked
    init(_ log: Log<String>) { mark = Tracked("object", log) }
  }

  final class Handmade: KeyValueObservable {
    let observationStore = ObservationStore<Handmade>()
    var name = "a" { didSet { didChangeValue(for: \.name) } }
    let mark: Tracked
    init(_ log: Log<String>) { mark = Tracked("object", log) }
  }

  /// A class that can't report its death.
  final class Silent {
    let person: Person
    let mark: Tracked
    init(_ person: Person, _ log: Log<String>) {
      self.person = person
      mark = Tracked("object", log)
    }
  }

  @Observable final class Tale {
    var name = "a"
    @ObservationIgnored let mark: Tracked
    init(_ log: Log<String>) { mark = Tracked("object", log) }
  }

  final class Owner: Sendable {
    let mark: Tracked
    init(_ log: Log<String>) { mark = Tracked("owner", log) }
  }

  private func observe<Root: AnyObject>(
    _ object: Root, _ path: KeyPath<Root, String>, _ log: Log<String>
  ) -> [Part: Any] {
    let mark = Tracked("handler", log)
    let observer = KeyValueObserver(object, path) { [mark] change in
      mark.touch()
      log.append("\(change.reason)")
    }
    return [.object: object, .observer: observer]
  }

  @Test func `an observer and an object that reports its death, in any order`() {
    func expected(_ part: Part, _ held: Set<Part>) -> [String] {
      switch part {
      case .object: (held.contains(.observer) ? ["sourceDeleted", "handler released"] : []) + ["object released"]
      default: held.contains(.object) ? ["handler released"] : []
      }
    }
    releaseInAnyOrder("observed", [.object, .observer], { observe(Model($0), \.name, $0) }, expected)
    releaseInAnyOrder("by hand", [.object, .observer], { observe(Handmade($0), \.name, $0) }, expected)
  }

  @Test func `an observer and an object that doesn't report its death, in any order`() {
    func expected(_ part: Part, _ held: Set<Part>) -> [String] {
      part == .object ? ["object released"] : ["handler released"]
    }
    // This person stays alive, since its death would be the next change.
    let person = Person("a")
    releaseInAnyOrder(
      "silent", [.object, .observer], { observe(Silent(person, $0), \.person.firstName, $0) }, expected)
    releaseInAnyOrder("model", [.object, .observer], { observe(Tale($0), \.name, $0) }, expected)
  }

  @MainActor @Test func `an observer and an Observable object on the main actor, in any order`() {
    releaseInAnyOrder("model", [.object, .observer]) { log in
      observe(Tale(log), \.name, log)
    } _: { part, _ in
      part == .object ? ["object released"] : ["handler released"]
    }
  }

  private func subscribe(_ signal: Signal<String>, _ log: Log<String>) -> Endpoint {
    let mark = Tracked("handler", log)
    return signal.subscribe { [mark] event in
      mark.touch()
      log.append("\(event)")
    }
  }

  @Test func `an object, a signal and an endpoint, in any order`() {
    func expected(_ part: Part, _ held: Set<Part>) -> [String] {
      switch part {
      case .object: (held.contains(.endpoint) ? ["finished", "handler released"] : []) + ["object released"]
      case .endpoint: held.contains(.object) ? ["handler released"] : []
      default: []
      }
    }
    let parts: [Part] = [.object, .signal, .endpoint]
    releaseInAnyOrder("property", parts) { log in
      let model = Model(log)
      let signal = model.$name.signal
      return [.object: model, .signal: signal, .endpoint: subscribe(signal, log)]
    } _: {
      expected($0, $1)
    }
    releaseInAnyOrder("projection", parts) { log in
      let model = Model(log)
      let name = model.$name
      return [.object: model, .signal: name, .endpoint: subscribe(name.signal, log)]
    } _: {
      expected($0, $1)
    }
    releaseInAnyOrder("path", parts) { log in
      let model = Model(log)
      let signal = Signal.keyValueObserving(model, \.name)
      return [.object: model, .signal: signal, .endpoint: subscribe(signal, log)]
    } _: {
      expected($0, $1)
    }
    releaseInAnyOrder("by hand", parts) { log in
      let model = Handmade(log)
      let signal = Signal.keyValueObserving(model, \.name)
      return [.object: model, .signal: signal, .endpoint: subscribe(signal, log)]
    } _: {
      expected($0, $1)
    }
  }

  @Test func `an object, an added observer's owner and its token, in any order`() {
    releaseInAnyOrder("added", [.object, .owner, .observer]) { log in
      let object = Handmade(log)
      let owner = Owner(log)
      let mark = Tracked("handler", log)
      let token = object.addObserver(owner, keyPath: \.name) { [mark] _, name in
        mark.touch()
        log.append(name)
      }
      return [.object: object, .owner: owner, .observer: token]
    } _: { part, _ in
      switch part {
      case .object: ["handler released", "object released"]
      case .owner: ["owner released"]
      default: []
      }
    }
  }

  @Test func `a Property, an owner, a signal and an endpoint, in all 24 orders`() {
    let parts: [Part] = [.object, .owner, .signal, .endpoint]
    expect(orders(of: parts).count, equals: 24)
    releaseInAnyOrder("Property", parts) { log in
      let property = Property("a")
      let owner = Owner(log)
      let mark = Tracked("owner's handler", log)
      property.subscribe(owner) { [mark] _, name in
        mark.touch()
        log.append("owner \(name)")
      }
      let signal = property.signal
      return [.object: property, .owner: owner, .signal: signal, .endpoint: subscribe(signal, log)]
    } _: { part, held in
      switch part {
      case .object: ["owner's handler released"] + (held.contains(.endpoint) ? ["finished", "handler released"] : [])
      case .owner: ["owner released"]
      case .endpoint: held.contains(.object) ? ["handler released"] : []
      default: []
      }
    }
  }

  @Test func `a derived value, an owner, a signal and an endpoint, in all 24 orders`() {
    let parts: [Part] = [.object, .owner, .signal, .endpoint]
    let input = Property("a")
    releaseInAnyOrder("Derived", parts) { log in
      let derived = input.derived { $0 + "!" }
      let owner = Owner(log)
      let mark = Tracked("owner's handler", log)
      derived.subscribe(owner) { [mark] _, name in
        mark.touch()
        log.append("owner \(name)")
      }
      let signal = derived.signal
      return [.object: derived, .owner: owner, .signal: signal, .endpoint: subscribe(signal, log)]
    } _: { part, held in
      switch part {
      case .object: ["owner's handler released"] + (held.contains(.endpoint) ? ["finished", "handler released"] : [])
      case .owner: ["owner released"]
      case .endpoint: held.contains(.object) ? ["handler released"] : []
      default: []
      }
    }
  }
}
