import Signals
import SignalsKVO
import SignalsTesting
import Testing

/// K4: the properties that count as part of the path if an object reports no read.
@Suite("K4 Objects without a tracked read", .leavesNothing) struct SilentObjectTests {
  let history = History()

  /// A class with one property that no path here reads, and two that can't be observed.
  final class Form {
    @Observed var isOpen = false
    var plain = 1
    let fixed = 2
  }

  final class HandmadeForm: KeyValueObservable {
    let observationStore = ObservationStore<HandmadeForm>()
    let fixed = 2
  }

  @Test func `a path without observable properties reports the death of a root with observed properties`() {
    var form: Form? = Form()
    var handmade: HandmadeForm? = HandmadeForm()
    let observers = [
      form.map { history.observe($0, \.plain, as: "plain") }, form.map { history.observe($0, \.fixed, as: "let") },
      form.map { history.observe($0, \.self, [], as: "self") },
      handmade.map { history.observe($0, \.fixed, as: "by hand") },
    ]
    form = nil
    handmade = nil
    expect(
      history.take(),
      equals: [
        "plain: sourceDeleted - -", "let: sourceDeleted - -", "self: sourceDeleted - -", "by hand: sourceDeleted - -",
      ])
    expect(observers.allSatisfy { $0?.isActive == false })
  }

  @Test func `a signal of such a path finishes with the root`() {
    var form: Form? = Form()
    let recorder = form.map { Recorder(Signal.keyValueObserving($0, \.plain)) }
    form = nil
    expect(recorder?.history, equals: ["1", "|"])
  }

  @Test func `the death of a root without observable properties is noticed at the next use of the observer`() {
    var envelope: Envelope? = Envelope(Person())
    let observer = envelope.map { history.observe($0, \.content) }
    expect(observer?.isActive, equals: true)
    envelope = nil
    expect(observer?.isActive, equals: false)
    expect(history.take(), equals: [])
  }

  /// Reads whether there is one person, and then another person's name.
  final class Bureau {
    @Observed var head: Person? = Person("p")
    let assistant = Person("a")
    let visitors = Property(0)
    var note: String { "\(head != nil) \(assistant.firstName)" }
    var count: String { "\(head != nil) \(visitors.value)" }
  }

  @Test func `an object without a tracked read counts as leading to the next one (K4)`() {
    let bureau = Bureau()
    let note = history.observe(bureau, \.note, as: "note")
    let count = history.observe(bureau, \.count, as: "count")
    bureau.head = Person("q")
    expect(history.take(), equals: ["note: pathChanged true a true a", "count: pathChanged true 0 true 0"])
    bureau.assistant.firstName = "b"
    bureau.head = Person("r")
    expect(
      history.take(),
      equals: [
        "note: valueChanged true a true b", "note: pathChanged true b true b", "count: pathChanged true 0 true 0",
      ])
    // A nil always belongs to the path, since the path continues.
    bureau.head = nil
    bureau.head = Person("s")
    expect(
      history.take(),
      equals: [
        "note: pathChanged true b false b", "count: pathChanged true 0 false 0",
        "note: pathChanged false b true b", "count: pathChanged false 0 true 0",
      ])
    note.cancel()
    count.cancel()
  }

  @Test func `a step without a tracked read leads to the next one, for any class of its object`() {
    final class Room { @Observed var drawer: Drawer? }
    let room = Room()
    let ada = Person("Ada")
    room.drawer = Drawer(ada)
    let observer = history.observe(room, \.drawer?.content.firstName)
    ada.firstName = "Augusta"
    room.drawer = Drawer(Person("Grace"))
    room.drawer = LockedDrawer(Person("Joan"))
    expect(
      history.take(), equals: ["valueChanged Ada Augusta", "pathChanged Augusta Grace", "pathChanged Grace Joan"])
    observer.cancel()
  }

  @Test func `a step leads to an object that a computed property gets from a constant (K4)`() {
    final class Middle {
      @Observed var isOpen = false
      let person: Person
      var name: String { person.firstName }

      init(_ name: String) { person = Person(name) }
    }
    final class Root { @Observed var middle = Middle("Ada") }
    let root = Root()
    let observer = history.observe(root, \.middle.name)
    root.middle = Middle("Grace")
    root.middle.person.firstName = "Joan"
    expect(history.take(), equals: ["pathChanged Ada Grace", "valueChanged Grace Joan"])
    observer.cancel()
  }

  @Test func `a step leads to a Property, a derived value or a collection`() {
    final class Shop {
      @Observed var label = "Shop"
      let stock: Property<Int>
      let double: Derived<Int>
      let names: ObservedArray<String>

      init(_ count: Int) {
        let stock = Property(count)
        self.stock = stock
        double = stock.derived { $0 * 2 }
        names = ObservedArray(["\(count)"])
      }
    }
    final class Street { @Observed var shop = Shop(1) }
    let street = Street()
    let observers = [
      history.observe(street, \.shop.stock.value, as: "stock"),
      history.observe(street, \.shop.double.value, as: "double"),
      history.observe(street, \.shop.names.value, [.new], as: "names"),
    ]
    street.shop = Shop(2)
    expect(
      history.take(), equals: ["stock: pathChanged 1 2", "double: pathChanged 2 4", "names: pathChanged - [\"2\"]"])
    for observer in observers { observer.cancel() }
  }

  @Test func `a step that can't report reads leads to the next one, in its own object or in another`() {
    final class Shelf {
      @Observed var envelope: Envelope? = Envelope(Person("Ada"))
      let guest = Person("Grace")
      var note: String { "\(envelope != nil) \(guest.firstName)" }
    }
    let shelf = Shelf()
    let content = history.observe(shelf, \.envelope?.content.firstName, as: "content")
    let note = history.observe(shelf, \.note, as: "note")
    shelf.envelope = Envelope(Person("Joan"))
    expect(history.take(), equals: ["content: pathChanged Ada Joan", "note: pathChanged true Grace true Grace"])
    content.cancel()
    note.cancel()
  }

  @Test func `a manually reported property without a tracked read is part of the path, too`() {
    final class Bureau: KeyValueObservable {
      let observationStore = ObservationStore<Bureau>()
      let assistant = Person("a")
      private var stored: Person? = Person("p")
      var head: Person? {
        get { access(\.head); return stored }
        set { willChangeValue(for: \.head); stored = newValue; didChangeValue(for: \.head) }
      }
      var note: String { "\(head != nil) \(assistant.firstName)" }
    }
    let bureau = Bureau()
    let observer = history.observe(bureau, \.note)
    bureau.head = Person("q")
    expect(history.take(), equals: ["pathChanged true a true a"])
    observer.cancel()
  }

  @Test func `a nil of the path's own type is the value until a read has continued through it (K4)`() {
    let first = Station("first")
    let chain = history.observe(first, \.next?.next)
    first.next = Station("second", next: Station("third"))
    first.next = nil
    first.next = Station("fourth", next: Station("fifth"))
    first.next?.next = nil
    first.next?.next = Station("sixth")
    expect(
      history.take().map { $0.prefix { $0 != " " } },
      equals: [
        "pathChanged", "pathChanged", "pathChanged", "valueChanged", "valueChanged",
      ])
    chain.cancel()
    let other = Station("other")
    let late = history.observe(other, \.next?.next)
    transaction { other.next = Station("a", next: Station("b")) }
    other.next = nil
    expect(history.take().map { $0.prefix { $0 != " " } }, equals: ["pathChanged", "pathChanged"])
    late.cancel()
  }

  @Test func `a nil at the end of a computed, an inherited and a longer path is the value`() {
    class Base { @Observed var title: String? }
    final class Sub: Base { var alias: String? { title } }
    final class Holder { @Observed var sub: Sub? = Sub() }
    let holder = Holder()
    let sub = Sub()
    let observers = [
      history.observe(sub, \.title, as: "inherited"), history.observe(sub, \.alias, as: "computed"),
      history.observe(holder, \.sub?.title, as: "longer"),
    ]
    sub.title = "a"
    holder.sub?.title = "b"
    expect(
      history.take(), equals: ["inherited: valueChanged - a", "computed: valueChanged - a", "longer: valueChanged - b"])
    for observer in observers { observer.cancel() }
  }

  @Test func `a temporary object of a getter needs no tracked read`() {
    final class Maker {
      @Observed var name = "a"
      let released: Log<String>
      let other = Person("o")
      var line: String { "\(Item(name, released).touch()) \(other.firstName)" }

      init(_ released: Log<String>) { self.released = released }
    }
    final class Item {
      @Observed var mark: Tracked
      init(_ name: String, _ log: Log<String>) { mark = Tracked(name, log) }
      func touch() -> Int {
        mark.touch()
        return 1
      }
    }
    let released = Log<String>()
    let maker = Maker(released)
    let observer = history.observe(maker, \.line)
    maker.other.firstName = "x"
    expect(history.take(), equals: ["valueChanged 1 o 1 x"])
    expect(Set(released.entries), equals: ["a released"])
    observer.cancel()
  }
}

/// K3, K6: the children of a custom mirror.
@Suite("Classes with a custom mirror", .leavesNothing) struct CustomMirrorTests {
  let history = History()

  final class Card: CustomReflectable {
    @Observed var title = "a"
    let person: Person
    let isOpen: Bool

    init(_ person: Person, isOpen: Bool) {
      self.person = person
      self.isOpen = isOpen
    }

    var customMirror: Mirror {
      isOpen ? Mirror(self, children: ["title": title, "_title": _title]) : Mirror(self, children: ["title": title])
    }
  }

  final class Board { @WeakObserved var card: Card? }

  @Test(arguments: [false, true])
  func `the properties that a custom mirror reads are not on the path`(isOpen: Bool) {
    let board = Board()
    var card: Card? = Card(Person("Ada"), isOpen: isOpen)
    let person = card?.person
    board.card = card
    let observer = history.observe(board, \.card?.person.firstName)
    card?.title = "unseen"
    expect(history.take(), equals: [])
    person?.firstName = "Grace"
    expect(history.take(), equals: ["valueChanged Ada Grace"])
    // The library looks for property wrappers in the mirror: if that hides them, the death is noticed at the next read.
    card = nil
    expect(history.take(), equals: (isOpen ? ["pathChanged Grace -"] : []))
    expect(board.card == nil)
    expect(history.take(), equals: (isOpen ? [] : ["pathChanged Grace -"]))
    observer.cancel()
  }
}
