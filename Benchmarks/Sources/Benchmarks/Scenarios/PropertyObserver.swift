import SignalsKVO

extension Scenario {
  static let propertyObserver = Scenario(id: "S9", title: "property, set with one observer") { scenario in
    let operations = 1_000_000
    // Each change counts with its old and its new value.
    let expected = 2 * Work.sum(below: operations) - (operations - 1)

    let subject = Work(name: "S9", operations: operations, expected: expected) {
      let checksum = Checksum()
      let count = Property(0)
      count.addObserver(forOwner: checksum) { old, new in checksum.add(old &+ new) }
      return {
        for index in 0..<operations { count.value = index }
        return checksum.sum
      }
    }

    let direct = Work(name: "direct S9", operations: operations, expected: expected) {
      let checksum = Checksum()
      let count = Observed(0, Direct.owned(by: checksum, Direct.change(checksum)))
      return {
        for index in 0..<operations { count.value = index }
        return checksum.sum
      }
    }

    return Outcome(rows: [
      scenario.compare(subject, with: .floor(direct), target: Target(ratio: 1.8, allocations: 0))
    ])
  }

  static let propertySignal = Scenario(id: "S9s", title: "property, set with one subscriber to its signal") {
    scenario in
    let operations = 1_000_000

    let subject = Work(name: "S9s", operations: operations, expected: Work.sum(below: operations)) {
      let checksum = Checksum()
      let count = Property(0)
      let endpoint = count.signal.subscribeValues { checksum.add($0) }
      return {
        for index in 0..<operations { count.value = index }
        return withExtendedLifetime(endpoint) { checksum.sum }
      }
    }

    // Compared with a lock: without an owner, a hand-written property does almost nothing.
    return Outcome(rows: [
      scenario.compare(subject, with: .locked, target: Target(ratio: 2.9, allocations: 0))
    ])
  }
}

/// A value with one hand-written observer.
private final class Observed {
  private let observer: (_ old: Int, _ new: Int) -> Void

  init(_ value: Int, _ observer: @escaping (_ old: Int, _ new: Int) -> Void) {
    self.value = value
    self.observer = observer
  }

  var value: Int {
    didSet { observer(oldValue, value) }
  }
}

extension Direct {
  @inline(never)
  fileprivate static func change(_ checksum: Checksum) -> (Int, Int) -> Void {
    { checksum.add($0 &+ $1) }
  }

  /// Observes as long as the owner exists.
  @inline(never)
  fileprivate static func owned(by owner: AnyObject, _ next: @escaping (Int, Int) -> Void) -> (Int, Int) -> Void {
    { [weak owner] old, new in
      if let owner { withExtendedLifetime(owner) { next(old, new) } }
    }
  }
}
