import Testing

@testable import SignalsKVO

/// K9, K12: the changes that a reader of a collection gets.
@Suite("The log of a collection's changes", .leavesNothing) struct ChangeLogTests {
  @Test func `a reader gets the entries after one version up to another`() {
    let reader = Counted(0)
    for count in 0...5 {
      var log = ChangeLog<UInt>()
      _ = log.note(ObjectIdentifier(reader), hasRead: 0)
      let versions = (0..<UInt(count)).map { 2 * $0 + 1 }
      for version in versions { _ = log.append(version, version: version, weight: 1, count: 10) }
      for after in 0...UInt(11) {
        for last in after...12 {
          let found = log.entries(after: after, upTo: last)
          expect(found ?? [0], equals: versions.filter { $0 > after && $0 <= last })
        }
      }
    }
  }

  @Test(arguments: 1...UInt64(repetitions(200, quick: 40)))
  func `a reader that compares or is up to date gets what it has not read, however slow the others are`(_ seed: UInt64)
  {
    var random = SeededGenerator(seed: seed)
    var log = ChangeLog<UInt>()
    // Up to two of them can't compare, and the last one reads rarely.
    let needy = Int(seed % 3)
    let readers = (0..<5).map { Counted($0) }
    var known: [Int: UInt] = [:]
    var version: UInt = 1
    for _ in 0..<1_000 {
      let index = random.oneIn(20) ? 4 : random.number(in: 0...3)
      let (reader, needsAll) = (ObjectIdentifier(readers[index]), index < needy)
      if random.oneIn(2) {
        version += 1
        guard log.hasReaders else {
          log.skip(to: version)
          continue
        }
        let weight = random.oneIn(10) ? 200 : random.number(in: 0...3)
        _ = log.append(version, version: version, weight: weight, count: 20)
      } else if random.oneIn(10) {
        _ = log.forget(reader)
        known[index] = nil
      } else {
        var end = version
        if let start = known[index] {
          if needsAll { end -= UInt(random.number(in: 0...Int(version - start))) }
          let found = log.entries(after: start, upTo: end)
          if found != nil || needsAll || version - start < 2 {
            expect(found, equals: Array((start..<end).map { $0 + 1 }), "seed \(seed)")
          }
        }
        _ = log.note(reader, hasRead: end, needsAll: needsAll)
        known[index] = end
      }
      let isRead = known.values.allSatisfy { $0 == version }
      expect(log.isEmpty || log.hasReaders && !isRead, "seed \(seed)")
    }
  }

  @Test(.timeLimit(.minutes(1)))
  func `to record a read takes no longer if there are many readers`() {
    let readers = (0..<100_000).map { Counted($0) }
    var log = ChangeLog<UInt>()
    for reader in readers { _ = log.note(ObjectIdentifier(reader), hasRead: 0) }
    _ = log.append(1, version: 1, weight: 1, count: 1)
    let dropped = readers.map { log.note(ObjectIdentifier($0), hasRead: 1).count }
    expect(dropped.reduce(0, +), equals: 1)
    expect(dropped.last, equals: 1)
  }
}
