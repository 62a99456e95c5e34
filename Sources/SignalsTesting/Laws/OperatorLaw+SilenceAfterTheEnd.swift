import Signals

extension OperatorLaw {
  static func silenceAfterTheEnd(_ subject: OperatorUnderTest) -> Mismatch? {
    for count in [0, 1, 3] {
      for ending in SourceEnding.allCases {
        let harness = OperatorHarness(subject)
        let history = harness.recordAll()
        harness.drive(0..<count)
        harness.end(ending)
        harness.advanceUntilOver()
        harness.drive(7...8)
        harness.end(.finish)
        harness.end(.failure)
        harness.advanceUntilOver()
        _ = harness.waitUntilOver()
        let actual = history.entries
        let expected = actual.firstIndex(where: History.isEnd).map { Array(actual[...$0]) } ?? actual
        if let mismatch = Mismatch("\(ending), values sent: \(count)", expected: expected, actual: actual) {
          return mismatch
        }
      }
    }
    return nil
  }
}
