import Signals

extension OperatorLaw {
  static func ownState(_ subject: OperatorUnderTest) -> Mismatch? {
    guard !subject.sharesItsState else { return nil }
    let early = histories(subject, early: 1, late: 0)
    let late = histories(subject, early: 0, late: 1)
    let together = histories(subject, early: 2, late: 1)
    let alone = [early[0], early[0], late[0]]
    for (number, (expected, actual)) in zip(alone, together).enumerated() {
      let name = ["first", "second", "late"][number]
      if let mismatch = Mismatch(
        "the \(name) of three subscriptions, compared with one alone", expected: expected, actual: actual)
      {
        return mismatch
      }
    }
    return nil
  }

  /// Returns the histories of several subscriptions to one signal: `early` ones that begin before the first value, and
  /// `late` ones that begin after the second.
  private static func histories(_ subject: OperatorUnderTest, early: Int, late: Int) -> [[String]] {
    let harness = OperatorHarness(subject)
    var histories = (0..<early).map { _ in harness.record() }
    harness.drive(1...2)
    histories += (0..<late).map { _ in harness.record() }
    harness.drive(3...5)
    harness.end(.finish)
    harness.advanceUntilOver()
    _ = harness.waitUntilOver()
    return histories.map(\.entries)
  }
}
