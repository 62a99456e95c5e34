import Signals

extension OperatorLaw {
  /// Where no closure calls the probe there is nothing to look at.
  static func errors(_ subject: OperatorUnderTest) -> Breach? {
    guard !subject.handlesErrors else { return nil }
    for number in 1...3 {
      if let breach = error(of: subject, atCall: number) { return breach }
    }
    return nil
  }

  private static func error(of subject: OperatorUnderTest, atCall number: Int) -> Breach? {
    let calls = Guarded(0)
    let history = History()
    let captured = Captured(subject) {
      let call = calls.change { calls in
        calls += 1
        return calls
      }
      if call == number { throw LawFailure.ofTheClosure }
    } handle: {
      history.append($0)
    }
    let trial = captured.trial
    for value in 1...5 where calls.change({ $0 }) < number { trial.drive([value]) }
    if calls.change({ $0 }) < number {
      trial.end(.finish)
      trial.passUntilOver()
      _ = trial.isOverAtLast()
    }
    guard calls.change({ $0 }) >= number else { return nil }

    let circumstance = "call \(number) of its closures throws"
    let held = captured.breach(circumstance, onlyAbove: true)
    trial.drive(7...8)
    trial.end(.finish)
    trial.passUntilOver()
    let actual = history.entries
    let end = History.text(of: .failed(LawFailure.ofTheClosure))
    return Breach(circumstance, expected: actual.prefix { !History.isEnd($0) } + [end], actual: actual) ?? held
  }
}
