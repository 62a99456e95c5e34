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
}
