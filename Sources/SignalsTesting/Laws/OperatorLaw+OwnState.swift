import Signals

extension OperatorLaw {
  static func ownState(_ subject: OperatorUnderTest) -> Breach? {
    guard !subject.sharesItsState else { return nil }
    let early = histories(subject, early: 1, late: 0)
    let late = histories(subject, early: 0, late: 1)
    let together = histories(subject, early: 2, late: 1)
    let alone = [early[0], early[0], late[0]]
    for (number, (expected, actual)) in zip(alone, together).enumerated() {
      let name = ["first", "second", "late"][number]
      if let breach = Breach("the \(name) one of three, and what it is alone", expected: expected, actual: actual) {
        return breach
      }
    }
    return nil
  }

  /// What subscriptions to one signal get: some from the beginning, some from after the second value on.
  private static func histories(_ subject: OperatorUnderTest, early: Int, late: Int) -> [[String]] {
    let trial = Trial(subject)
    var histories = (0..<early).map { _ in trial.record() }
    trial.drive(1...2)
    histories += (0..<late).map { _ in trial.record() }
    trial.drive(3...5)
    trial.end(.finish)
    trial.passUntilOver()
    _ = trial.isOverAtLast()
    return histories.map(\.entries)
  }
}
