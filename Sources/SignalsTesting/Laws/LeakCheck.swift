import Signals

/// A run of an operator with three tracked objects: one captured upstream of the operator, one by its closures, and one
/// by the handler.
final class LeakCheck: Sendable {
  let harness: OperatorHarness
  private weak let above: Token?
  private weak let inside: Token?
  private weak let handler: Token?

  init(
    _ subject: OperatorUnderTest, cancelsInside: Bool = false,
    call: @escaping @Sendable () throws -> Void = {}, handle: @escaping @Sendable (Event<String>) -> Void = { _ in }
  ) {
    let (above, inside, handler) = (Token(), Token(), Token())
    harness = OperatorHarness(
      subject,
      call: { [inside] in
        inside.touch()
        try call()
      },
      upstream: { signal in
        signal.filter { [above] _ in
          above.touch()
          return true
        }
      })
    (self.above, self.inside, self.handler) = (above, inside, handler)
    harness.subscribe { [handler, weak harness] event in
      handler.touch()
      handle(event)
      if cancelsInside { harness?.cancel() }
    }
    harness.releaseSignal()
  }

  /// Returns a mismatch if objects are still held after the subscription is over. If the operator continues after the
  /// end of its source, only the object captured upstream has to be released.
  func leak(_ circumstance: String, onlyAbove: Bool = false) -> Mismatch? {
    let all = harness.waitUntilOver() && !onlyAbove
    let expected = all ? "nothing held" : "nothing held from upstream"
    _ = harness.eventually { heldObjects(all).isEmpty }
    let held = heldObjects(all)
    return Mismatch(
      circumstance, expected: expected, actual: held.isEmpty ? expected : "held: " + held.joined(separator: ", "))
  }

  private func heldObjects(_ all: Bool) -> [String] {
    var held: [String] = []
    if above != nil { held.append("an object captured upstream") }
    guard all else { return held }
    if inside != nil { held.append("an object captured by the closures") }
    if handler != nil { held.append("an object captured by the handler") }
    if harness.clock.pending > 0 { held.append("timers: \(harness.clock.pending)") }
    return held
  }
}

/// An object whose release the check observes.
private final class Token: Sendable {
  /// Does nothing; a closure calls it to capture this object.
  func touch() {}
}
