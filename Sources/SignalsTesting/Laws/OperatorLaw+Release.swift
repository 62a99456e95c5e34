extension OperatorLaw {
  /// The ways in which a subscription becomes over.
  private enum Termination: CaseIterable, CustomStringConvertible {
    case cancel, cancelInside, finish, failure, inputReleased

    var description: String {
      switch self {
      case .cancel: "cancelled"
      case .cancelInside: "cancelled by the handler"
      case .finish: "\(SourceEnding.finish)"
      case .failure: "\(SourceEnding.failure)"
      case .inputReleased: "\(SourceEnding.inputReleased)"
      }
    }
  }

  static func release(_ subject: OperatorUnderTest) -> Mismatch? {
    // With and without time between the values. Without it, an operator that waits still holds a value when the
    // subscription ends.
    for (count, timePasses) in [(0, false), (1, false), (3, false), (3, true)] {
      for termination in Termination.allCases {
        let leakCheck = LeakCheck(subject, cancelsInside: termination == .cancelInside)
        for value in 0..<count {
          leakCheck.harness.send(value)
          if timePasses { leakCheck.harness.advance() }
        }
        end(leakCheck, termination)
        let circumstance = "\(termination), values sent: \(count)\(timePasses ? ", time passing" : "")"
        if let mismatch = leakCheck.leak(circumstance) { return mismatch }
      }
    }
    return nil
  }

  private static func end(_ leakCheck: LeakCheck, _ termination: Termination) {
    let harness = leakCheck.harness
    switch termination {
    case .cancel: harness.cancel()
    case .cancelInside:
      // Some operators call their handler only after the source has ended.
      if harness.isActive {
        harness.advance()
        harness.end(.finish)
        harness.advanceUntilOver()
      }
    case .finish: harness.end(.finish)
    case .failure: harness.end(.failure)
    case .inputReleased: harness.end(.inputReleased)
    }
    if termination != .cancel, termination != .cancelInside { harness.advanceUntilOver() }
  }
}
