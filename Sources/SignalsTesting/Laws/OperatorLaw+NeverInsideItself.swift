import Signals

extension OperatorLaw {
  static func neverInsideItself(_ subject: OperatorUnderTest) -> Breach? {
    nesting(subject) ?? order(subject)
  }

  /// Sends from the handler while time passes, so that what operators do by timers meets what the source sends.
  private static func nesting(_ subject: OperatorUnderTest) -> Breach? {
    let history = History()
    let trial = sendingItself(subject) { history.append($0) }
    for _ in 1...5 {
      trial.send(trial.values.count + 1)
      trial.pass()
    }
    trial.end(.finish)
    trial.passUntilOver()
    _ = trial.isOverAtLast()
    let actual = history.entries
    let expected = actual.indices.map { $0.isMultiple(of: 2) ? "in" : "out" }
    return Breach("values sent by the handler, time passing", expected: expected, actual: actual)
  }

  /// Sends from the handler, and compares with the same values sent from outside, one after the other.
  private static func order(_ subject: OperatorUnderTest) -> Breach? {
    let inner = History()
    let sender = sendingItself(subject, inner)
    sender.send(1)
    sender.end(.finish)
    sender.passUntilOver()
    _ = sender.isOverAtLast()

    let flat = Trial(subject)
    let outer = flat.record()
    for value in sender.values { flat.send(value) }
    flat.end(.finish)
    flat.passUntilOver()
    _ = flat.isOverAtLast()
    return Breach("values sent by the handler", expected: outer.entries, actual: inner.entries)
  }

  /// An operator whose handler sends the next number at each value, up to 5.
  private static func sendingItself(
    _ subject: OperatorUnderTest, _ events: History? = nil, _ mark: @escaping @Sendable (String) -> Void = { _ in }
  ) -> Trial {
    let trial = Trial(subject)
    trial.subscribe { [weak trial] event in
      mark("in")
      events?.append(event)
      // Not before it is subscribed: an operator may begin with values of its own, before it listens to the source.
      if case .value = event, let trial, trial.isSubscribed, trial.values.count < 5 {
        trial.send(trial.values.count + 1)
      }
      mark("out")
    }
    return trial
  }
}
