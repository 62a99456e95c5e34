import Signals

extension OperatorLaw {
  static func silenceAfterACancel(_ subject: OperatorUnderTest) -> Breach? {
    // At the first event, whatever it is, at the second and at the third.
    for number in 1...3 {
      for ending in [Trial.Ending.finish, .failure] {
        if let breach = silence(of: subject, afterEvent: number, ending) { return breach }
      }
    }
    return nil
  }

  private static func silence(
    of subject: OperatorUnderTest, afterEvent number: Int, _ ending: Trial.Ending
  ) -> Breach? {
    let history = History()
    let isCancelled = AtomicWord(0)
    let trial = Trial(subject) { if isCancelled.value != 0 { history.append("call of a closure") } }
    trial.subscribe { [weak trial] event in
      history.append(event)
      guard let trial, trial.isSubscribed, history.entries.count >= number else { return }
      trial.cancel()
      isCancelled.set(1)
      history.append("cancelled")
      trial.send(6)
    }
    for value in 1...5 where trial.isActive { trial.drive([value]) }
    if trial.isActive {
      trial.end(ending)
      trial.passUntilOver()
    }
    guard trial.isOverAtLast(), history.entries.contains("cancelled") else { return nil }

    trial.drive(7...8)
    trial.end(ending)
    trial.passUntilOver()
    let entries = history.entries
    return Breach(
      "event \(number), where \(ending) after 5 values",
      expected: entries.prefix { $0 != "cancelled" } + ["cancelled"], actual: entries)
  }
}
