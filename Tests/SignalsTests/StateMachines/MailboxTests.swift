import Testing

@testable import Signals

/// The mailbox between a signal and a task, as a table: no threads, no tasks.
@Suite("Mailbox", .leavesNothing) struct MailboxTests {
  private typealias Box = Mailbox<Int, String>

  private func text(_ answer: Box.Answer) -> String {
    switch answer {
    case .value(let value): "\(value)"
    case .finished: "|"
    case .failed(let error): "#\(error)"
    case .wait: "wait"
    }
  }

  @Test func `values wait in order for consumers`() {
    var box = Box(.unbounded)
    for value in 1...2 { expect(box.put(value), equals: (nil, nil)) }
    expect([box.ask(), box.ask("a"), box.ask()].map(text), equals: ["1", "2", "wait"])
  }

  @Test func `consumers wait in order for values`() {
    var box = Box(.unbounded)
    expect([box.ask("a"), box.ask("b")].map(text), equals: ["wait", "wait"])
    expect(box.put(1), equals: ("a", nil))
    expect(box.put(2), equals: ("b", nil))
    expect(box.put(3), equals: (nil, nil))
    expect(text(box.ask()), equals: "3")
  }

  @Test func `a value that is dropped for a newer one is returned`() {
    var newest = Box(.newest(1))
    _ = newest.put(1)
    expect(newest.put(2), equals: (nil, 1))
    var oldest = Box(.oldest(1))
    _ = oldest.put(1)
    expect(oldest.put(2), equals: (nil, 2))
    expect([newest.ask(), oldest.ask()].map(text), equals: ["2", "1"])
  }

  @Test func `the end comes after the waiting values, and stays`() {
    var box = Box(.newest(1))
    _ = box.put(1)
    expect(box.put(.finished), equals: [])
    expect([box.ask(), box.ask("a"), box.ask()].map(text), equals: ["1", "|", "|"])
    expect(box.put(2), equals: (nil, 2))
  }

  @Test func `a failure is told once, and is the finish from then on`() {
    var box = Box(.unbounded)
    expect(box.put(.failed(Failure("e"))), equals: [])
    expect(box.put(.failed(Failure("later"))), equals: [])
    expect([box.ask("a"), box.ask("b")].map(text), equals: ["#e", "|"])
  }

  @Test func `all waiting consumers receive the end, and later ones a finish`() {
    var box = Box(.unbounded)
    _ = (box.ask("a"), box.ask("b"))
    expect(box.put(.failed(Failure("e"))), equals: ["a", "b"])
    expect(text(box.ask("c")), equals: "|")
  }

  @Test func `closing returns the waiting consumers and values, and nothing comes after it`() {
    var box = Box(.unbounded)
    _ = (box.put(1), box.put(2))
    let closed = box.close()
    expect(closed.waiters, equals: [])
    expect(closed.dropped, equals: [1, 2])
    expect(box.put(3), equals: (nil, 3))
    expect(text(box.ask("a")), equals: "|")
    var asked = Box(.unbounded)
    _ = asked.ask("a")
    expect(asked.close().waiters, equals: ["a"])
    expect(asked.put(.finished), equals: [])
    expect(asked.close().waiters, equals: [])
  }
}
