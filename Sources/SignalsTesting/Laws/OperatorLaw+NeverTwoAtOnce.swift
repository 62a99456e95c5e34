import Signals

extension OperatorLaw {
  private static let threads = 4

  static func neverTwoAtOnce(_ subject: OperatorUnderTest, _ count: Int) -> Mismatch? {
    overlap(subject, count, timePasses: false) ?? overlap(subject, count, timePasses: true) ?? losses(subject, count)
  }

  private static func overlap(_ subject: OperatorUnderTest, _ count: Int, timePasses: Bool) -> Mismatch? {
    let detector = OverlapDetector()
    let harness = OperatorHarness(subject) { detector.enterAndLeave() }
    harness.subscribe { _ in detector.enterAndLeave() }
    onQueues(threads) { thread in
      for index in 0..<count {
        harness.send(thread * count + index)
        if timePasses, index % 16 == 0 { harness.clock.advance(by: .milliseconds(10)) }
      }
    }
    harness.end(.finish)
    harness.advanceUntilOver()
    _ = harness.waitUntilOver()
    return Mismatch(
      "\(threads) threads sending \(count) values each\(timePasses ? ", time passing" : "")",
      expected: "one at a time", actual: detector.hasOverlapped ? "two at once" : "one at a time")
  }

  /// Checks that an operator that passes on all values of one thread also does so for several threads, with each
  /// thread's values in order.
  private static func losses(_ subject: OperatorUnderTest, _ count: Int) -> Mismatch? {
    let all = (0..<threads * count).map(String.init) + ["|"]
    let alone = OperatorHarness(subject)
    let passedOn = alone.record()
    for value in 0..<threads * count { alone.send(value) }
    alone.end(.finish)
    alone.advanceUntilOver()
    guard passedOn.entries == all else { return nil }

    let harness = OperatorHarness(subject)
    let history = harness.record()
    onQueues(threads) { thread in
      for index in 0..<count { harness.send(thread * count + index) }
    }
    harness.end(.finish)
    harness.advanceUntilOver()
    _ = harness.waitUntilOver()
    // The values grouped by thread, in the order in which they arrived.
    let byThread = Dictionary(grouping: history.entries.dropLast().compactMap(Int.init)) { $0 / count }
    let actual = (0..<threads).flatMap { byThread[$0, default: []].map(String.init) } + history.entries.suffix(1)
    return Mismatch("\(threads) threads sending \(count) values each, by thread", expected: all, actual: actual)
  }
}
