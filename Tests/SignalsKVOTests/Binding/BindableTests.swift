import Dispatch
import Observation
import Signals
import SignalsKVO
import Testing

/// Anything that can be read, observed and set can be either end (B1).
@Suite("Binding: kinds of ends", .leavesNothing) struct BindableTests {
  private final class Person {
    @Observed var firstName = ""
    @WeakObserved var manager: Person?
    @Observed var tags: [String: String] = [:]

    init(_ firstName: String = "") { self.firstName = firstName }
  }

  private final class Package {
    @Observed var recipient = Person("Ada")
    @Observed var title: String? = nil
  }

  private final class Field {
    @Observed var text = ""
    @Observed var optional: String?
  }

  @Observable fileprivate final class Modern {
    var text = ""
    var recipient = Modern.Inner()

    @Observable fileprivate final class Inner { var name = "" }
  }

  private final class Handmade: KeyValueObservable {
    let observationStore = ObservationStore<Handmade>()
    private(set) var sets = 0
    var text = "" {
      willSet { willChangeValue(for: \.text) }
      didSet {
        sets += 1
        didChangeValue(for: \.text)
      }
    }
  }

  @Test func `a replaced object on the key path is followed, and the old object no longer counts`() {
    let (field, package) = (Field(), Package())
    let binding = bind(field, \.text, to: package, \.recipient.firstName)
    expect(field.text, equals: "Ada")
    let old = package.recipient
    package.recipient = Person("Grace")
    expect(field.text, equals: "Grace")
    field.text = "Barbara"
    expect(package.recipient.firstName, equals: "Barbara")
    old.firstName = "old"
    expect(field.text, equals: "Barbara")
    expect(old.firstName, equals: "old")
    withExtendedLifetime(binding) {}
  }

  @Test func `an end whose path misses an object is absent, and carries nothing until the object is there`() {
    let (field, package) = (Field(), Package())
    field.text = "none"
    let binding = bind(field, \.text, to: LocalEnd(package, through: \.recipient.manager, \.firstName))
    expect(field.text, equals: "none")
    field.text = "still none"
    var manager: Person? = Person("Grace")
    package.recipient.manager = manager
    expect(field.text, equals: "Grace")
    field.text = "Barbara"
    expect(manager?.firstName, equals: "Barbara")
    manager = nil
    expect(field.text, equals: "Barbara")
    field.text = "alone"
    let other = Person("Edsger")
    package.recipient.manager = other
    expect(field.text, equals: "Edsger")
    other.firstName = "E. W."
    expect(field.text, equals: "E. W.")
    expect(!binding.state.ended)
  }

  @Test func `an absent end may be the target of the initial value`() {
    let (package, field) = (Package(), Field())
    field.text = "x"
    let binding = bind(
      field, \.text, to: LocalEnd(package, through: \.recipient.manager, \.firstName), initially: .fromFirst)
    let manager = Person("Grace")
    package.recipient.manager = manager
    expect(field.text, equals: "Grace")
    field.text = "Barbara"
    expect(manager.firstName, equals: "Barbara")
    withExtendedLifetime((binding, manager)) {}
  }

  @Test func `a binding to an object that dies at once has ended`() {
    let field = Field()
    let binding = bind(field, \.text, to: LocalEnd(Package(), \.recipient.firstName))
    expect(binding.state.ended)
  }

  @Test func `dictionary elements, optionals and weak objects can be ends`() {
    let (field, person) = (Field(), Person())
    let element = bind(field, \.optional, to: person, \.tags["a"])
    person.tags["a"] = "1"
    expect(field.optional, equals: "1")
    field.optional = nil
    expect(person.tags, equals: [:])
    person.tags["b"] = "2"
    expect(field.optional == nil)
    let other = Person()
    let weakly = bind(person, \.manager, to: other, \.manager)
    var manager: Person? = Person()
    person.manager = manager
    expect(other.manager === manager)
    manager = nil
    expect(other.manager == nil && person.manager == nil)
    withExtendedLifetime((element, weakly)) {}
  }

  @Test func `a binding keeps the key path it was made with when the variable changes`() {
    final class Pair {
      @Observed var one = 0
      @Observed var other = 0
    }
    let (first, second) = (Pair(), Pair())
    var path = \Pair.one
    let binding = bind(first, path, to: second, path)
    path = \Pair.other
    first.one = 1
    expect((second.one, second.other), equals: (1, 0))
    second.one = 2
    expect((first.one, first.other), equals: (2, 0))
    withExtendedLifetime(binding) {}
  }

  @Test func `an end made of two closures is read, observed and set`() {
    let (field, person) = (Field(), Person("Ada"))
    let shouting = LocalEnd(get: { person.firstName.uppercased() }, set: { person.firstName = $0.lowercased() })
    let binding = bind(field, \.text, to: shouting)
    expect(field.text, equals: "ADA")
    person.firstName = "grace"
    expect(field.text, equals: "GRACE")
    field.text = "Barbara"
    expect((person.firstName, field.text), equals: ("barbara", "BARBARA"))
    binding.cancel()
    field.text = ""
    expect(person.firstName, equals: "barbara")
  }

  @Test func `a manually reported property is an end`() {
    let (field, handmade) = (Field(), Handmade())
    let binding = bind(field, \.text, to: handmade, \.text)
    field.text = "a"
    expect(handmade.text, equals: "a")
    expect(handmade.sets, equals: 1)
    handmade.text = "b"
    expect(field.text, equals: "b")
    expect(handmade.sets, equals: 2)
    withExtendedLifetime(binding) {}
  }

  /// All kinds of ends, bound together on the main actor, where all of them are allowed.
  @MainActor
  @Suite struct AnyTwo {
    @MainActor
    private struct End {
      let name: String
      let bind: (Property<String>) -> TwoWayBinding
      let get: () -> String
      let set: (String) -> Void
    }

    /// Each end is bound to one property in between, and so to all others.
    private func ends() -> [End] {
      let (field, package, modern, handmade) = (Field(), Package(), Modern(), Handmade())
      let (outer, property, person, named) = (Modern(), Property(""), Person(), NamedNode(""))
      return [
        End(
          name: "key path", bind: { bind(field, \.text, to: $0) }, get: { field.text }, set: { field.text = $0 }),
        End(
          name: "deep key path", bind: { bind(package, \.recipient.firstName, to: $0) },
          get: { package.recipient.firstName }, set: { package.recipient.firstName = $0 }),
        End(
          name: "handed on", bind: { bind(LocalEnd(person, \.firstName), to: $0) }, get: { person.firstName },
          set: { person.firstName = $0 }),
        End(name: "property", bind: { bind(property, to: $0) }, get: { property.value }, set: { property.value = $0 }),
        End(
          name: "of a runtime", bind: { bind(named, \.name, to: $0) }, get: { named.name }, set: { named.name = $0 }),
        End(
          name: "handmade", bind: { bind(handmade, \.text, to: $0) }, get: { handmade.text },
          set: { handmade.text = $0 }),
        End(
          name: "@Observable", bind: { bind(modern, \.text, to: $0) }, get: { modern.text }, set: { modern.text = $0 }),
        End(
          name: "in an @Observable", bind: { bind(outer, \.recipient.name, to: $0) }, get: { outer.recipient.name },
          set: { outer.recipient.name = $0 }),
      ]
    }

    @Test func `a set of any end reaches all others`() async {
      let ends = ends()
      let between = Property("")
      let bindings = ends.map { $0.bind(between) }
      for (index, end) in ends.enumerated() {
        end.set("\(index)")
        // Swift Observation notifies before the change, so the binding reads the value a moment later (K10).
        for _ in 0..<20 where ends.contains(where: { $0.get() != "\(index)" }) { await Task.yield() }
        await onMainQueue()
        for other in ends { expect(other.get(), equals: "\(index)", "\(end.name) to \(other.name)") }
        expect(between.value, equals: "\(index)")
      }
      withExtendedLifetime(bindings) {}
    }

    /// Returns when the main queue has run its present work.
    private func onMainQueue() async {
      await withCheckedContinuation { continuation in
        DispatchQueue.main.async { continuation.resume() }
      }
    }
  }

  private final class Holder { let count = Property(0) }

  @MainActor
  @Test func `a binding to a path through a property that is bound elsewhere sets each end once`() {
    let (view, holder, other) = (Counted(0), Holder(), Property(0))
    let bindings = [bind(view, \.value, to: holder, \.count.value), bind(other, to: holder.count)]
    view.forget()
    view.value = 6
    other.value = 7
    expect(view.sets, equals: [6, 7])
    expect(holder.count.value, equals: 7)
    withExtendedLifetime(bindings) {}
  }

  private final class Replacing {
    final class Renamed {
      @Observed var name = "" { didSet { if name == "a" { owner?.inner = Renamed() } } }
      weak var owner: Replacing?
    }

    @Observed var inner = Renamed()
    init() { inner.owner = self }
  }

  @Test func `an end whose set replaces an object on its path takes the value of the new object`() {
    let (field, replacing) = (Field(), Replacing())
    let binding = bind(field, \.text, to: replacing, \.inner.name)
    field.text = "a"
    expect(replacing.inner.name, equals: "")
    expect(field.text, equals: "")
    withExtendedLifetime(binding) {}
  }

  @Test func `a property in the middle of a change in place isn't written to, and its new value prevails`() {
    final class Tags { @Observed var tags = [0] }
    let (one, other) = (Tags(), Tags())
    let binding = bind(one, \.tags, to: other, \.tags)
    func change(_ tags: inout [Int]) {
      tags.append(1)
      other.tags = [9]
    }
    change(&one.tags)
    expect((one.tags, other.tags), equals: ([0, 1], [0, 1]))
    other.tags = [2]
    expect(one.tags, equals: [2])
    withExtendedLifetime(binding) {}
  }

  @MainActor
  @Test func `of two Observable ends the last set prevails, though their notifications arrive later`() async {
    let (one, other) = (Modern(), Modern())
    let binding = bind(one, \.text, to: other, \.text)
    one.text = "first"
    other.text = "second"
    for _ in 0..<20 where (one.text, other.text) != ("second", "second") { await Task.yield() }
    await withCheckedContinuation { continuation in DispatchQueue.main.async { continuation.resume() } }
    expect((one.text, other.text), equals: ("second", "second"))
    let property = Property("")
    let preferring = bind(one, \.text, to: property, conflicts: .prefer(.first))
    one.text = "mine"
    property.value = "theirs"
    for _ in 0..<20 { await Task.yield() }
    await withCheckedContinuation { continuation in DispatchQueue.main.async { continuation.resume() } }
    expect((one.text, property.value, other.text), equals: ("mine", "mine", "mine"))
    withExtendedLifetime((binding, preferring)) {}
  }
}
