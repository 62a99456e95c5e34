import SignalsKVO
import Testing

/// K4, K5: deaths of objects, and their notifications.
@Suite("Deaths on a path", .leavesNothing) struct WeakPathTests {
  let history = History()

  @Test func `the death of a weak value is a change to nil, whose old value is nil too (K5)`() {
    var boss: Person? = Person("Boss")
    let person = Person("Ada", manager: boss)
    let observer = history.observe(person, \.manager)
    boss = nil
    expect(history.take(), equals: ["valueChanged - -"])
    expect(person.manager == nil)
    expect(history.take(), equals: [])
    let next = Person("Next")
    person.manager = next
    expect(history.take(), equals: ["valueChanged - Next"])
    observer.cancel()
  }

  @Test func `a death in the transaction that set the object is told once to each observer, in order (C4, C11)`() {
    final class Holder {
      @Observed var name = ""
      @WeakObserved var object: Silent?
      var text: String { "\(name) \(object == nil ? "none" : "one")" }
    }
    final class Silent {}
    let holder = Holder()
    let calls = Log<String>()
    let observers = ["first", "second", "third"].map { name in
      KeyValueObserver(holder, \.text, options: [.old, .new]) { _ in calls.append(name) }
    }
    transaction {
      var object: Silent? = Silent()
      holder.object = object
      object = nil
    }
    expect(calls.entries, equals: ["first", "second", "third"])
    for observer in observers { observer.cancel() }
  }

  @Test func `the death of a weak object on the path interrupts the path (K4)`() {
    var boss: Person? = Person("Boss")
    let person = Person("Ada", manager: boss)
    let observer = history.observe(person, \.manager?.firstName)
    boss?.firstName = "Chief"
    boss = nil
    expect(history.take(), equals: ["valueChanged Boss Chief", "pathChanged Chief -"])
    let next = Person("Next")
    person.manager = next
    expect(history.take(), equals: ["pathChanged - Next"])
    observer.cancel()
  }

  @Test func `the death of an object on the path of which only a constant was read interrupts the path (K4)`() {
    final class Holder { @WeakObserved var drawer: Drawer? }
    var drawer: Drawer? = Drawer(Person("Ada"))
    let content = drawer?.content
    let holder = Holder()
    holder.drawer = drawer
    let observer = history.observe(holder, \.drawer?.content.firstName)
    drawer = nil
    expect(history.take(), equals: ["pathChanged Ada -"])
    content?.firstName = "unseen"
    expect(history.take(), equals: [])
    observer.cancel()
  }

  @Test func `the death of a weak value behind a step is a change to nil (K5)`() {
    var boss: Person? = Person("Boss")
    let package = Package(Person("Ada", manager: boss))
    let observer = history.observe(package, \.recipient.manager)
    boss = nil
    expect(history.take(), equals: ["valueChanged - -"])
    let next = Person("Next")
    package.recipient.manager = next
    expect(history.take(), equals: ["valueChanged - Next"])
    // The death of an object that has left the path is not reported.
    var other: Person? = Person("Other")
    package.recipient = Person("Grace", manager: other)
    expect(history.take(), equals: ["pathChanged Next Other"])
    other = nil
    expect(history.take(), equals: ["valueChanged - -"])
    observer.cancel()
  }

  @Test func `the death of a weak value that can't report it is a change at the next read (K5)`() {
    final class Flat { @Observed var desk = Desk() }
    let flat = Flat()
    var envelope: Envelope? = Envelope(Person("Ada"))
    flat.desk.envelope = envelope
    let observer = history.observe(flat, \.desk.envelope, [.new])
    envelope = nil
    expect(history.take(), equals: [])
    expect(flat.desk.envelope == nil)
    expect(history.take(), equals: ["valueChanged - -"])
    observer.cancel()
  }

  @Test(arguments: [true, false])
  func `both weak objects of a path may die, in either order (K4)`(isLeafFirst: Bool) {
    let root = Person("Root")
    var objects: [Person?] = [Person("Middle"), Person("Leaf")]
    objects[0]?.manager = objects[1]
    root.manager = objects[0]
    let observer = history.observe(root, \.manager?.manager?.firstName)
    objects[isLeafFirst ? 1 : 0] = nil
    objects[isLeafFirst ? 0 : 1] = nil
    expect(history.lines, equals: (isLeafFirst ? ["pathChanged Leaf -", "pathChanged - -"] : ["pathChanged Leaf -"]))
    observer.cancel()
  }

  @Test func `the death of an object without observable properties is noticed at the next read (K5)`() {
    let desk = Desk()
    let content = Person("Ada")
    var envelope: Envelope? = Envelope(content)
    desk.envelope = envelope
    let observer = history.observe(desk, \.envelope?.content.firstName)
    let other = history.observe(desk, \.envelope, [.new], as: "envelope")
    envelope = nil
    expect(history.take(), equals: [])
    expect(desk.envelope == nil)
    expect(history.take(), equals: ["pathChanged Ada -", "envelope: valueChanged - -"])
    expect(desk.envelope == nil)
    expect(history.take(), equals: [])
    observer.cancel()
    other.cancel()
  }

  @Test func `a set first reports an unnoticed death, then the set itself (K5)`() {
    let desk = Desk()
    let content = Person("Ada")
    var envelope: Envelope? = Envelope(content)
    desk.envelope = envelope
    let observer = history.observe(desk, \.envelope?.content.firstName)
    envelope = nil
    let next = Envelope(Person("Grace"))
    desk.envelope = next
    expect(history.take(), equals: ["pathChanged Ada -", "pathChanged - Grace"])
    content.firstName = "unseen"
    expect(history.take(), equals: [])
    observer.cancel()
  }

  @Test func `the death of an object that owned the rest of the path is noticed at the next read (K4, K5)`() {
    let desk = Desk()
    var envelope: Envelope? = Envelope(Person("Ada"))
    desk.envelope = envelope
    let observer = history.observe(desk, \.envelope?.content.firstName)
    envelope = nil
    expect(history.take(), equals: [])
    expect(desk.envelope == nil)
    expect(history.take(), equals: ["pathChanged Ada -"])
    observer.cancel()
  }

  @Test func `after a set of a weak property the new object's death is reported, and the old one's is not (K5)`() {
    let desk = Desk()
    var ada: Person? = Person("Ada")
    var grace: Person? = Person("Grace")
    desk.person = ada
    let observer = history.observe(desk, \.person)
    desk.person = grace
    expect(history.take(), equals: ["valueChanged Ada Grace"])
    ada = nil
    expect(history.take(), equals: [])
    grace = nil
    expect(history.take(), equals: ["valueChanged - -"])
    expect(desk.person == nil)
    expect(history.take(), equals: [])
    observer.cancel()
  }

  @Test func `the death of a root with an observed property on the path is reported at once (K4)`() {
    var package: Package? = Package(Person("Ada"))
    let recipient = package?.recipient
    let observer = package.map { history.observe($0, \.recipient.firstName) }
    package = nil
    expect(history.take(), equals: ["sourceDeleted - -"])
    recipient?.firstName = "unseen"
    expect(history.take(), equals: [])
    withExtendedLifetime(observer) {}
  }

  @Test(arguments: [false, true])
  func `a root with its own or an inherited observed property reports its death at once (K4)`(isLocked: Bool) {
    let person = Person("Ada")
    var drawer: Drawer? = isLocked ? LockedDrawer(person) : Drawer(person)
    let observer = drawer.map { history.observe($0, \.content.firstName) }
    person.firstName = "Grace"
    drawer = nil
    expect(history.take(), equals: ["valueChanged Ada Grace", "sourceDeleted - -"])
    withExtendedLifetime(observer) {}
  }

  @Test func `the death of a root without observed properties is reported with the next change on the path (K4)`() {
    let person = Person("Ada")
    var envelope: Envelope? = Envelope(person)
    let observer = envelope.map { history.observe($0, \.content.firstName) }
    envelope = nil
    expect(history.take(), equals: [])
    expect(observer?.isActive, equals: true)
    person.firstName = "Grace"
    expect(history.take(), equals: ["sourceDeleted - -"])
    expect(observer?.isActive, equals: false)
    person.firstName = "unseen"
    expect(history.take(), equals: [])
  }

  @Test func `every observer of a root receives its death once, in the order in which they were added (K4)`() {
    var person: Person? = Person("Ada")
    let observers = person.map { person in
      [
        history.observe(person, \.fullName, as: "a"), history.observe(person, \.firstName, as: "b"),
        history.observe(person, \.firstName, [], as: "c"),
      ]
    }
    observers?.last?.cancel()
    person = nil
    expect(history.lines, equals: ["a: sourceDeleted - -", "b: sourceDeleted - -"])
    withExtendedLifetime(observers) {}
  }

  @Test func `a death inside a handler is reported after the handler (C4)`() {
    var boss: Person? = Person("Boss")
    let person = Person("Ada", manager: boss)
    let first = history.observe(person, \.firstName, as: "a") { _ in
      boss = nil
      history.note("a is over")
    }
    let second = history.observe(person, \.manager, as: "b")
    person.firstName = "Grace"
    expect(history.lines, equals: ["a: valueChanged Ada Grace", "a is over", "b: valueChanged - -"])
    first.cancel()
    second.cancel()
  }

  @Test func `an old value that may contain objects is not taken from an earlier read after an interruption (K6)`() {
    var boss: Person? = Person("Boss")
    let person = Person("Ada", manager: boss)
    let observer = history.observe(person, \.manager?.tags)
    boss?.tags = ["a"]
    boss?.tags = ["b"]
    boss = nil
    expect(history.lines, equals: [#"valueChanged [] ["a"]"#, #"valueChanged ["a"] ["b"]"#, "pathChanged - -"])
    observer.cancel()
  }

  @Test func `an old value from a prior call is not reported after an interruption (K2)`() {
    var boss: Person? = Person("Boss")
    let person = Person("Ada", manager: boss)
    let observer = history.observe(person, \.manager?.firstName, [.prior, .old, .new])
    boss?.firstName = "Chief"
    boss = nil
    expect(history.lines, equals: ["prior valueChanged Boss -", "valueChanged Boss Chief", "pathChanged Chief -"])
    observer.cancel()
  }

  @Test func `what a handler changes because a reading has found a death is told after the reading (K2, K5)`() {
    final class Silent {}
    final class Holder {
      @Observed var one = 0
      @Observed var other = 0
      @WeakObserved var object: Silent?
      var all: String { "\(one) \(other) \(object == nil)" }
    }
    for isInitial in [false, true] {
      var object: Silent? = Silent()
      let holder = Holder()
      holder.object = object
      let seen = Log<String>()
      let setting = KeyValueObserver(holder, \.object, options: .new) { [unowned holder] _ in holder.one += 1 }
      func observe() -> KeyValueObserver {
        KeyValueObserver(holder, \.all) { seen.append($0.newValue ?? "") }
      }
      var observer = isInitial ? nil : observe()
      _ = seen.take()
      object = nil
      if isInitial { observer = observe() } else { holder.other = 1 }
      expect(seen.entries, equals: isInitial ? ["0 0 true", "1 0 true"] : ["0 1 true", "1 1 true"])
      holder.other = 2
      expect(seen.entries.last, equals: "1 2 true")
      setting.cancel()
      observer?.cancel()
    }
  }

  @Test func `what a getter sets in each reading, and handlers because of that, is told no further`() {
    final class Counter {
      @Observed var reads = 0
      @Observed var sets = 0
      @Observed var value = 0
      var text: String {
        let sets = sets
        reads += 1
        return "\(value) \(sets)"
      }
    }
    let counter = Counter()
    let counting = KeyValueObserver(counter, \.reads, options: .new) { [unowned counter] _ in counter.sets += 1 }
    let seen = Log<String>()
    let observer = KeyValueObserver(counter, \.text, options: .new) { seen.append($0.newValue ?? "") }
    counter.value = 5
    expect(seen.entries, equals: ["5 1"])
    counting.cancel()
    observer.cancel()
  }

  @MainActor
  @Test func `a death that an effect and a computed value know already runs them once (K5, K8)`() {
    final class Part { @Observed var count = 1 }
    final class Holder { @WeakObserved var part: Part? }
    var part: Part? = Part()
    let holder = Holder()
    holder.part = part
    let runs = Log<Int?>()
    let effect = SignalsKVO.observe { runs.append(holder.part?.count) }
    let counts = Computed { [holder.part?.count] }
    let seen = Log<[Int?]>()
    let observer = KeyValueObserver(counts, \.value) { seen.append($0.newValue ?? []) }
    part = nil
    for _ in 0..<2 { expect(holder.part == nil) }
    expect(runs.entries, equals: [1, nil])
    expect(seen.entries, equals: [[1], [nil]])
    effect.cancel()
    observer.cancel()
  }
}
