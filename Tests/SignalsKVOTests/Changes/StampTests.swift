import Testing

@testable import SignalsKVO

/// B2: the number of answers to one change.
// One test after the other: all count in one table, where origins that end alike push each other out.
@Suite("Stamps", .leavesNothing, .serialized) struct StampTests {
  /// A change that has been answered so often that its further answers are counted.
  private func lateAnswer() -> Stamp {
    var stamp = Stamp.new()
    for _ in 0..<9 { stamp = .new(after: stamp.carried) }
    return stamp
  }

  /// Such changes of different origins, which are counted in the same row of the table.
  private func alike(_ count: Int) -> [Stamp] {
    var found = [lateAnswer()]
    while found.count < count {
      let next = lateAnswer()
      let endsAlike = (found[0].word ^ next.word) >> 8 & 63 == 0
      if endsAlike, found.allSatisfy({ ($0.word ^ next.word) >> 8 & 0xFFF != 0 }) { found.append(next) }
    }
    return found
  }

  /// The number of answers that are allowed if each cause is answered 10,000 times, in turn.
  private func allowedAnswers(to causes: [Stamp]) -> Int {
    var allowed = 0
    for _ in 0..<10_000 {
      for cause in causes where !Stamp.new(after: cause).isSpent { allowed += 1 }
    }
    return allowed
  }

  @Test func `a change that takes the place of others doesn't reset the count of one that goes on (B2)`() {
    let alike = alike(11)
    let (first, others) = (alike[0], alike[1...])
    var allowed = 0
    for round in 0..<10_000 {
      if !Stamp.new(after: first).isSpent { allowed += 1 }
      if round % 100 == 99 { _ = Stamp.new(after: others[1 + round / 100 % 10]) }
    }
    expect(allowed <= 2_000)
  }

  @Test func `the answers to several changes at once are limited, even if the numbers of all end alike (B2)`() {
    expect(allowedAnswers(to: alike(3)) <= 4_000)
  }

  @Test func `the answers to several changes are limited, also beside those of the past (B2)`() {
    let alike = alike(6)
    // Three are over, after a few answers each.
    for past in alike[3...] { for _ in 0..<60 { _ = Stamp.new(after: past) } }
    expect(allowedAnswers(to: Array(alike[..<3])) <= 4_000)
  }

  @Test func `the answers to any number of changes at once are limited, even if the numbers of all end alike (B2)`() {
    var causes = alike(10)
    // A change that is stopped has no further answers.
    var (allowed, rounds) = (0, 0)
    while !causes.isEmpty, rounds < 100_000 {
      causes.removeAll { Stamp.new(after: $0).isSpent }
      allowed += causes.count
      rounds += 1
    }
    expect(causes.isEmpty)
    expect(allowed <= 40_000)
  }
}
