import SignalsKVO
import Testing

/// A change in one line: the reason, then the old and the new value.
private func line<Value>(_ change: KeyValueChange<Value>) -> String {
  func text(_ value: Value?) -> String {
    guard let value else { return "-" }
    let mirror = Mirror(reflecting: value)
    if mirror.displayStyle == .optional { return mirror.children.first.map { "\($0.value)" } ?? "nil" }
    return "\(value)"
  }
  return "\(change.isPrior ? "prior " : "")\(change.reason) \(text(change.oldValue)) \(text(change.newValue))"
}

@Suite("What the observer of a path hears (K2, K3, K4)")
struct PathHistoryTests {
  final class Log { var lines: [String] = [] }
  let log = Log()

  func observe<Root: AnyObject, Value>(
    _ root: Root, _ path: KeyPath<Root, Value>, _ options: KeyValueObservingOptions = [.old, .new]
  ) -> KeyValueObserver {
    let log = log
    return KeyValueObserver(root, path, options: options) { log.lines.append(line($0)) }
  }

  @Test("A set is one change, and the end of the object is the last call")
  func setAndDeletion() {
    var person: Person? = Person("Ada")
    let observer = person.map { observe($0, \.firstName) }
    person?.firstName = "Grace"
    person = nil
    #expect(log.lines == ["valueChanged Ada Grace", "sourceDeleted - -"])
    #expect(observer?.isActive == false)
  }

  @Test("A path of three objects is followed through every change")
  func threeObjects() {
    let ada = Person("Ada"), grace = Person("Grace")
    let package = Package(ada)
    ada.manager = grace
    let other = Person("Alan")
    let observer = observe(package, \.recipient.manager?.firstName)
    grace.firstName = "Grace H."
    ada.manager = other
    other.firstName = "Alan T."
    grace.firstName = "silence"
    ada.manager = nil
    ada.manager = grace
    package.recipient = Person("Nobody", manager: other)
    #expect(
      log.lines == [
        "valueChanged Grace Grace H.", "pathChanged Grace H. Alan", "valueChanged Alan Alan T.",
        "pathChanged Alan T. -", "pathChanged - silence", "pathChanged silence Alan T.",
      ])
    observer.cancel()
  }

  @Test func computed() {
    let package = Package(Person("Ada", "L"))
    let observer = observe(package, \.recipient.fullName)
    package.recipient.firstName = "A"
    package.recipient = Person("G", "H")
    transaction {
      package.recipient.firstName = "x"
      package.recipient.lastName = "y"
    }
    #expect(log.lines == ["valueChanged Ada L A L", "pathChanged A L G H", "valueChanged G H x y"])
    observer.cancel()
  }

  @Test func weakLeaf() {
    var boss: Person? = Person("Boss")
    let ada = Person("Ada")
    ada.manager = boss
    let observer = observe(ada, \.manager)
    let observer2 = observe(ada, \.manager?.firstName)
    boss = nil
    #expect(Set(log.lines) == ["valueChanged - -", "pathChanged Boss -"])
    _ = (observer, observer2)
  }
}
