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

  @Test func `a change that takes the place of others doesn't reset the count of one that goes on (B2)`() {
    let first = lateAnswer()
    var others: [Stamp] = []
    while others.count < 10 {
      let next = lateAnswer()
      let endsAlike = (first.word ^ next.word) >> 8 & 63 == 0
      if endsAlike, (first.word ^ next.word) >> 8 & 0xFFF != 0 { others.append(next) }
    }
    var allowed = 0
    for round in 0..<10_000 {
      if !Stamp.new(after: first).isSpent { allowed += 1 }
      if round % 100 == 99 { _ = Stamp.new(after: others[round / 100 % 10]) }
    }
    #expect(allowed <= 2_000)
  }

  @Test func `the answers to several changes at once are limited, even if the numbers of all end alike (B2)`() {
    let first = lateAnswer()
    var causes = [first]
    while causes.count < 3 {
      let next = lateAnswer()
      let endsAlike = (first.word ^ next.word) >> 8 & 63 == 0
      if endsAlike, causes.allSatisfy({ ($0.word ^ next.word) >> 8 & 0xFFF != 0 }) { causes.append(next) }
    }
    var allowed = 0
    for _ in 0..<10_000 {
      for cause in causes where !Stamp.new(after: cause).isSpent { allowed += 1 }
    }
    #expect(allowed <= 4_000)
  }

  @Test func `the answers to several changes are limited, also beside those of the past (B2)`() {
    let first = lateAnswer()
    var alike = [first]
    while alike.count < 6 {
      let next = lateAnswer()
      let endsAlike = (first.word ^ next.word) >> 8 & 63 == 0
      if endsAlike, alike.allSatisfy({ ($0.word ^ next.word) >> 8 & 0xFFF != 0 }) { alike.append(next) }
    }
    // The later ones are over, after a few answers each.
    for past in alike[3...] { for _ in 0..<60 { _ = Stamp.new(after: past) } }
    var allowed = 0
    for _ in 0..<10_000 {
      for cause in alike[..<3] where !Stamp.new(after: cause).isSpent { allowed += 1 }
    }
    #expect(allowed <= 4_000)
  }

  @Test func `the answers to any number of changes at once are limited, even if the numbers of all end alike (B2)`() {
    let first = lateAnswer()
    var causes = [first]
    while causes.count < 10 {
      let next = lateAnswer()
      let endsAlike = (first.word ^ next.word) >> 8 & 63 == 0
      if endsAlike, causes.allSatisfy({ ($0.word ^ next.word) >> 8 & 0xFFF != 0 }) { causes.append(next) }
    }
    // A change that is stopped has no further answers.
    var (allowed, rounds) = (0, 0)
    while !causes.isEmpty, rounds < 100_000 {
      let open = causes.filter { !Stamp.new(after: $0).isSpent }
      allowed += open.count
      causes = open
      rounds += 1
    }
    #expect(causes.isEmpty)
    #expect(allowed <= 40_000)
  }
}
