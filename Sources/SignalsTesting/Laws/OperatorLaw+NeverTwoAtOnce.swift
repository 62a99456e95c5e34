import Signals

extension OperatorLaw {
  private static let threads = 4

  static func neverTwoAtOnce(_ subject: OperatorUnderTest, _ count: Int) -> Breach? {
    overlap(subject, count, timePasses: false) ?? overlap(subject, count, timePasses: true) ?? losses(subject, count)
  }

  private static func overlap(_ subject: OperatorUnderTest, _ count: Int, timePasses: Bool) -> Breach? {
    let occupancy = Occupancy()
    let trial = Trial(subject) { occupancy.visit() }
    trial.subscribe { _ in occupancy.visit() }
    onThreads(threads) { thread in
      for index in 0..<count {
        trial.send(thread * count + index)
        if timePasses, index % 16 == 0 { trial.clock.advance(by: .milliseconds(10)) }
      }
    }
    trial.end(.finish)
    trial.passUntilOver()
    _ = trial.isOverAtLast()
    return Breach(
      "\(threads) threads sending \(count) values each\(timePasses ? ", time passing" : "")",
      expected: "one at a time", actual: occupancy.hasSeenTwo ? "two at once" : "one at a time")
  }

  /// An operator that passes on everything that one thread sends does so for several, each thread's values in order.
  private static func losses(_ subject: OperatorUnderTest, _ count: Int) -> Breach? {
    let all = (0..<threads * count).map(String.init) + ["|"]
    let alone = Trial(subject)
    let passedOn = alone.record()
    for value in 0..<threads * count { alone.send(value) }
    alone.end(.finish)
    alone.passUntilOver()
    guard passedOn.entries == all else { return nil }

    let trial = Trial(subject)
    let history = trial.record()
    onThreads(threads) { thread in
      for index in 0..<count { trial.send(thread * count + index) }
    }
    trial.end(.finish)
    trial.passUntilOver()
    _ = trial.isOverAtLast()
    // Each thread's values brought together, in the order in which they came.
    let byThread = Dictionary(grouping: history.entries.dropLast().compactMap(Int.init)) { $0 / count }
    let actual = (0..<threads).flatMap { byThread[$0, default: []].map(String.init) } + history.entries.suffix(1)
    return Breach("\(threads) threads sending \(count) values each, by thread", expected: all, actual: actual)
  }
}
