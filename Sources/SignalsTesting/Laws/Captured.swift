import Signals

/// A trial with an object captured above the operator, one in its closures, and one in the handler.
final class Captured: Sendable {
  let trial: Trial
  private weak let above: Mark?
  private weak let inside: Mark?
  private weak let handler: Mark?

  init(
    _ subject: OperatorUnderTest, cancelsInside: Bool = false,
    call: @escaping @Sendable () throws -> Void = {}, handle: @escaping @Sendable (Event<String>) -> Void = { _ in }
  ) {
    let (above, inside, handler) = (Mark(), Mark(), Mark())
    trial = Trial(
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
    trial.subscribe { [handler, weak trial] event in
      handler.touch()
      handle(event)
      if cancelsInside { trial?.cancel() }
    }
    trial.dropRecipe()
  }

  /// What is still held though the subscription is over. Where the operator goes on after its source has ended, only
  /// what is above it has to be released.
  func breach(_ circumstance: String, onlyAbove: Bool = false) -> Breach? {
    let all = trial.isOverAtLast() && !onlyAbove
    let expected = all ? "nothing held" : "nothing held from above"
    _ = trial.eventually { whatIsHeld(all).isEmpty }
    let held = whatIsHeld(all)
    return Breach(
      circumstance, expected: expected, actual: held.isEmpty ? expected : "held: " + held.joined(separator: ", "))
  }

  private func whatIsHeld(_ all: Bool) -> [String] {
    var held: [String] = []
    if above != nil { held.append("what is captured above") }
    guard all else { return held }
    if inside != nil { held.append("what the closures capture") }
    if handler != nil { held.append("what the handler captures") }
    if trial.clock.pending > 0 { held.append("timers: \(trial.clock.pending)") }
    return held
  }
}

/// An object that is captured.
private final class Mark: Sendable {
  /// For closures that capture it and do nothing with it.
  func touch() {}
}
