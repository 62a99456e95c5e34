import Signals
import SignalsKVO
import SignalsTesting
import Testing

/// K2, K3, K4: the notifications of the observer of a path.
@Suite("Histories of paths", .leavesNothing) struct PathHistoryTests {
  let history = History()

  @Test func `a set is one change, and the death of the object is the last call (K2, K4)`() {
    var person: Person? = Person("Ada")
    let observer = person.map { history.observe($0, \.firstName) }
    person?.firstName = "Grace"
    expect(history.take(), equals: ["valueChanged Ada Grace"])
    person = nil
    expect(history.take(), equals: ["sourceDeleted - -"])
    expect(observer?.isActive, equals: false)
  }

  @Test func `the initial call comes only on request, and no call follows a cancel (K2)`() {
    let person = Person("Ada")
    let observer = history.observe(person, \.firstName, [.initial, .new])
    expect(history.lines, equals: ["valueChanged - Ada"])
    expect(observer.isActive)
    observer.cancel()
    person.firstName = "Grace"
    expect(history.lines, equals: ["valueChanged - Ada"])
    expect(!observer.isActive)
    observer.cancel()
  }

  @Test func `a path of three objects is followed through every change (K3, K4)`() {
    var root: Station? = Station("root", next: Station("middle", next: Station("leaf")))
    let leaf = root?.next?.next
    let observer = root.map { history.observe($0, \.next?.next?.name) }
    leaf?.name = "leaf 2"
    expect(history.take(), equals: ["valueChanged leaf leaf 2"])
    let other = Station("other leaf")
    let oldMiddle = root?.next
    root?.next = Station("other middle", next: other)
    expect(history.take(), equals: ["pathChanged leaf 2 other leaf"])
    other.name = "other leaf 2"
    expect(history.take(), equals: ["valueChanged other leaf other leaf 2"])
    leaf?.name = "unseen"
    oldMiddle?.next = nil
    expect(history.take(), equals: [])
    root?.next = nil
    expect(history.take(), equals: ["pathChanged other leaf 2 -"])
    root?.next = oldMiddle
    expect(history.take(), equals: ["pathChanged - -"])
    oldMiddle?.next = leaf
    expect(history.take(), equals: ["pathChanged - unseen"])
    root = nil
    expect(history.take(), equals: ["sourceDeleted - -"])
    leaf?.name = "silence"
    expect(history.take(), equals: [])
    withExtendedLifetime(observer) {}
  }

  private final class Office: @unchecked Sendable {
    @Observed var name: String
    init(_ name: String) { self.name = name }
  }

  private final class Form {
    let name = Property<String?>(nil)
    let office = Property<Office?>(nil)
    lazy var copy = Derived { [name] in name.value }
    lazy var local = Computed { [unowned self] in name.value }
  }

  @MainActor
  @Test func `a value that stands alone and holds nil at the end of a path is no object on the way (K4)`() {
    let form = Form()
    let observers = [
      history.observe(form, \.name.value, as: "name"), history.observe(form.name, \.value, as: "alone"),
      history.observe(form, \.copy.value, as: "copy"), history.observe(form, \.local.value, as: "local"),
    ]
    form.name.value = nil
    expect(history.take(), equals: ["name: valueChanged - -", "alone: valueChanged - -"])
    form.name.value = "Ada"
    let kinds = ["name", "alone", "copy", "local"]
    expect(history.take().sorted(), equals: kinds.map { "\($0): valueChanged - Ada" }.sorted())
    form.name.value = nil
    expect(history.take().sorted(), equals: kinds.map { "\($0): valueChanged Ada -" }.sorted())
    for observer in observers { observer.cancel() }
  }

  @MainActor
  @Test func `a property that stands alone is on the way if the path goes on after it (K4)`() {
    let form = Form()
    let observer = history.observe(form, \.office.value?.name)
    form.office.value = Office("one")
    expect(history.take(), equals: ["pathChanged - one"])
    form.office.value?.name = "two"
    expect(history.take(), equals: ["valueChanged one two"])
    form.office.value = nil
    expect(history.take(), equals: ["pathChanged two -"])
    observer.cancel()
  }

  @Test func `other properties of the objects on the path are not reported (K3)`() {
    let root = Station("root", next: Station("leaf"))
    let observer = history.observe(root, \.next?.name)
    root.name = "unseen"
    root.next?.next = Station("unseen")
    expect(history.take(), equals: [])
    observer.cancel()
  }

  @Test func `two observers of one path get the same changes in the order in which they were added (C4)`() {
    let package = Package(Person("Ada", manager: nil))
    let boss = Person("Boss")
    let first = history.observe(package, \.recipient.manager?.firstName, as: "first")
    let second = history.observe(package, \.recipient.manager?.firstName, [.prior, .old, .new], as: "second")
    package.recipient.manager = boss
    boss.firstName = "Chief"
    expect(
      history.take(),
      equals: [
        "second: prior pathChanged - -", "first: pathChanged - Boss", "second: pathChanged - Boss",
        "second: prior valueChanged Boss -", "first: valueChanged Boss Chief", "second: valueChanged Boss Chief",
      ])
    first.cancel()
    package.recipient = Person("Grace", manager: boss)
    boss.firstName = "Boss"
    let third = history.observe(package, \.recipient.manager?.firstName, as: "third")
    package.recipient = Person("Alan")
    expect(
      history.take(),
      equals: [
        "second: prior pathChanged Chief -", "second: pathChanged Chief Chief",
        "second: prior valueChanged Chief -", "second: valueChanged Chief Boss",
        "second: prior pathChanged Boss -", "second: pathChanged Boss -", "third: pathChanged Boss -",
      ])
    boss.firstName = "unseen"
    expect(history.take(), equals: [])
    second.cancel()
    third.cancel()
  }

  /// Sets and changes its properties in its deinit.
  final class Dying {
    @Observed var number = 0
    @Observed var list = [0]
    @Observed var friend: Person? = Person("Ada")
    var double: Int { 2 * number }

    deinit {
      number = 5
      number += 1
      list.append(7)
      friend = nil
    }
  }

  private func observeDying(
    _ count: Int, _ observe: (Dying, _ name: String) -> KeyValueObserver
  ) -> [String] {
    var dying: Dying? = Dying()
    let observers = (0..<count).compactMap { number in dying.map { observe($0, "\(number)") } }
    dying = nil
    expect(observers.allSatisfy { !$0.isActive })
    return history.take()
  }

  @Test(arguments: 1...3)
  func `a set in the deinit of the root is a change of the property like any other (K2)`(_ count: Int) {
    let all: KeyValueObservingOptions = [.prior, .old, .new]
    func expected(_ lines: String...) -> [String] {
      lines.flatMap { line in (0..<count).map { "\($0): \(line)" } }
    }
    expect(
      observeDying(count) { history.observe($0, \.number, all, as: $1) },
      equals: expected(
        "prior valueChanged 0 -", "valueChanged 0 5", "prior valueChanged 5 -", "valueChanged 5 6",
        "sourceDeleted - -"))
    expect(
      observeDying(count) { history.observe($0, \.list, as: $1) },
      equals: expected("valueChanged [0] [0, 7]", "sourceDeleted - -"))
    expect(
      observeDying(count) { history.observe($0, \.friend, as: $1) },
      equals: expected("valueChanged Ada -", "sourceDeleted - -"))
  }

  @Test(arguments: 1...3)
  func `a path of several reads ends with a set in the deinit of the root`(_ count: Int) {
    let lines = (0..<count).map { "\($0): sourceDeleted - -" }
    let all: KeyValueObservingOptions = [.prior, .old, .new]
    expect(observeDying(count) { history.observe($0, \.double, all, as: $1) }, equals: lines)
    expect(observeDying(count) { history.observe($0, \.friend?.firstName, all, as: $1) }, equals: lines)
  }

  @Test func `signals of a property emit the sets in the deinit of the root (C12)`() {
    var dying: Dying? = Dying()
    let observer = dying.map { history.observe($0, \.number, [.prior, .old, .new]) }
    let path = dying.map { Recorder(Signal.keyValueObserving($0, \.number)) }
    let property = dying.map { Recorder($0.$number.signal) }
    dying = nil
    expect(
      history.take(),
      equals: [
        "prior valueChanged 0 -", "valueChanged 0 5", "prior valueChanged 5 -", "valueChanged 5 6", "sourceDeleted - -",
      ])
    expect(path?.history, equals: ["0", "5", "6", "|"])
    expect(property?.history, equals: ["0", "5", "6", "|"])
    withExtendedLifetime(observer) {}
  }

  /// All combinations of options.
  static let combinations = (0..<16).map(KeyValueObservingOptions.init(rawValue:))

  @Test(arguments: combinations)
  func `each combination of options reports exactly the values that it names (K2)`(options: KeyValueObservingOptions) {
    let package = Package(Person("Ada"))
    let observer = history.observe(package, \.recipient.firstName, options)
    package.recipient.firstName = "Grace"
    package.recipient.firstName = "Grace"
    package.recipient = Person("Alan")
    transaction {
      package.recipient.firstName = "unseen"
      package.recipient = Person("Joan")
    }
    observer.cancel()
    package.recipient.firstName = "unseen"

    func text(_ value: String, if option: KeyValueObservingOptions) -> String {
      options.contains(option) ? value : "-"
    }
    var expected: [String] = []
    if options.contains(.initial) { expected.append("valueChanged - \(text("Ada", if: .new))") }
    for (reasonBefore, reason, old, new) in [
      ("valueChanged", "valueChanged", "Ada", "Grace"), ("valueChanged", "valueChanged", "Grace", "Grace"),
      ("pathChanged", "pathChanged", "Grace", "Alan"), ("valueChanged", "pathChanged", "Alan", "Joan"),
    ] {
      if options.contains(.prior) { expected.append("prior \(reasonBefore) \(text(old, if: .old)) -") }
      expected.append("\(reason) \(text(old, if: .old)) \(text(new, if: .new))")
    }
    expect(history.lines, equals: expected)
  }

  @Test func `a path may start with a nil, and be completed later (K3)`() {
    let package = Package()
    let observer = history.observe(package, \.sender?.manager?.firstName, [.initial, .old, .new])
    expect(history.take(), equals: ["valueChanged - -"])
    let boss = Person("Boss"), sender = Person("Ada")
    package.sender = sender
    expect(history.take(), equals: ["pathChanged - -"])
    sender.manager = boss
    expect(history.take(), equals: ["pathChanged - Boss"])
    boss.firstName = "Chief"
    expect(history.take(), equals: ["valueChanged Boss Chief"])
    observer.cancel()
  }

  @Test func `the death of an object whose last reference was on the path is reported once (K4)`() {
    let package = Package()
    package.sender = Person("Ada")
    weak let sender = package.sender
    let observer = history.observe(package, \.sender?.firstName)
    package.sender = nil
    expect(sender == nil)
    expect(history.take(), equals: ["pathChanged Ada -"])
    observer.cancel()
  }

  @Test func `an equal value, an equal object and the same object are changes too (K2)`() {
    let package = Package(Person("Ada"))
    let observer = history.observe(package, \.recipient.firstName)
    package.recipient.firstName = "Ada"
    package.recipient = Person("Ada")
    let same = package.recipient
    package.recipient = same
    expect(history.lines, equals: ["valueChanged Ada Ada", "pathChanged Ada Ada", "pathChanged Ada Ada"])
    observer.cancel()
  }

  @Test func `a set without an observer is not reported later`() {
    let person = Person("Ada")
    let first = history.observe(person, \.firstName)
    first.cancel()
    person.firstName = "Grace"
    person.firstName = "Joan"
    let second = history.observe(person, \.firstName)
    person.firstName = "Alan"
    expect(history.lines, equals: ["valueChanged Joan Alan"])
    second.cancel()
  }

  @Test func `an object may be on the path and be its value (K3)`() {
    let person = Person("Ada")
    let observer = history.observe(person, \.manager?.manager?.firstName)
    person.manager = person
    person.firstName = "Grace"
    person.manager = nil
    expect(history.lines, equals: ["pathChanged - Ada", "valueChanged Ada Grace", "pathChanged Grace -"])
    observer.cancel()
  }

  @Test func `a hundred properties on one path are followed (K3)`() {
    let stations = (0..<100).map { Station("\($0)") }
    for (station, next) in zip(stations, stations.dropFirst()) { station.next = next }
    final class Line {
      let first: Station
      init(_ first: Station) { self.first = first }
      var names: String {
        var names = ""
        var station: Station? = first
        while let here = station {
          names += here.name.prefix(1)
          station = here.next
        }
        return names
      }
    }
    let line = Line(stations[0])
    let observer = history.observe(line, \.names, [.new])
    stations[99].name = "x"
    stations[49].next = nil
    stations[50].name = "unseen"
    stations[0].name = "y"
    let names = stations.map(\.name).map { $0.prefix(1) }
    let half = names[1..<50].joined()
    expect(
      history.lines,
      equals: [
        "valueChanged - 0\(half)\((50..<99).map { "\($0 / 10)" }.joined())x", "pathChanged - 0\(half)",
        "valueChanged - y\(half)",
      ])
    observer.cancel()
  }
}
