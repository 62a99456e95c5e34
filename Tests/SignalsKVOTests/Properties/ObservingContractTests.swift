import Signals
import SignalsKVO
import Testing

/// One contract for all ways to make a class observable: each scenario runs with each of the ways.
@Suite("The contract of observing", .leavesNothing)
struct ObservingContractTests {
  @Test("each set is one change with both values, even to an equal value (K2)", arguments: NodeInfo.allCases)
  func sets(_ making: NodeInfo) {
    expect(
      making.type.setSeveralTimes(),
      equals: [
        "valueChanged - Ada", "valueChanged Ada Grace", "valueChanged Grace Grace", "valueChanged Grace Alan",
      ])
  }

  @Test(
    "a path through three objects is followed, and replaced objects are not (K3, K4)",
    arguments: NodeInfo.allCases)
  func path(_ making: NodeInfo) {
    expect(
      making.type.changeAlongThePath(),
      equals: [
        "valueChanged - c", "valueChanged c C",
        "pathChanged C e", "valueChanged e E",  // the object in the middle is replaced
        "pathChanged E -",  // nil on the path
        "pathChanged - C!",  // the former object again
        "pathChanged C! f", "valueChanged f F",  // the last object is replaced
      ])
  }

  @Test(
    "the death of a replaced object causes one call, both on the path and at its end (K4, K6)",
    arguments: NodeInfo.allCases)
  func deathOfReplacedObject(_ making: NodeInfo) {
    expect(
      making.type.releaseByReplacing(),
      equals: [
        "far pathChanged c e", "next pathChanged b d", "far pathChanged e -", "next pathChanged d -",
      ])
  }

  @Test("the death of the root is reported once, without values, as the last call (K4)", arguments: NodeInfo.allCases)
  func deletion(_ making: NodeInfo) {
    expect(
      making.type.releaseRoot(observing: false), equals: ["valueChanged a A", "sourceDeleted - -", "active: false"])
    expect(
      making.type.releaseRoot(observing: true), equals: ["valueChanged b B", "sourceDeleted - -", "active: false"])
  }

  @Test("each combination of options reports exactly the values that it names (K2)", arguments: NodeInfo.allCases)
  func options(_ making: NodeInfo) {
    for bits in 0..<16 {
      let options = KeyValueObservingOptions(rawValue: bits)
      let old = options.contains(.old) ? "a" : "-"
      let new = options.contains(.new) ? "b" : "-"
      var expected: [String] = []
      if options.contains(.initial) { expected.append("valueChanged - \(options.contains(.new) ? "a" : "-") while a") }
      if options.contains(.prior) { expected.append("prior valueChanged \(old) - while a") }
      expected.append("valueChanged \(old) \(new) while b")
      expected.append("sourceDeleted - -")
      expect(making.type.setOnce(options), equals: expected, "options \(bits)")
    }
  }

  @Test(
    "an observer that is cancelled in its own or another handler gets no further call (C6)",
    arguments: NodeInfo.allCases)
  func cancelInside(_ making: NodeInfo) {
    expect(making.type.cancelInside(), equals: ["first valueChanged a b"])
  }

  @Test(
    "a handler's set is reported in order, after all observers have received the change before (C4, K2)",
    arguments: NodeInfo.allCases)
  func setInside(_ making: NodeInfo) {
    expect(
      making.type.setInside(),
      equals: [
        "first valueChanged a b", "second valueChanged a b",
        "first valueChanged b b+", "second valueChanged b b+",
      ])
  }

  @Test(
    "a handler's set is stored at once, and reported in order together with its prior call (K2)",
    arguments: NodeInfo.allCases)
  func priorInside(_ making: NodeInfo) {
    expect(
      making.type.setInsideWithPrior(),
      equals: [
        "prior valueChanged a - while a", "valueChanged a b while b",
        "prior valueChanged b - while c", "valueChanged b c while c",
      ])
  }

  @Test(
    "in a transaction one property reports every set, and a path one change with the value from before (C11)",
    arguments: NodeInfo.allCases)
  func transaction(_ making: NodeInfo) {
    expect(
      making.type.setInTransaction(),
      equals: [
        "name valueChanged a b", "name valueChanged b c", "path pathChanged x z",
        "path valueChanged z w",
      ])
  }

  @Test(
    "the death of a weakly referenced object is reported at once (K5)",
    arguments: NodeInfo.allCases.filter(\.hasWeakProperties))
  func weak(_ making: NodeInfo) {
    expect(
      making.type.releaseFriend(),
      equals: [
        "friend valueChanged - f", "name pathChanged - f", "name valueChanged f F",
        "friend valueChanged - -", "name pathChanged F -",
      ])
  }
}

extension NodeInfo {
  /// A manually reported property can't be declared weak.
  fileprivate var hasWeakProperties: Bool { self != .byHand }
}

// MARK: - The scenarios

extension ContractNode {
  fileprivate static func setSeveralTimes() -> [String] {
    let log = Log<String>()
    let node = Self("Ada")
    let observer = log.observe(node, namePath, [.initial, .old, .new])
    node.name = "Grace"
    node.name = "Grace"
    node.name = "Alan"
    observer.cancel()
    node.name = "silence"
    return log.entries
  }

  fileprivate static func changeAlongThePath() -> [String] {
    let log = Log<String>()
    let c = Self("c"), b = Self("b", next: c), a = Self("a", next: b)
    let e = Self("e"), d = Self("d", next: e), f = Self("f")
    let observer = log.observe(a, farPath, [.initial, .old, .new])
    c.name = "C"
    a.name = "silence"
    a.next = d
    e.name = "E"
    c.name = "C!"
    b.next = nil
    b.next = c
    a.next = nil
    d.next = nil
    a.next = b
    b.next = f
    f.name = "F"
    c.name = "silence"
    observer.cancel()
    return log.entries
  }

  fileprivate static func releaseByReplacing() -> [String] {
    let log = Log<String>()
    let a = Self("a", next: Self("b", next: Self("c")))
    let far = log.observe(a, farPath, [.old, .new], "far ")
    let next = log.observe(a, nextNamePath, [.old, .new], "next ")
    a.next = Self("d", next: Self("e"))
    a.next = nil
    far.cancel()
    next.cancel()
    return log.entries
  }

  fileprivate static func releaseRoot(observing isFar: Bool) -> [String] {
    let log = Log<String>()
    let next = Self("b")
    func observe() -> KeyValueObserver {
      let root = Self("a", next: next)
      let observer = isFar ? log.observe(root, nextNamePath, [.old, .new]) : log.observe(root, namePath, [.old, .new])
      root.name = "A"
      next.name = "B"
      return observer
    }
    let observer = observe()
    next.name = "silence"
    return log.entries + ["active: \(observer.isActive)"]
  }

  fileprivate static func setOnce(_ options: KeyValueObservingOptions) -> [String] {
    let log = Log<String>()
    func observe() -> KeyValueObserver {
      let node = Self("a")
      let observer = log.observe(node, namePath, options, while: { [weak node] in node?.name })
      node.name = "b"
      return observer
    }
    _ = observe()
    return log.entries
  }

  fileprivate static func cancelInside() -> [String] {
    let log = Log<String>()
    let node = Self("a")
    let observers = Observers()
    observers.add(
      KeyValueObserver(node, namePath, options: [.old, .new]) {
        log.append("first \(line($0))")
        observers.cancel()
      })
    observers.add(log.observe(node, namePath, [.old, .new], "second "))
    node.name = "b"
    node.name = "c"
    return log.entries
  }

  fileprivate static func setInside() -> [String] {
    let log = Log<String>()
    let node = Self("a")
    let first = KeyValueObserver(node, namePath, options: [.old, .new]) { [weak node] change in
      log.append("first \(line(change))")
      if change.newValue == "b" { node?.name = "b+" }
    }
    let second = log.observe(node, namePath, [.old, .new], "second ")
    node.name = "b"
    first.cancel()
    second.cancel()
    return log.entries
  }

  fileprivate static func setInsideWithPrior() -> [String] {
    let log = Log<String>()
    let node = Self("a")
    let observer = KeyValueObserver(node, namePath, options: [.old, .new, .prior]) { [weak node] change in
      log.append("\(line(change)) while \(node?.name ?? "gone")")
      if change.newValue == "b" { node?.name = "c" }
    }
    node.name = "b"
    observer.cancel()
    return log.entries
  }

  fileprivate static func setInTransaction() -> [String] {
    let log = Log<String>()
    let y = Self("y"), z = Self("z")
    let node = Self("a", next: Self("x"))
    let name = log.observe(node, namePath, [.old, .new], "name ")
    let path = log.observe(node, nextNamePath, [.old, .new], "path ")
    Signals.transaction {
      node.name = "b"
      node.name = "c"
      node.next = y
      y.name = "Y"
      node.next = z
    }
    Signals.transaction {
      z.name = "Z"
      z.name = "w"
    }
    name.cancel()
    path.cancel()
    return log.entries
  }

  fileprivate static func releaseFriend() -> [String] {
    let log = Log<String>()
    let node = Self("a")
    func observe() -> [KeyValueObserver] {
      let friend = Self("f")
      let observers = [
        KeyValueObserver(node, friendPath, options: [.old, .new]) {
          log.append("friend \($0.reason) \($0.oldValue??.name ?? "-") \($0.newValue??.name ?? "-")")
        },
        log.observe(node, friendsNamePath, [.old, .new], "name "),
      ]
      node.friend = friend
      friend.name = "F"
      return observers
    }
    let observers = observe()
    node.name = "silence"
    observers.forEach { $0.cancel() }
    return log.entries
  }
}

/// Observers that cancel each other.
private final class Observers {
  private var observers: [KeyValueObserver] = []

  func add(_ observer: KeyValueObserver) { observers.append(observer) }
  func cancel() { observers.forEach { $0.cancel() } }
}

extension Log<String> {
  fileprivate func observe<Root: AnyObject, Value>(
    _ root: Root, _ path: KeyPath<Root, Value>, _ options: KeyValueObservingOptions, _ name: String = "",
    while state: (() -> String?)? = nil
  ) -> KeyValueObserver {
    KeyValueObserver(root, path, options: options) {
      self.append(name + line($0) + (state?().map { " while \($0)" } ?? ""))
    }
  }
}

/// A change in one line: the reason, then the old and the new value.
private func line<Value>(_ change: KeyValueChange<Value>) -> String {
  func text(_ value: Value?) -> String {
    guard let value else { return "-" }
    let mirror = Mirror(reflecting: value)
    return mirror.displayStyle == .optional ? "\(mirror.children.first?.value ?? "nil")" : "\(value)"
  }
  return "\(change.isPrior ? "prior " : "")\(change.reason) \(text(change.oldValue)) \(text(change.newValue))"
}
