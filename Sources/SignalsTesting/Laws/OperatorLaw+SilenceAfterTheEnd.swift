import Signals

extension OperatorLaw {
  static func silenceAfterTheEnd(_ subject: OperatorUnderTest) -> Breach? {
    for count in [0, 1, 3] {
      for ending in Trial.Ending.allCases {
        let trial = Trial(subject)
        let history = trial.recordAll()
        trial.drive(0..<count)
        trial.end(ending)
        trial.passUntilOver()
        trial.drive(7...8)
        trial.end(.finish)
        trial.end(.failure)
        trial.passUntilOver()
        _ = trial.isOverAtLast()
        let actual = history.entries
        let expected = actual.firstIndex(where: History.isEnd).map { Array(actual[...$0]) } ?? actual
        if let breach = Breach("\(ending), values sent: \(count)", expected: expected, actual: actual) { return breach }
      }
    }
    return nil
  }
}
