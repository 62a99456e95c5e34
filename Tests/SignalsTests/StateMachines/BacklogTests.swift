import Signals
import Testing

/// The events that wait in front of a queue (C9).
@Suite("A backlog", .leavesNothing) struct BacklogTests {
  private func append<Message>(_ message: Message, isEnd: Bool, to backlog: inout Backlog<Message>) -> Message? {
    backlog.append(message, isEnd: isEnd)
  }

  private func drained(from backlog: inout Backlog<String>) -> [String] {
    var all: [String] = []
    while !backlog.isEmpty {
      var batch = FIFO<String>()
      backlog.take(into: &batch)
      all += batch
    }
    return all
  }

  @Test func `unbounded keeps everything and hands it over whole`() {
    var backlog = Backlog<String>()
    for value in ["a", "b", "c"] { expect(append(value, isEnd: false, to: &backlog) == nil) }
    expect(append("|", isEnd: true, to: &backlog) == nil)
    var batch = FIFO<String>()
    backlog.take(into: &batch)
    expect(Array(batch), equals: ["a", "b", "c", "|"])
    expect(backlog.isEmpty)
  }

  @Test func `newest pushes the oldest out`() {
    var backlog = Backlog<String>(.newest(2))
    let dropped = ["a", "b", "c", "d"].map { backlog.append($0, isEnd: false) }
    expect(dropped, equals: [nil, nil, "a", "b"])
    expect(drained(from: &backlog), equals: ["c", "d"])
  }

  @Test func `oldest drops values while it is full`() {
    var backlog = Backlog<String>(.oldest(2))
    let dropped = ["a", "b", "c", "d"].map { backlog.append($0, isEnd: false) }
    expect(dropped, equals: [nil, nil, "c", "d"])
    expect(drained(from: &backlog), equals: ["a", "b"])
  }

  @Test(arguments: [BufferingPolicy.newest(1), .oldest(1)])
  func `an end takes no place and drops nothing`(_ policy: BufferingPolicy) {
    var backlog = Backlog<String>(policy)
    expect(append("a", isEnd: false, to: &backlog) == nil)
    expect(append("|", isEnd: true, to: &backlog) == nil)
    expect(drained(from: &backlog), equals: ["a", "|"])
  }

  @Test func `a bounded backlog gives out one at a time, so that the rest stays bounded`() {
    var backlog = Backlog<String>(.newest(2))
    for value in ["a", "b"] { _ = backlog.append(value, isEnd: false) }
    var batch = FIFO<String>()
    backlog.take(into: &batch)
    expect(Array(batch), equals: ["a"])
    expect(append("c", isEnd: false, to: &backlog) == nil)
    expect(append("d", isEnd: false, to: &backlog), equals: "b")
    expect(drained(from: &backlog), equals: ["c", "d"])
  }

  @Test func `a long run through a bounded backlog keeps order and count`() {
    var backlog = Backlog<Int>(.oldest(100))
    var taken: [Int] = []
    for value in 0..<1_000 {
      expect(append(value, isEnd: false, to: &backlog) == nil)
      if value >= 90 {
        var batch = FIFO<Int>()
        backlog.take(into: &batch)
        taken += batch
        expect(backlog.count, equals: 90)
      }
    }
    expect(taken, equals: Array(0..<910))
  }

  @Test func `taking everything leaves it empty`() {
    var backlog = Backlog<String>(.newest(3))
    for value in ["a", "b"] { _ = backlog.append(value, isEnd: false) }
    let all = backlog.takeAll()
    expect(all, equals: ["a", "b"])
    expect(backlog.isEmpty)
    expect(backlog.count, equals: 0)
  }
}
