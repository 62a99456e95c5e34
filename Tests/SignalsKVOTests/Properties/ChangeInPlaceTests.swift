import Observation
import SignalsKVO
import Testing

@Suite("Changes in place (K2, K6)", .leavesNothing) struct ChangeInPlaceTests {
  final class Member {
    @Observed var name: String
    @Observed var isGone = false
    init(_ name: String) { self.name = name }
  }

  final class Club {
    @Observed var members: [Member] = []
    @Observed var left = 0
    @WeakObserved var head: Member?
    var summary: String { "\(members.map(\.name).joined(separator: ",")) \(left) \(head?.name ?? "-")" }
  }

  final class Lines { var all: [String] = [] }

  func observe<Value>(_ club: Club, _ path: KeyPath<Club, Value>, _ lines: Lines) -> KeyValueObserver {
    KeyValueObserver(club, path, options: [.old, .new]) { change in
      func text(_ value: Value?) -> String { value.map { "\($0)" } ?? "-" }
      lines.all.append("\(change.reason): \(text(change.oldValue)) → \(text(change.newValue))")
    }
  }

  @Test("a set of another property during a change in place is reported first, and the change at its end")
  func settingAnotherProperty() {
    let club = Club()
    club.members = [Member("a"), Member("b"), Member("c")]
    club.members[1].isGone = true
    let lines = Lines()
    let observers = [observe(club, \.summary, lines), observe(club, \.left, lines)]
    club.members.removeAll { member in
      if member.isGone { club.left += 1 }
      return member.isGone
    }
    expect(
      lines.all,
      equals: [
        "valueChanged: 0 → 1", "valueChanged: a,b,c 0 - → a,c 1 -", "valueChanged: a,c 1 - → a,c 1 -",
      ])
    club.left = 5
    expect(lines.all.suffix(2), equals: ["valueChanged: a,c 1 - → a,c 5 -", "valueChanged: 1 → 5"])
    for observer in observers { observer.cancel() }
  }

  @Test("a death that a change in place causes is reported after the change")
  func causingADeath() {
    let club = Club()
    club.members = [Member("a")]
    club.head = club.members.first
    let lines = Lines()
    let observer = observe(club, \.summary, lines)
    club.members.removeAll()
    expect(lines.all, equals: ["valueChanged: a 0 a →  0 a", "pathChanged:  0 a →  0 -"])
    observer.cancel()
  }

  @Test("nested changes in place are reported after both, and a handler may make one")
  func nested() {
    let club = Club()
    let other = Club()
    let lines = Lines()
    let observers = [observe(club, \.summary, lines), observe(other, \.summary, lines)]
    func add(_ name: String, to members: inout [Member]) {
      other.members.append(Member("o"))
      members.append(Member(name))
    }
    add("a", to: &club.members)
    expect(lines.all, equals: ["valueChanged:  0 - → o 0 -", "valueChanged:  0 - → a 0 -"])
    lines.all = []
    let setting = KeyValueObserver(other, \.left, options: []) { _ in club.members.append(Member("b")) }
    other.left = 1
    expect(lines.all, equals: ["valueChanged: o 0 - → o 1 -", "valueChanged: a 0 - → a,b 0 -"])
    setting.cancel()
    for observer in observers { observer.cancel() }
  }

  @Test("a handler of a change in place may make another one, also of the same property")
  func inHandlers() {
    let club = Club()
    let lines = Lines()
    let left = observe(club, \.left, lines)
    let setting = KeyValueObserver(club, \.members, options: []) { [unowned club] _ in club.left += 1 }
    let filling = KeyValueObserver(club, \.members, options: []) { [unowned club] _ in
      if club.members.count < 3 { club.members.append(Member("x")) }
    }
    club.members.append(Member("a"))
    expect(lines.all, equals: ["valueChanged: 0 → 1", "valueChanged: 1 → 2", "valueChanged: 2 → 3"])
    for observer in [left, setting, filling] { observer.cancel() }
  }

  @Test("a change in place may suspend its task, and continue on another thread")
  func acrossSuspension() async {
    let club = Club()
    let lines = Lines()
    let observer = observe(club, \.left, lines)
    func fill(_ left: inout Int) async {
      for _ in 0..<100 { await Task.yield() }
      left += 1
    }
    await fill(&club.left)
    club.left = 5
    expect(lines.all, equals: ["valueChanged: 0 → 1", "valueChanged: 1 → 5"])
    observer.cancel()
  }

  @Test("a change in place copies nothing once the last observer is cancelled", arguments: 1...3)
  func afterTheLastObserver(_ count: Int) {
    final class Notes { @Observed var lines = Array(repeating: 0, count: 100) }
    let notes = Notes()
    func address() -> UnsafeRawPointer? { notes.lines.withUnsafeBytes { $0.baseAddress } }
    var observers: [KeyValueObserver] = []
    for _ in 0..<count { observers.append(KeyValueObserver(notes, \.lines, options: [.old, .new, .prior]) { _ in }) }
    notes.lines[0] = 1
    for observer in observers { observer.cancel() }
    let place = address()
    for value in 2..<5 {
      notes.lines[0] = value
      expect(address(), equals: place)
    }
    observers = []
  }

  @Test("a change in place copies nothing once the last observer is cancelled in its own handler")
  func afterTheLastHandler() {
    final class Notes { @Observed var lines = Array(repeating: 0, count: 100) }
    let notes = Notes()
    var observer: KeyValueObserver?
    observer = KeyValueObserver(notes, \.lines, options: []) { _ in observer?.cancel() }
    notes.lines[0] = 1
    let place = notes.lines.withUnsafeBytes { $0.baseAddress }
    notes.lines[0] = 2
    expect(notes.lines.withUnsafeBytes { $0.baseAddress }, equals: place)
    observer = nil
  }

  @Test("a change in place that throws is reported, too")
  func throwing() {
    struct Stop: Error {}
    let club = Club()
    let lines = Lines()
    let observer = observe(club, \.summary, lines)
    func add(to members: inout [Member]) throws {
      members.append(Member("a"))
      throw Stop()
    }
    #expect(throws: Stop.self) { try add(to: &club.members) }
    club.left = 1
    expect(lines.all, equals: ["valueChanged:  0 - → a 0 -", "valueChanged: a 0 - → a 1 -"])
    observer.cancel()
  }

  @Test func `a read of a property while it is changed in place stops the program with a sentence (K2)`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let club = Club()
      func add(_ count: Int, to left: inout Int) { left += count + club.left }
      add(1, to: &club.left)
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    expect(
      message.contains("Fatal error: An observed property was read or set while it was being changed in place."))
  }

  // MARK: - Reactions that read the property

  /// What is done to a club whose head is its second member, and what a reaction that reads it all tells afterwards.
  struct Edit: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let edit: @Sendable (Club) -> Void
    let outcome: String

    init(_ name: String, _ outcome: String, _ edit: @escaping @Sendable (Club) -> Void) {
      (testDescription, self.outcome, self.edit) = (name, outcome, edit)
    }
  }

  static let edits = [
    Edit("replacing an element", "a,c 0 -") { $0.members[1] = Member("c") },
    Edit("removing all", " 0 -") { $0.members.removeAll() },
    Edit("removing some, and a set in the predicate", "a 1 -") { club in
      club.members.removeAll { member in
        if member.name == "b" { club.left += 1 }
        return member.name == "b"
      }
    },
    Edit("a transaction within the change", "a,b 7 b") { club in
      func change(_ members: inout [Member]) { transaction { club.left = 7 } }
      change(&club.members)
    },
    Edit("changes in place within each other", "a 5 -") { club in
      func change(_ members: inout [Member], _ left: inout Int) {
        members.removeLast()
        left = 5
      }
      change(&club.members, &club.left)
    },
    Edit("nothing", "a,b 0 b") { club in
      func change(_ members: inout [Member]) {}
      change(&club.members)
    },
  ]

  static func club() -> Club {
    let club = Club()
    club.members = [Member("a"), Member("b")]
    club.head = club.members[1]
    return club
  }

  @Test(arguments: edits)
  func `an effect that reads the property runs when the change in place is over`(_ edit: Edit) {
    let (club, lines) = (Self.club(), Lines())
    let effect = SignalsKVO.observe { lines.all.append(club.summary) }
    edit.edit(club)
    expect(lines.all.first, equals: "a,b 0 b")
    expect(lines.all.last, equals: edit.outcome)
    // A change in place of another property may be over before that of the first.
    expect((2...3).contains(lines.all.count), "\(lines.all)")
    club.left = 9
    expect(lines.all.last?.contains(" 9 "), equals: true)
    effect.cancel()
  }

  @Test(arguments: edits)
  func `an effect of a computed value runs when the change in place is over`(_ edit: Edit) {
    let (club, lines) = (Self.club(), Lines())
    let summary = Computed { club.summary }
    let length = Computed { summary.value.count }
    let effect = SignalsKVO.observe { lines.all.append("\(summary.value) \(length.value)") }
    edit.edit(club)
    expect(lines.all.last, equals: "\(edit.outcome) \(edit.outcome.count)")
    effect.cancel()
  }

  @Test(arguments: edits)
  func `a subscriber of a computed value hears of it when the change in place is over`(_ edit: Edit) {
    let (club, lines) = (Self.club(), Lines())
    let summary = Computed { club.summary }
    let endpoint = summary.addObserver(forOwner: lines) { lines, _, new in lines.all.append(new) }
    edit.edit(club)
    club.left = 9
    expect(lines.all.dropLast().last ?? "a,b 0 b", equals: edit.outcome)
    expect(lines.all.last?.contains(" 9 "), equals: true)
    endpoint.cancel()
  }

  @MainActor @Test(arguments: edits)
  func `on the main actor, too`(_ edit: Edit) {
    let (club, lines) = (Self.club(), Lines())
    let summary = Computed { club.summary }
    let endpoint = summary.signal.subscribeValues { lines.all.append($0) }
    let effect = SignalsKVO.observe { lines.all.append("effect " + club.summary) }
    edit.edit(club)
    expect(lines.all.last { $0.hasPrefix("effect") }, equals: "effect " + edit.outcome)
    expect(lines.all.last { !$0.hasPrefix("effect") }, equals: edit.outcome)
    withExtendedLifetime((endpoint, effect)) {}
  }

  @Test func `an effect that is cancelled in the course of the change in place that has reached it runs no more`() {
    let (club, lines) = (Self.club(), Lines())
    let effect = SignalsKVO.observe { lines.all.append(club.summary) }
    func change(_ members: inout [Member]) {
      club.left += 1
      effect.cancel()
    }
    change(&club.members)
    club.left += 1
    expect(lines.all, equals: ["a,b 0 b"])
  }

  @Test func `Swift Observation hears of a computed value in the course of a change in place`() {
    let (club, lines) = (Self.club(), Lines())
    let summary = Computed { club.summary }
    for _ in 0..<2 {
      withObservationTracking {
        lines.all.append(summary.value)
      } onChange: { [log = Log<Int>()] in
        log.append(1)
      }
    }
    club.members[1] = Member("c")
    expect(summary.value, equals: "a,c 0 -")
  }

  @Test func `a path by way of a computed value is reported when the change in place is over`() {
    final class Owner {
      let club = ChangeInPlaceTests.club()
      lazy var summary = Computed { [club] in club.summary }
    }
    let (owner, lines) = (Owner(), Lines())
    let observer = KeyValueObserver(owner, \.summary.value) { lines.all.append($0.newValue ?? "-") }
    owner.club.members[1] = Member("c")
    expect(owner.summary.value, equals: "a,c 0 -")
    owner.club.left = 3
    expect(owner.summary.value, equals: "a,c 3 -")
    observer.cancel()
  }
}
