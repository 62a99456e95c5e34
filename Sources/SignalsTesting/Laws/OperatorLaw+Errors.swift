import Signals

extension OperatorLaw {
  /// Checks the law for the first three calls of the probe. If no closure calls the probe, the law holds.
  static func errors(_ subject: OperatorUnderTest) -> Mismatch? {
    guard !subject.handlesErrors else { return nil }
    for number in 1...3 {
      if let mismatch = error(of: subject, atCall: number) { return mismatch }
    }
    return nil
  }

  private static func error(of subject: OperatorUnderTest, atCall number: Int) -> Mismatch? {
    let calls = Guarded(0)
    let history = History()
    let leakCheck = LeakCheck(subject) {
      let call = calls.change { calls in
        calls += 1
        return calls
      }
      if call == number { throw InjectedError.closure }
    } handle: {
      history.append($0)
    }
    let harness = leakCheck.harness
    for value in 1...5 where calls.change({ $0 }) < number { harness.drive([value]) }
    if calls.change({ $0 }) < number {
      harness.end(.finish)
      harness.advanceUntilOver()
      _ = harness.waitUntilOver()
    }
    guard calls.change({ $0 }) >= number else { return nil }

    let circumstance = "call \(number) of the operator's closures throws"
    let held = leakCheck.leak(circumstance, onlyAbove: true)
    harness.drive(7...8)
    harness.end(.finish)
    harness.advanceUntilOver()
    let actual = history.entries
    let end = History.text(of: .failed(InjectedError.closure))
    return Mismatch(circumstance, expected: actual.prefix { !History.isEnd($0) } + [end], actual: actual) ?? held
  }
}
