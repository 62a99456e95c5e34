import Observation
import Signals
import SignalsKVO
import Testing

/// B1, B3: an end with a substitute value for the time that an object on its path is missing.
@Suite("Binding: an end that may be absent", .leavesNothing) struct AbsentEndTests {
  final class Person {
    @Observed var name: String
    @Observed var nickname: String?
    @Observed var age = 0

    init(_ name: String) { self.name = name }
  }

  final class List {
    @Observed var selected: Person?
    @WeakObserved var visited: Person?

    init(_ selected: Person? = nil) { self.selected = selected }
  }

  final class Outer {
    @Observed var list: List

    init(_ list: List) { self.list = list }
  }

  @Test func `the other end gets the substitute while the object is missing, and then the next object's value`() {
    let (ada, grace) = (Person("Ada"), Person("Grace"))
    let (field, list) = (Counted("draft"), List(ada))
    let binding = bind(field, \.value, to: LocalEnd(list, through: \.selected, \.name, absent: "-"))
    list.selected = grace
    field.value = "Amazing Grace"
    list.selected = nil
    field.value = "typed"
    list.selected = ada
    ada.name = "Countess"
    expect(field.sets, equals: ["Ada", "Grace", "Amazing Grace", "-", "typed", "Ada", "Countess"])
    expect([ada.name, grace.name], equals: ["Countess", "Amazing Grace"])
    expect(!binding.state.ended)
    binding.cancel()
    list.selected = nil
    expect(field.value, equals: "Countess")
  }

  @Test func `without a substitute, the other end keeps the text of the former object`() {
    let (field, list) = (Counted(""), List(Person("Ada")))
    let binding = bind(field, \.value, to: LocalEnd(list, through: \.selected, \.name))
    list.selected = nil
    expect(field.sets, equals: ["Ada"])
    binding.cancel()
  }

  @Test func `each set that leaves the path nil sets the substitute again (K2)`() {
    let (field, list) = (Counted(""), List())
    let outer = Outer(list)
    let binding = bind(field, \.value, to: LocalEnd(outer, through: \.list.selected, \.name, absent: "-"))
    list.selected = nil
    field.value = "typed"
    outer.list = List()
    transaction {
      outer.list.selected = Person("Ada")
      outer.list.selected = nil
    }
    expect(field.sets, equals: ["-", "-", "typed", "-", "-"])
    binding.cancel()
  }

  @Test func `the substitute is the initial value only if the absent end supplies that`() {
    let list = List()
    let (field, other) = (Counted("field"), Counted("other"))
    let bindings = [
      bind(field, \.value, to: LocalEnd(list, through: \.selected, \.name, absent: "-")),
      bind(
        other, \.value, to: LocalEnd(list, through: \.selected, \.name, absent: "-"), initially: .fromFirst),
    ]
    expect([field.value, other.value], equals: ["-", "other"])
    list.selected = Person("Ada")
    expect([field.value, other.value], equals: ["Ada", "Ada"])
    expect(list.selected?.name, equals: "Ada")
    for binding in bindings { binding.cancel() }
  }

  @Test func `the death of an object on the path makes the end absent`() {
    let (field, list) = (Counted(""), List())
    var ada: Person? = Person("Ada")
    list.visited = ada
    let binding = bind(field, \.value, to: LocalEnd(list, through: \.visited, \.name, absent: "-"))
    ada = nil
    expect(ada == nil && field.sets == ["Ada", "-"])
    expect(!binding.state.ended)
    binding.cancel()
  }

  @Test func `the death of the root ends the binding without setting the substitute`() {
    let field = Counted("")
    var list: List? = List(Person("Ada"))
    let binding = list.map {
      bind(field, \.value, to: LocalEnd($0, through: \.selected, \.name, absent: "-"))
    }
    list = nil
    expect(field.sets, equals: ["Ada"])
    expect(binding?.state.ended, equals: true)
  }

  @Test func `a nil property of a present object is a value, not an absence`() {
    let ada = Person("Ada")
    let (field, list) = (Counted<String?>(nil), List(ada))
    let binding = bind(field, \.value, to: LocalEnd(list, through: \.selected, \.nickname, absent: "-"))
    ada.nickname = "Countess"
    ada.nickname = nil
    list.selected = nil
    expect(field.sets, equals: [nil, "Countess", nil, "-"])
    let nothing = bind(field, \.value, to: LocalEnd(list, through: \.selected, \.nickname, absent: nil))
    expect(field.value == nil)
    for binding in [binding, nothing] { binding.cancel() }
  }

  private struct NotANumber: Error {}

  @Test func `the substitute passes through the converter`() {
    let ada = Person("Ada")
    ada.age = 36
    let (field, list) = (Counted(""), List(ada))
    let binding = bind(
      field, \.value, to: LocalEnd(list, through: \.selected, \.age, absent: -1),
      converting: Converter(
        forward: { text in
          guard let age = Int(text) else { throw NotANumber() }
          return age
        }, backward: { $0 < 0 ? "-" : "\($0)" }))
    list.selected = nil
    field.value = "7"
    list.selected = ada
    field.value = "8"
    expect(field.sets, equals: ["36", "-", "7", "36", "8"])
    expect(ada.age, equals: 8)
    binding.cancel()
  }

  @Test func `the policy resolves a conflict between an edit and an absence in one transaction (B3)`() {
    func history(_ policy: ConflictPolicy<String, String>, _ body: (Counted<String>, List) -> Void) -> [String] {
      let (field, list) = (Counted(""), List(Person("Ada")))
      let binding = bind(
        field, \.value, to: LocalEnd(list, through: \.selected, \.name, absent: "-"), conflicts: policy)
      field.forget()
      transaction { body(field, list) }
      defer { binding.cancel() }
      return field.sets + [list.selected?.name ?? "none"]
    }
    func deselect(_ field: Counted<String>, _ list: List) {
      field.value = "typed"
      list.selected = nil
    }
    expect(history(.lastWriter, deselect), equals: ["typed", "-", "none"])
    expect(history(.prefer(.first), deselect), equals: ["typed", "none"])
    expect(history(.prefer(.second), deselect), equals: ["typed", "-", "none"])
    expect(history(.merge { "\($0)+\($1)" }, deselect), equals: ["typed", "typed+-", "none"])
    func select(_ field: Counted<String>, _ list: List) {
      list.selected = Person("Grace")
      field.value = "typed"
    }
    expect(history(.lastWriter, select).last, equals: "typed")
    expect(history(.prefer(.second), select), equals: ["typed", "Grace", "Grace"])
  }

  private static let policies: [ConflictPolicy<Int, Int>] = [
    .lastWriter, .prefer(.first), .prefer(.second), .merge { min($0, $1) },
  ]

  @MainActor
  @Test(arguments: policies.indices)
  func `the value of an object that appears prevails over a set that the former object has not received (B1)`(
    _ index: Int
  ) {
    final class Person { @Observed var age = 0 }
    final class List { @Observed var selected: Person? = Person() }
    func expectAppearance(_ isFirst: Bool, _ body: (List, Counted<Int>) -> Void) {
      let (list, field) = (List(), Counted(0))
      let (end, other) = (LocalEnd(list, through: \.selected, \.age), LocalEnd(field, \.value))
      let policy = Self.policies[index]
      let binding = isFirst ? bind(end, to: other, conflicts: policy) : bind(other, to: end, conflicts: policy)
      body(list, field)
      let next = Person()
      next.age = 19
      list.selected = next
      expect((next.age, field.value), equals: (19, 19))
      field.value = 20
      expect(next.age, equals: 20)
      binding.cancel()
    }
    for isFirst in [true, false] {
      expectAppearance(isFirst) { list, field in
        transaction {
          field.value = 14
          list.selected = nil
        }
        expect(field.value, equals: 14)
      }
      expectAppearance(isFirst) { list, field in
        transaction {
          list.selected?.age = 13
          field.value = 14
          list.selected = nil
        }
      }
      expectAppearance(isFirst) { list, field in
        list.selected = nil
        transaction {
          field.value = 14
          list.selected = Person()
          list.selected = nil
        }
      }
    }
  }

  @Test func `the substitute waits while the other end is held (B8)`() {
    let (ada, list, field) = (Person("Ada"), List(), Counted(""))
    list.selected = ada
    let binding = bind(field, \.value, to: LocalEnd(list, through: \.selected, \.name, absent: "-"))
    binding.hold(.first)
    list.selected = nil
    expect(field.sets, equals: ["Ada"])
    expect(binding.state.pending, equals: [.first])
    binding.release(.first)
    expect(field.sets, equals: ["Ada", "-"])
    binding.hold(.first)
    field.value = "typed"
    list.selected = ada
    binding.release(.first)
    expect(field.sets, equals: ["Ada", "-", "typed", "Ada"])
    binding.cancel()
  }

  @Test func `a set from the other end may make the end absent`() {
    final class Fussy {
      @Observed var selected: Item?
      final class Item {
        unowned let owner: Fussy
        @Observed var text = "a" { didSet { if text.isEmpty { owner.selected = nil } } }

        init(_ owner: Fussy) { self.owner = owner }
      }
      init() { selected = Item(self) }
    }
    let (field, fussy) = (Counted(""), Fussy())
    let binding = bind(field, \.value, to: LocalEnd(fussy, through: \.selected, \.text, absent: "-"))
    field.value = "b"
    field.value = ""
    expect(fussy.selected == nil)
    expect(field.sets, equals: ["a", "b", "", "-"])
    binding.cancel()
  }

  @Test func `the substitute of a type without a comparison is set like any other`() {
    struct Opaque { var text: String }
    final class Holder { @Observed var opaque = Opaque(text: "a") }
    final class Root { @Observed var holder: Holder? = Holder() }
    let (field, root) = (Counted(Opaque(text: "")), Root())
    let binding = bind(
      field, \.value, to: LocalEnd(root, through: \.holder, \.opaque, absent: Opaque(text: "-")))
    root.holder = nil
    field.value = Opaque(text: "typed")
    root.holder = Holder()
    expect(field.sets.map(\.text), equals: ["a", "-", "typed", "a"])
    binding.cancel()
  }

  // MARK: - On the main actor

  @MainActor @Observable final class Store {
    var selected: Entry?

    @MainActor @Observable final class Entry {
      var title: String

      init(_ title: String) { self.title = title }
    }
  }

  @MainActor final class Screen { @Observed var title = "" }

  @MainActor @Test func `a Property and an optional end on the main actor carry values and the substitute`() {
    let list = List(Person("Ada"))
    let title = Property("")
    let titles = Sets(of: title)
    let binding = bind(title, to: LocalEnd(list, through: \.selected, \.name, absent: "-"))
    list.selected = nil
    title.value = "typed"
    list.selected = Person("Grace")
    title.value = "Amazing"
    expect(titles.values, equals: ["Ada", "-", "typed", "Grace", "Amazing"])
    expect(list.selected?.name, equals: "Amazing")
    binding.cancel()
  }

  @MainActor @Test func `two absent ends give each other their own substitutes`() {
    let (one, other) = (List(Person("Ada")), List(Person("Grace")))
    let binding = bind(
      LocalEnd(one, through: \.selected, \.name, absent: "one"),
      to: LocalEnd(other, through: \.selected, \.name, absent: "other"))
    let (first, second) = (one.selected, other.selected)
    expect(first?.name, equals: "Grace")
    other.selected = nil
    expect(first?.name, equals: "other")
    one.selected = nil
    one.selected = first
    other.selected = second
    expect([first?.name, second?.name], equals: ["Grace", "Grace"])
    one.selected = nil
    expect(second?.name, equals: "one")
    binding.cancel()
  }

  @MainActor @Test func `an end through an Observable object sets the substitute when the object goes missing`() async {
    let (screen, store) = (Screen(), Store())
    store.selected = Store.Entry("a")
    let binding = bind(screen, \.title, to: LocalEnd(store, through: \.selected, \.title, absent: "-"))
    expect(screen.title, equals: "a")
    store.selected = nil
    await mainQueueIsIdle()
    expect(screen.title, equals: "-")
    screen.title = "typed"
    await mainQueueIsIdle()
    expect(screen.title, equals: "typed")
    store.selected = Store.Entry("b")
    await mainQueueIsIdle()
    expect(screen.title, equals: "b")
    binding.cancel()
  }

  // MARK: - One way

  @Test func `the closure of a one-way binding replaces the nil of an optional step`() {
    let ada = Person("Ada")
    let (label, list) = (Counted(""), List(ada))
    let binding = bind(label, \.value, from: list, \.selected?.name) { $0 ?? "-" }
    list.selected = nil
    label.value = "set by hand"
    list.selected = ada
    ada.name = "Countess"
    expect(label.sets, equals: ["Ada", "-", "set by hand", "Ada", "Countess"])
    expect(list.selected?.name, equals: "Countess")
    binding.cancel()
    list.selected = nil
    expect(label.value, equals: "Countess")
  }

  @Test func `in a one-way binding, a nil at the end of the path is like that of a step`() {
    let ada = Person("Ada")
    let (label, list) = (Counted(""), List(ada))
    let binding = bind(label, \.value, from: list, \.selected?.nickname) { $0 ?? "no nickname" }
    ada.nickname = "Countess"
    ada.nickname = nil
    list.selected = nil
    expect(label.sets, equals: ["no nickname", "Countess", "no nickname", "no nickname"])
    binding.cancel()
  }

  @MainActor @Test func `the closure of a one-way binding on the main actor replaces nil`() {
    let (screen, list) = (Screen(), List(Person("Ada")))
    let binding = bind(screen, \.title, from: list, \.selected?.name) { $0 ?? "-" }
    expect(screen.title, equals: "Ada")
    list.selected = nil
    expect(screen.title, equals: "-")
    binding.cancel()
  }
}
