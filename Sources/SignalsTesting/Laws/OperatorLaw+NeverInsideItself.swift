import Signals

extension OperatorLaw {
  static func neverInsideItself(_ subject: OperatorUnderTest) -> Mismatch? {
    nesting(subject) ?? order(subject)
  }

  /// Sends from the handler while time passes, so that events from the operator's timers meet events from the source.
  private static func nesting(_ subject: OperatorUnderTest) -> Mismatch? {
    let history = History()
    let harness = sendingItself(subject) { history.append($0) }
    for _ in 1...5 {
      harness.send(harness.values.count + 1)
      harness.advance()
    }
    harness.end(.finish)
    harness.advanceUntilOver()
    _ = harness.waitUntilOver()
    let actual = history.entries
    let expected = actual.indices.map { $0.isMultiple(of: 2) ? "in" : "out" }
    return Mismatch("values sent by the handler, time passing", expected: expected, actual: actual)
  }

  /// Sends from the handler, and compares the history with that of the same values sent from outside, one after the
  /// other.
  private static func order(_ subject: OperatorUnderTest) -> Mismatch? {
    let inner = History()
    let sender = sendingItself(subject, inner)
    sender.send(1)
    sender.end(.finish)
    sender.advanceUntilOver()
    _ = sender.waitUntilOver()

    let flat = OperatorHarness(subject)
    let outer = flat.record()
    for value in sender.values { flat.send(value) }
    flat.end(.finish)
    flat.advanceUntilOver()
    _ = flat.waitUntilOver()
    return Mismatch("values sent by the handler", expected: outer.entries, actual: inner.entries)
  }

  /// Makes a harness whose handler sends the next number at each value, up to 5.
  private static func sendingItself(
    _ subject: OperatorUnderTest, _ events: History? = nil, _ mark: @escaping @Sendable (String) -> Void = { _ in }
  ) -> OperatorHarness {
    let harness = OperatorHarness(subject)
    harness.subscribe { [weak harness] event in
      mark("in")
      events?.append(event)
      // Only once the subscription exists: an operator may emit values of its own before it subscribes to the source.
      if case .value = event, let harness, harness.isSubscribed, harness.values.count < 5 {
        harness.send(harness.values.count + 1)
      }
      mark("out")
    }
    return harness
  }
}
