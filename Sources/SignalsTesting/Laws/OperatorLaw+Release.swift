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
