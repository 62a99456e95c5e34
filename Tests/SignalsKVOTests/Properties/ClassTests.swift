import SignalsKVO
import Testing

/// K1: any class.
@Suite("K1 Observed properties of any class", .leavesNothing) struct ClassTests {
  class Base {
    @Observed var name = "base"
    var title: String { "Base \(name)" }
  }

  final class Sub: Base {
    @Observed var rank = 1
    override var title: String { "Sub \(name) \(rank)" }
  }

  final class Box<Content> {
    @Observed var content: Content
    var copies: [Content] { [content, content] }

    init(_ content: Content) { self.content = content }
  }

  /// A subclass that changes the values on their way to and from the inherited property.
  final class Loud: Base {
    override var name: String {
      get { super.name.uppercased() }
      set { super.name = newValue + "!" }
    }
  }

  let history = History()

  @Test func `an overridden observed property is reported with the values of the override`() {
    let loud = Loud()
    let observers = [
      history.observe(loud as Base, \.name, as: "Base"), history.observe(loud, \Loud.name, as: "Loud"),
      history.observe(loud, \.title, as: "title"),
    ]
    loud.name = "a"
    loud.name.append("b")
    expect(
      history.lines,
      equals: [
        "Base: valueChanged BASE A!", "Loud: valueChanged BASE A!", "title: valueChanged Base BASE Base A!",
        "Base: valueChanged A! A!B!", "Loud: valueChanged A! A!B!", "title: valueChanged Base A! Base A!B!",
      ])
    for observer in observers { observer.cancel() }
    let alone = history.observe(loud as Base, \.name, as: "alone")
    loud.name = "c"
    expect(history.lines.last, equals: "alone: valueChanged A!B! C!")
    alone.cancel()
  }

  @Test func `an override is also respected for an object that replaces another on the path`() {
    final class Holder { @Observed var base = Base() }
    let holder = Holder()
    let observer = history.observe(holder, \.base.name)
    holder.base.name = "a"
    holder.base = Loud()
    holder.base.name = "b"
    holder.base = Base()
    holder.base.name = "c"
    expect(
      history.lines,
      equals: [
        "valueChanged base a", "pathChanged a BASE", "valueChanged BASE B!", "pathChanged B! base",
        "valueChanged base c",
      ])
    observer.cancel()
  }

  @Test func `a property is the same, by whichever class the key path names it`() {
    let sub = Sub()
    let base: Base = sub
    let observers = [
      history.observe(sub, \Sub.name, as: "Sub.name"), history.observe(base, \Base.name, as: "Base.name"),
      history.observe(sub, \Base.name, as: "Base.name of Sub"),
    ]
    sub.name = "a"
    expect(
      history.take(),
      equals: [
        "Sub.name: valueChanged base a", "Base.name: valueChanged base a", "Base.name of Sub: valueChanged base a",
      ])
    base.name = "b"
    expect(
      history.take(),
      equals: [
        "Sub.name: valueChanged a b", "Base.name: valueChanged a b", "Base.name of Sub: valueChanged a b",
      ])
    for observer in observers { observer.cancel() }
  }

  @Test func `an overridden computed property is followed as the object computes it`() {
    let sub = Sub()
    let observers = [
      history.observe(sub as Base, \.title, as: "Base"), history.observe(sub, \Sub.title, as: "Sub"),
      history.observe(sub, \.rank, as: "rank"),
    ]
    sub.rank = 2
    sub.name = "x"
    expect(
      history.lines,
      equals: [
        "Base: valueChanged Sub base 1 Sub base 2", "Sub: valueChanged Sub base 1 Sub base 2", "rank: valueChanged 1 2",
        "Base: valueChanged Sub base 2 Sub x 2", "Sub: valueChanged Sub base 2 Sub x 2",
      ])
    for observer in observers { observer.cancel() }
  }

  @Test func `an object of a subclass is followed on the path, and its death is reported`() {
    final class Holder { @WeakObserved var base: Base? }
    var sub: Sub? = Sub()
    let holder = Holder()
    holder.base = sub
    let observer = history.observe(holder, \.base?.title)
    sub?.rank = 3
    sub = nil
    expect(history.lines, equals: ["valueChanged Sub base 1 Sub base 3", "pathChanged Sub base 3 -"])
    observer.cancel()
  }

  @Test func `a generic class is observed for any type arguments`() {
    func follow<Content>(_ box: Box<Content>, _ new: Content) {
      let content = history.observe(box, \.content, as: "content")
      let copies = history.observe(box, \.copies, as: "copies")
      box.content = new
      content.cancel()
      copies.cancel()
    }
    follow(Box(1), 2)
    follow(Box<String?>("a"), nil)
    follow(Box(Mood.calm), .merry)
    follow(Box(Address(street: "a")), Address(street: "b", city: "c"))
    follow(Box(Person("Ada")), Person("Grace"))
    expect(
      history.lines,
      equals: [
        "content: valueChanged 1 2", "copies: valueChanged [1, 1] [2, 2]",
        "content: valueChanged a -", #"copies: valueChanged [Optional("a"), Optional("a")] [nil, nil]"#,
        "content: valueChanged calm merry",
        "copies: valueChanged [SignalsKVOTests.Mood.calm, SignalsKVOTests.Mood.calm] [SignalsKVOTests.Mood.merry, SignalsKVOTests.Mood.merry]",
        #"content: valueChanged Address(street: "a", city: nil) Address(street: "b", city: Optional("c"))"#,
        #"copies: valueChanged [SignalsKVOTests.Address(street: "a", city: nil), SignalsKVOTests.Address(street: "a", city: nil)] [SignalsKVOTests.Address(street: "b", city: Optional("c")), SignalsKVOTests.Address(street: "b", city: Optional("c"))]"#,
        "content: valueChanged Ada Grace", "copies: valueChanged [Ada, Ada] [Grace, Grace]",
      ])
  }

  @Test func `a path through a protocol and through an existential is followed (K3)`() {
    final class Holder {
      @Observed var named: any Named = Pet("Rex")
      @Observed var anything: Any = Pet("Rex")
      var petName: String { (anything as? Pet)?.name ?? "none" }
    }
    let holder = Holder()
    let pet = Pet("Bello")
    let name = history.observe(holder, \.named.name, as: "name")
    let petName = history.observe(holder, \.petName, as: "any")
    holder.named = pet
    holder.anything = pet
    pet.name = "Hasso"
    holder.anything = 1
    pet.name = "Waldi"
    expect(
      history.lines,
      equals: [
        "name: pathChanged Rex Bello", "any: pathChanged Rex Bello", "name: valueChanged Bello Hasso",
        "any: valueChanged Bello Hasso", "any: pathChanged Hasso none", "name: valueChanged Hasso Waldi",
      ])
    name.cancel()
    petName.cancel()
  }
}

private protocol Named: AnyObject {
  var name: String { get }
}

private final class Pet: Named {
  @Observed var name: String

  init(_ name: String) { self.name = name }
}

/// C13, K1: classes that live on the main actor.
@MainActor @Suite("K1 Observed properties on the main actor", .leavesNothing) struct MainActorClassTests {
  @MainActor
  final class Screen {
    @Observed var title = "a"
    @Observed var person: Person?
    @WeakObserved var parent: Screen?

    init(parent: Screen? = nil) { self.parent = parent }
  }

  let history = History()

  @Test func `plain closures observe main-actor properties, and are called synchronously on the main actor`() {
    let screen = Screen()
    let observer = history.observe(screen, \.title) { _ in MainActor.assertIsolated() }
    screen.title = "b"
    screen.person = Person("Ada")
    let name = history.observe(screen, \.person?.firstName, as: "name")
    screen.person?.firstName = "Grace"
    expect(history.lines, equals: ["valueChanged a b", "name: valueChanged Ada Grace"])
    observer.cancel()
    name.cancel()
  }

  @Test func `a root's death on another thread is reported on the main actor (K4)`() async {
    let observer: KeyValueObserver
    let last: Guarded<Screen?>
    do {
      let screen = Screen()
      last = Guarded(screen)
      observer = history.observe(screen, \.title) { _ in MainActor.assertIsolated() }
    }
    let thread = startThread { _ = last.change { swapped(&$0, with: nil) } }
    while observer.isActive { await letOthersGoOn() }
    thread.wait()
    expect(history.lines, equals: ["sourceDeleted - -"])
  }

  @Test func `the death of an object on the path on another thread is reported on the main actor (K4, K5)`() async {
    let screen = Screen()
    let last: Guarded<Screen?>
    do {
      let parent = Screen()
      screen.parent = parent
      last = Guarded(parent)
    }
    let parent = history.observe(screen, \.parent, as: "parent") { _ in MainActor.assertIsolated() }
    let title = history.observe(screen, \.parent?.title, as: "title") { _ in MainActor.assertIsolated() }
    let thread = startThread { _ = last.change { swapped(&$0, with: nil) } }
    while history.lines.count < 2 { await letOthersGoOn() }
    thread.wait()
    await mainQueueIsIdle()
    expect(history.lines, equals: ["parent: valueChanged - -", "title: pathChanged a -"])
    parent.cancel()
    title.cancel()
  }

  @Test func `an observer that is cancelled before the report of a death is not called (C6)`() async {
    let observer: KeyValueObserver
    let last: Guarded<Screen?>
    do {
      let screen = Screen()
      last = Guarded(screen)
      observer = history.observe(screen, \.title)
    }
    onAnotherThread { _ = last.change { swapped(&$0, with: nil) } }
    observer.cancel()
    await mainQueueIsIdle()
    expect(history.lines, equals: [])
  }
}
