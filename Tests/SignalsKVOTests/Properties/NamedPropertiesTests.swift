import Signals
import Testing

@testable import SignalsKVO

@Suite("Properties that a runtime knows by their names (K11)", .leavesNothing)
struct NamedPropertiesTests {
  /// A class with a named property that leads to an object with an observed one, and a property that reports its own
  /// reads.
  final class Folder: RuntimeObject {
    @Observed var title = "Folder"

    var owner: Person? {
      get { self["owner"] as? Person }
      set { self["owner"] = newValue }
    }

    // The runtime knows the title, but reports none of its changes.
    override func value(named name: String) -> Any? { name == "title" ? title : super.value(named: name) }

    override class var names: [AnyKeyPath: String] {
      [\Folder.title: "title", \Folder.owner: "owner", \Folder.owner?.firstName: "owner.firstName"]
    }
  }

  final class Desk {
    @WeakObserved var folder: Folder?
    @Observed var node: NamedNode?
  }

  @Test("the runtime reports changes only while a property is observed")
  func announcedWhileObserved() {
    let b = NamedNode("b"), c = NamedNode("c"), a = NamedNode("a", next: b)
    expect(a.announcedNames.isEmpty)
    let first = KeyValueObserver(a, \.next?.name) { _ in }
    let second = KeyValueObserver(a, \.next?.name) { _ in }
    expect([a.announcedNames, b.announcedNames, c.announcedNames], equals: [["next"], ["name"], []])
    a.next = c
    b.name = "no longer watched"
    expect([a.announcedNames, b.announcedNames, c.announcedNames], equals: [["next"], [], ["name"]])
    first.cancel()
    c.name = "still watched"
    expect(c.announcedNames, equals: ["name"])
    second.cancel()
    a.next = nil
    c.name = "no longer watched"
    expect([a.announcedNames, b.announcedNames, c.announcedNames], equals: [[], [], []])
    withExtendedLifetime(KeyValueObserver(a, \.name) { _ in }) { expect(a.announcedNames, equals: ["name"]) }
  }

  @Test("a named property may lead to an object that reports its own reads")
  func namedThenObserved() {
    let log = Log<String>()
    let folder = Folder(), ada = Person("Ada"), grace = Person("Grace")
    folder.owner = ada
    let observer = KeyValueObserver(folder, \.owner?.firstName, options: [.old, .new]) {
      log.append("\($0.reason) \(($0.oldValue ?? nil) ?? "-") \(($0.newValue ?? nil) ?? "-")")
    }
    ada.firstName = "A."
    folder.owner = grace
    grace.firstName = "G."
    ada.firstName = "silence"
    folder.owner = nil
    observer.cancel()
    expect(
      log.entries,
      equals: [
        "valueChanged Ada A.", "pathChanged A. Grace", "valueChanged Grace G.", "pathChanged G. -",
      ])
  }

  @Test("a named property that reports its own reads is not observed by the runtime, and is reported once")
  func reportsOwnReads() {
    let log = Log<String>()
    let folder = Folder()
    let observer = KeyValueObserver(folder, \.title) { log.append($0.newValue ?? "-") }
    expect(folder.announcedNames.isEmpty)
    folder.title = "Drafts"
    observer.cancel()
    expect(log.entries, equals: ["Folder", "Drafts"])
  }

  @Test("behind an observed property a named property isn't followed")
  func observedThenNamed() {
    let log = Log<String>()
    let desk = Desk(), a = NamedNode("a"), b = NamedNode("b")
    desk.node = a
    let observer = KeyValueObserver(desk, \.node?.name, options: .new) { log.append(($0.newValue ?? nil) ?? "-") }
    a.name = "unseen"
    desk.node = b
    observer.cancel()
    expect(log.entries, equals: ["b"])
  }

  @Test("a death caused by a change that the runtime doesn't report causes no notification")
  func unannouncedChange() {
    let log = Log<String>()
    let node = NamedNode("a", next: NamedNode("b"))
    let observer = KeyValueObserver(node, \.next, options: []) { log.append("\($0.reason)") }
    node.change("next", to: nil)
    node.change("next", to: NamedNode("c"))
    node.next = nil
    observer.cancel()
    expect(log.entries, equals: ["valueChanged"])
  }

  @Test("the death of a runtime object is reported at once to weak references (K5)")
  func weaklyReferredTo() {
    let log = Log<String>()
    let desk = Desk()
    func observe() -> KeyValueObserver {
      let folder = Folder()
      desk.folder = folder
      return KeyValueObserver(desk, \.folder, options: .new) {
        log.append("\($0.reason) \(($0.newValue ?? nil) == nil)")
      }
    }
    withExtendedLifetime(observe()) { expect(log.entries, equals: ["valueChanged true"]) }
  }

  @Test("a named property feeds a signal like any other: current value, sets, and the end with the object (C12, K4)")
  func signal() {
    let log = Log<String>()
    func subscribe() -> Endpoint {
      let node = NamedNode("a")
      let endpoint = Signal.keyValueObserving(node, \.name).subscribe { log.append("\($0)") }
      node.name = "b"
      node.name = "b"
      return endpoint
    }
    withExtendedLifetime(subscribe()) { expect(log.entries, equals: ["value(a)", "value(b)", "value(b)", "finished"]) }
  }

  /// A class whose title the runtime reports, and whose state is reported manually.
  final class Job: RuntimeObject {
    @TaskLocal static var left: Log<String>?

    var state: String {
      get { self["state"] as? String ?? "idle" }
      set { self["state"] = newValue }
    }

    var title: String {
      get { self["title"] as? String ?? "-" }
      set { self["title"] = newValue }
    }

    override class var names: [AnyKeyPath: String] { [\Job.state: "state", \Job.title: "title"] }
    override class var namesAnnouncedByHand: Set<String> { ["state"] }
    override class var leftBehind: Log<String>? { left }
  }

  @Test("the release of an object leaves no observer of a manually reported property (K11)")
  func releasedWhileAnnouncedByHand() {
    let (log, left) = (Log<String>(), Log<String>())
    Job.$left.withValue(left) {
      var job: Job? = Job()
      let observers = job.map { job in
        [
          KeyValueObserver(job, \.state, options: .new) { log.append("\($0.reason) \($0.newValue ?? "-")") },
          KeyValueObserver(job, \.title, options: .new) { log.append("\($0.reason) \($0.newValue ?? "-")") },
        ]
      }
      job?.state = "busy"
      job?.title = "Print"
      expect(job?.announcedNames, equals: ["state", "title"])
      job = nil
      observers?.forEach { $0.cancel() }
    }
    expect(log.entries, equals: ["valueChanged busy", "valueChanged Print", "sourceDeleted -", "sourceDeleted -"])
    // The runtime forgets the other observer by itself.
    expect(left.entries, equals: ["title"])
  }

  @Test("a cancelled observation without a later change leaves no observer, either (K11)")
  func cancelledWhileAnnouncedByHand() {
    let left = Log<String>()
    Job.$left.withValue(left) {
      let job = Job()
      KeyValueObserver(job, \.state) { _ in }.cancel()
      expect(job.announcedNames, equals: ["state"])
    }
    expect(left.entries, equals: [])
  }
}
