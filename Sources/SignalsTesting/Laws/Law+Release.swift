import Signals

extension OperatorLaw {
  /// How a subscription comes to be over.
  private enum Course: CaseIterable, CustomStringConvertible {
    case cancel, cancelInside, finish, failure, inputReleased

    var description: String {
      switch self {
      case .cancel: "cancelled"
      case .cancelInside: "cancelled by the handler"
      case .finish: "\(Trial.Ending.finish)"
      case .failure: "\(Trial.Ending.failure)"
      case .inputReleased: "\(Trial.Ending.inputReleased)"
      }
    }
  }

  static func release(_ subject: OperatorUnderTest) -> Breach? {
    // With time between the values, and without: then an operator that waits has something in hand.
    for (count, timePasses) in [(0, false), (1, false), (3, false), (3, true)] {
      for course in Course.allCases {
        let captured = Captured(subject, cancelsInside: course == .cancelInside)
        for value in 0..<count {
          captured.trial.send(value)
          if timePasses { captured.trial.pass() }
        }
        end(captured, course)
        let circumstance = "\(course), values sent: \(count)\(timePasses ? ", time passing" : "")"
        if let breach = captured.breach(circumstance) { return breach }
      }
    }
    return nil
  }

  private static func end(_ captured: Captured, _ course: Course) {
    let trial = captured.trial
    switch course {
    case .cancel: trial.cancel()
    case .cancelInside:
      // It may have to be driven to its end before its handler is called at all.
      if trial.isActive {
        trial.pass()
        trial.end(.finish)
        trial.passUntilOver()
      }
    case .finish: trial.end(.finish)
    case .failure: trial.end(.failure)
    case .inputReleased: trial.end(.inputReleased)
    }
    if course != .cancel, course != .cancelInside { trial.passUntilOver() }
  }
}

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
