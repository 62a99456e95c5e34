import Signals

extension OperatorLaw {
  static func silenceAfterACancel(_ subject: OperatorUnderTest) -> Mismatch? {
    // At the first, the second and the third event, of any kind.
    for number in 1...3 {
      for ending in [SourceEnding.finish, .failure] {
        if let mismatch = silence(of: subject, afterEvent: number, ending) { return mismatch }
      }
    }
    return nil
  }

  private static func silence(
    of subject: OperatorUnderTest, afterEvent number: Int, _ ending: SourceEnding
  ) -> Mismatch? {
    let history = History()
    let isCancelled = AtomicWord(0)
    let harness = OperatorHarness(subject) { if isCancelled.value != 0 { history.append("call of a closure") } }
    harness.subscribe { [weak harness] event in
      history.append(event)
      guard let harness, harness.isSubscribed, history.entries.count >= number else { return }
      harness.cancel()
      isCancelled.set(1)
      history.append("cancelled")
      harness.send(6)
    }
    for value in 1...5 where harness.isActive { harness.drive([value]) }
    if harness.isActive {
      harness.end(ending)
      harness.advanceUntilOver()
    }
    guard harness.waitUntilOver(), history.entries.contains("cancelled") else { return nil }

    harness.drive(7...8)
    harness.end(ending)
    harness.advanceUntilOver()
    let entries = history.entries
    return Mismatch(
      "event \(number), where \(ending) after 5 values",
      expected: entries.prefix { $0 != "cancelled" } + ["cancelled"], actual: entries)
  }
}
