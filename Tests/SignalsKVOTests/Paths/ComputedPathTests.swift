import Signals
import SignalsKVO
import SignalsTesting
import Testing

/// K3, K4: paths through computed properties and through values.
@Suite("Paths through computed properties and values", .leavesNothing) struct ComputedPathTests {
  let history = History()

  @Test func `a computed property of two objects is followed through both (K3, K4)`() {
    let package = Package(Person("Ada"))
    let observer = history.observe(package, \.label)
    package.recipient.firstName = "Grace"
    let sender = Person("Alan")
    package.sender = sender
    sender.firstName = "Joan"
    package.recipient = Person("Ada")
    package.sender = nil
    sender.firstName = "unseen"
    expect(
      history.lines,
      equals: [
        "valueChanged Ada from none Grace from none", "pathChanged Grace from none Grace from Alan",
        "valueChanged Grace from Alan Grace from Joan", "pathChanged Grace from Joan Ada from Joan",
        "pathChanged Ada from Joan Ada from none",
      ])
    observer.cancel()
  }

  private final class Doubling {
    @Observed var number = 1
    let count = Property(1)
    private(set) lazy var computed = Computed { [unowned self] in number * 2 }
    private(set) lazy var derived = count.derived { $0 * 2 }
    private(set) lazy var tripled = count.derived { $0 * 3 }

    var ofNumber: Int { number + computed.value }
    var toNumber: Int { computed.value + number }
    var ofCount: Int { count.value + derived.value }
    var toCount: Int { derived.value + count.value }
    var ofBoth: Int { derived.value + tripled.value }
  }

  @MainActor
  @Test func `a set of a property is one change of a path that reads a value derived from it, too (K2)`() {
    let paths: [KeyPath<Doubling, Int>] = [\.ofNumber, \.toNumber, \.ofCount, \.toCount, \.ofBoth]
    for path in paths {
      let model = Doubling()
      var changes: [[Int?]] = []
      let observer = KeyValueObserver(model, path, options: [.old, .new]) {
        changes.append([$0.oldValue, $0.newValue])
      }
      let recorder = Recorder(Signal.keyValueObserving(model, path))
      for new in [5, 5, 6] { (model.number, model.count.value) = (new, new) }
      transaction {
        for new in [7, 8] { (model.number, model.count.value) = (new, new) }
      }
      // Only a property reports a set of an equal value.
      let values = path == \.ofBoth ? [5, 25, 30, 40] : [3, 15, 15, 18, 24]
      expect(recorder.values, equals: values)
      expect(changes, equals: zip(values, values.dropFirst()).map { [$0, $1] })
      observer.cancel()
    }
  }

  private final class Chooser {
    @Observed var number = 0
    let people = [Person("Ada"), Person("Grace")]
    private(set) lazy var chosen = Computed { [unowned self] in people[number] }
    var label: String { "\(number) \(chosen.value.firstName)" }
  }

  @MainActor
  @Test func `a set that exchanges an object by way of a derived value is one change of the path (K4)`() {
    let chooser = Chooser()
    var changes: [String] = []
    let observer = KeyValueObserver(chooser, \.label, options: .new) {
      changes.append("\($0.reason) \($0.newValue ?? "")")
    }
    chooser.number = 1
    chooser.people[1].firstName = "Joan"
    chooser.people[0].firstName = "unseen"
    chooser.number = 1
    expect(changes, equals: ["pathChanged 1 Grace", "valueChanged 1 Joan", "valueChanged 1 Joan"])
    observer.cancel()
  }

  @Test func `a computed property no longer depends on a property that it no longer reads (K3)`() {
    let package = Package(Person("Ada"))
    let sender = Person("Alan")
    package.sender = sender
    let observer = history.observe(package, \.headline)
    sender.firstName = "unseen"
    package.showsSender = true
    package.recipient.firstName = "unseen"
    package.recipient = Person("unseen")
    sender.firstName = "Joan"
    package.showsSender = false
    sender.firstName = "unseen"
    package.recipient.firstName = "Grace"
    expect(
      history.lines,
      equals: [
        "valueChanged Ada unseen", "valueChanged unseen Joan", "valueChanged Joan unseen",
        "valueChanged unseen Grace",
      ])
    observer.cancel()
  }

  @Test func `temporary objects of a computed property are harmless (K3, K6)`() {
    final class Maker {
      @Observed var name = "a"
      @Observed var count = 2
      var made: String { (0..<count).map { Person("\(name)\($0)").firstName }.joined(separator: " ") }
    }
    let maker = Maker()
    let observer = history.observe(maker, \.made)
    maker.name = "b"
    maker.count = 3
    maker.name = "c"
    expect(
      history.lines,
      equals: ["valueChanged a0 a1 b0 b1", "valueChanged b0 b1 b0 b1 b2", "valueChanged b0 b1 b2 c0 c1 c2"])
    observer.cancel()
  }

  @Test func `the set of another property in a getter is reported to the observers of that property (K3)`() {
    final class Cache {
      @Observed var source = 1
      @Observed var reads = 0
      var answer: Int {
        reads += 1
        return source * 10
      }
    }
    let cache = Cache()
    let reads = history.observe(cache, \.reads, [.new], as: "reads")
    let answer = history.observe(cache, \.answer, as: "answer")
    cache.source = 2
    expect(
      history.lines,
      equals: [
        "reads: valueChanged - 1", "reads: valueChanged - 2", "answer: valueChanged 10 20",
      ])
    reads.cancel()
    answer.cancel()
  }

  @Test func `a path may continue from a computed property (K3)`() {
    final class Team {
      @Observed var members: [Person] = []
      var leader: Person? { members.first }
    }
    let team = Team()
    let ada = Person("Ada"), grace = Person("Grace")
    let observer = history.observe(team, \.leader?.firstName)
    team.members = [ada]
    ada.firstName = "Ada L."
    team.members.insert(grace, at: 0)
    ada.firstName = "unseen"
    grace.firstName = "Grace H."
    // An array is a value, never an intermediate object.
    expect(
      history.lines,
      equals: [
        "valueChanged - Ada", "valueChanged Ada Ada L.", "valueChanged Ada L. Grace", "valueChanged Grace Grace H.",
      ])
    observer.cancel()
  }

  @Test func `a property that is read twice is reported once (K2)`() {
    final class Square {
      @Observed var side = 1
      var area: Int { side * side }
    }
    let square = Square()
    let observer = history.observe(square, \.area)
    square.side = 3
    square.side += 1
    expect(history.lines, equals: ["valueChanged 1 9", "valueChanged 9 16"])
    observer.cancel()
  }

  @Test func `a nil read by a computed property counts as a change of the path (K4)`() {
    final class Contact {
      @Observed var nickname: String?
      @Observed var name = "Ada"
      var display: String { nickname ?? name }
    }
    let contact = Contact()
    let observer = history.observe(contact, \.display)
    contact.nickname = "Countess"
    contact.name = "unseen"
    contact.nickname = nil
    expect(history.lines, equals: ["pathChanged Ada Countess", "valueChanged Countess unseen"])
    observer.cancel()
  }

  @Test func `a path goes through a struct, and through an optional one (K3)`() {
    let resident = Resident()
    let street = history.observe(resident, \.address?.street, as: "street")
    let city = history.observe(resident, \.address?.city, as: "city")
    resident.address = Address(street: "High Street")
    resident.address?.street = "Low Street"
    resident.address?.city = "Paris"
    resident.address = nil
    expect(
      history.lines,
      equals: [
        "street: pathChanged - High Street", "city: pathChanged - -",
        "street: valueChanged High Street Low Street", "city: valueChanged - -",
        "street: valueChanged Low Street Low Street", "city: valueChanged - Paris",
        "street: valueChanged Low Street -", "city: valueChanged Paris -",
      ])
    street.cancel()
    city.cancel()
  }

  @Test func `a path goes through an enum, a dictionary and an array (K3)`() {
    let resident = Resident()
    let ada = Person("Ada"), grace = Person("Grace")
    resident.friends = [ada]
    let mood = history.observe(resident, \.mood.sign, as: "mood")
    let phone = history.observe(resident, \.phones["home"], as: "phone")
    let friend = history.observe(resident, \.friends[0].firstName, as: "friend")
    resident.mood = .merry
    resident.phones["work"] = "2"
    resident.phones["home"] = "1"
    resident.phones["home"] = nil
    ada.firstName = "Ada L."
    resident.friends[0] = grace
    ada.firstName = "unseen"
    grace.firstName = "Grace H."
    expect(
      history.lines,
      equals: [
        "mood: valueChanged :| :)", "phone: valueChanged - -", "phone: valueChanged - 1", "phone: valueChanged 1 -",
        "friend: valueChanged Ada Ada L.", "friend: valueChanged Ada L. Grace", "friend: valueChanged Grace Grace H.",
      ])
    for observer in [mood, phone, friend] { observer.cancel() }
  }

  @Test func `a change in place of several steps is one change (K2)`() {
    let person = Person()
    let observer = history.observe(person, \.tags)
    person.tags.append("b")
    func rework(_ tags: inout [String]) {
      tags.append("c")
      tags.append("a")
      tags.sort()
      tags.removeLast()
    }
    rework(&person.tags)
    person.tags[0] += "!"
    expect(
      history.lines,
      equals: [
        #"valueChanged [] ["b"]"#, #"valueChanged ["b"] ["a", "b"]"#, #"valueChanged ["a", "b"] ["a!", "b"]"#,
      ])
    observer.cancel()
  }

  @Test func `a change in place that throws is a change to the resulting value (K2)`() {
    struct Refusal: Error {}
    func half(_ tags: inout [String]) throws {
      tags.append("half")
      throw Refusal()
    }
    let person = Person()
    let observer = history.observe(person, \.tags)
    #expect(throws: Refusal.self) { try half(&person.tags) }
    person.tags.append("whole")
    expect(history.lines, equals: [#"valueChanged [] ["half"]"#, #"valueChanged ["half"] ["half", "whole"]"#])
    observer.cancel()
  }

  @Test
  func `a change in place at the end of a path or below a computed property reports both values (K2)`() {
    let package = Package(Person())
    let tags = history.observe(package, \.recipient.tags, [.prior, .old, .new], as: "tags")
    let sorted = history.observe(package, \.recipient.sortedTags, as: "sorted")
    package.recipient.tags.append("b")
    package.recipient.tags.append("a")
    expect(
      history.lines,
      equals: [
        "tags: prior valueChanged [] -", #"tags: valueChanged [] ["b"]"#, #"sorted: valueChanged [] ["b"]"#,
        #"tags: prior valueChanged ["b"] -"#, #"tags: valueChanged ["b"] ["b", "a"]"#,
        #"sorted: valueChanged ["b"] ["a", "b"]"#,
      ])
    tags.cancel()
    sorted.cancel()
  }

  @Test func `the property's own didSet runs after all observers, and may correct the value (K2)`() {
    let dial = Dial(history)
    let observer = history.observe(dial, \.level)
    dial.level = 20
    dial.level += 1
    expect(
      history.lines,
      equals: [
        "valueChanged 0 20", "didSet 20", "valueChanged 20 10", "didSet 10",
        "valueChanged 10 11", "didSet 11", "valueChanged 11 10", "didSet 10",
      ])
    observer.cancel()
  }

  @Test func `the property's own didSet gets the old value that observers get`() {
    let dial = Dial(history)
    let observer = history.observe(dial, \.position)
    dial.position = 1
    dial.position += 1
    expect(history.lines, equals: ["valueChanged 0 1", "from 0 to 1", "valueChanged 1 2", "from 1 to 2"])
    observer.cancel()
  }

  @Test func `a nil value and a nil on the path have different reasons (K4)`() {
    let ada = Person("Ada"), boss = Person("Boss"), chief = Person("Chief")
    let observer = history.observe(ada, \.manager?.manager)
    ada.manager = boss
    boss.manager = chief
    boss.manager = nil
    boss.manager = chief
    ada.manager = nil
    ada.manager = boss
    ada.manager = chief
    expect(
      history.lines,
      equals: [
        "pathChanged - -", "valueChanged - Chief", "valueChanged Chief -", "valueChanged - Chief",
        "pathChanged Chief -", "pathChanged - Chief", "pathChanged Chief -",
      ])
    observer.cancel()
  }

  @Test func `an optional property of the root is the value, nil or not (K4)`() {
    let person = Person("Ada"), boss = Person("Boss")
    let nickname = history.observe(person, \.nickname, [.initial, .old, .new], as: "nickname")
    let manager = history.observe(person, \.manager, as: "manager")
    person.nickname = "A"
    person.nickname = nil
    person.manager = boss
    person.manager = nil
    expect(
      history.lines,
      equals: [
        "nickname: valueChanged - -", "nickname: valueChanged - A", "nickname: valueChanged A -",
        "manager: valueChanged - Boss", "manager: valueChanged Boss -",
      ])
    nickname.cancel()
    manager.cancel()
  }

  @Test func `an optional at the end of a longer path is the value, and the optionals before it are not (K4)`() {
    let package = Package(Person("Ada"))
    let observer = history.observe(package, \.sender?.nickname)
    let sender = Person("Alan")
    package.sender = sender
    sender.nickname = "A"
    sender.nickname = nil
    package.sender = nil
    expect(history.lines, equals: ["pathChanged - -", "valueChanged - A", "valueChanged A -", "pathChanged - -"])
    observer.cancel()
  }
}
