import Testing

/// The checker of recorded runs finds each kind of violation, and accepts everything allowed (C1–C6, C9, C10, C12).
///
/// Observer 0 is the witness of source `a`, and subscribes before anything else. A moment is a line: see ``Moment``.
@Suite("Histories: the checker", .leavesNothing) struct RunCheckerTests {
  private let direct = View(.direct, of: 0)

  /// The violations of a run, without the moments.
  private func breaches(_ views: [View], queues: [Int: Int] = [:], _ text: String) throws -> [String] {
    let beginning = "1 subscribes 0\n1 subscribed 0\n"
    let run = try #require(RecordedRun(views: views, queues: queues, beginning + text))
    return RunChecker.breaches(of: run).map { "\($0.clause): \($0.what)" }
  }

  /// A value that is sent and told to observers inline.
  private func send(_ value: String, to observers: Int..., by thread: Int = 1) -> String {
    let calls = observers.map { "\(thread) called \($0) \(value)\n\(thread) returned \($0)\n" }.joined()
    return "\(thread) sends \(value)\n\(calls)\(thread) sent \(value) delivered\n"
  }

  private func finish(_ observers: Int...) -> String {
    let calls = observers.map { "1 called \($0) |\n1 returned \($0)\n" }.joined()
    return "1 sends a|\n\(calls)1 sent a| delivered\n"
  }

  @Test func `a run in which all is as it should be`() throws {
    let text = """
      \(send("a1", to: 0))
      2 subscribes 1
      2 subscribed 1
      1 sends a2
      1 called 0 a2
      2 sends a3
      2 sent a3 queued
      1 sends a4
      1 sent a4 queued
      1 returned 0
      1 called 1 a2
      1 returned 1
      1 called 0 a4
      1 returned 0
      1 called 1 a4
      1 returned 1
      1 sent a2 delivered
      3 called 0 a3
      2 cancels 1
      2 cancelled 1
      3 returned 0
      \(finish(0))
      """
    expect(try breaches([direct, direct], text), equals: [])
  }

  @Test func `a history reads as it is written`() throws {
    let text = """
      1 subscribes 0
      1 subscribed 0
      2 sends a1
      2 called 0 a1
      2 returned 0
      2 sent a1 delivered
      2 sends a2
      2 sent a2 queued
      3 called 0 a1/b12
      3 returned 0
      2 cancels 0
      2 cancelled 0
      1 waits 0
      1 waited 0
      1 sends b|
      1 sent b| delivered
      1 sends c#
      1 sent c# ended
      1 called 0 |
      1 returned 0
      """
    let run = try #require(RecordedRun(views: [direct], text))
    expect(run.moments.map(\.description).joined(separator: "\n"), equals: text)
    expect(RecordedRun(views: [direct], "1 sends") == nil)
    expect(RecordedRun(views: [direct], "1 sends 1") == nil)
    expect(RecordedRun(views: [direct], "1 shouts a1") == nil)
  }

  @Test func `a breach shows the moments that matter, with threads that count from one`() throws {
    let run = try #require(
      RecordedRun(
        views: [direct],
        "77 subscribes 0\n77 subscribed 0\n91 sends a1\n91 sent a1 queued\n77 sends a|"
          + "\n77 called 0 |\n77 returned 0\n77 sent a| delivered"))
    let breach = try #require(RunChecker.breaches(of: run).first)
    expect(
      breach.description,
      equals: """
        C4: a1 was accepted, and never came
          2: 2 sends a1
          3: 2 sent a1 queued
          4: 1 sends a|
          7: 1 sent a| delivered
        """)
  }

  @Test func `a source without an observer from its beginning to its end can't be checked`() throws {
    expect(
      try breaches([direct], "1 cancels 0\n1 cancelled 0\n" + send("a1") + finish()),
      equals: ["C4: nobody heard all of source a"])
  }

  // MARK: - The rules of a source for its senders

  @Test func `a value that was accepted and is lost`() throws {
    expect(
      try breaches([direct], "1 sends a1\n1 sent a1 queued\n" + finish(0)),
      equals: ["C4: a1 was accepted, and never came"])
  }

  @Test func `a handler's end goes ahead of queued events of others, which are lost then`() throws {
    let text = """
      1 sends a1
      1 called 0 a1
      2 sends a2
      2 sent a2 queued
      1 sends a|
      1 sent a| queued
      1 returned 0
      1 called 0 |
      1 returned 0
      1 sent a1 delivered
      """
    expect(try breaches([direct], text), equals: [])
  }

  @Test func `a value that comes twice`() throws {
    expect(
      try breaches(
        [direct], "1 sends a1\n1 called 0 a1\n1 returned 0\n1 called 0 a1\n1 returned 0\n1 sent a1 delivered"),
      equals: ["C4: a1 came 2 times", "C4: observer 0 heard a1 after a1: twice"])
  }

  @Test func `a value without a send`() throws {
    expect(try breaches([direct], send("a1", to: 0) + "1 called 0 a2\n1 returned 0"), equals: ["C4: a2 was never sent"])
  }

  @Test func `a value that was refused, and comes`() throws {
    expect(
      try breaches([direct], "1 sends a1\n1 called 0 a1\n1 returned 0\n1 sent a1 ended"),
      equals: ["C5: a1 was refused, and came", "C5: a1 was refused by a source that hadn't ended"])
  }

  @Test func `two sends, one after the other, that change places`() throws {
    let text = """
      1 sends a1
      1 sent a1 queued
      2 sends a2
      2 sent a2 queued
      3 called 0 a2
      3 returned 0
      3 called 0 a1
      3 returned 0
      """
    expect(try breaches([direct], text), equals: ["C4: a1 was sent before a2, and came after it"])
  }

  @Test func `two sends of one thread that change places, though the later one was sent by a handler`() throws {
    let text = """
      1 sends a1
      1 sent a1 queued
      1 sends b1
      1 called 1 b1
      1 sends a2
      1 sent a2 queued
      1 returned 1
      1 sent b1 delivered
      3 called 0 a2
      3 returned 0
      3 called 0 a1
      3 returned 0
      """
    expect(
      try breaches([direct, View(.apart, of: 0)], text).contains(
        "C4: a1 was sent before a2 by the same thread, and came after it"))
  }

  @Test func `a handler's send, behind the queued events of others`() throws {
    let text = """
      1 sends a1
      1 called 0 a1
      2 sends a2
      2 sent a2 queued
      1 sends a3
      1 sent a3 queued
      1 returned 0
      1 sent a1 delivered
      3 called 0 a2
      3 returned 0
      3 called 0 a3
      3 returned 0
      """
    expect(try breaches([direct], text), equals: ["C4: a3 was sent while a1 was delivered, and a2 came before it"])
  }

  @Test func `a handler's send, before the event that it handles`() throws {
    let text = """
      1 sends a1
      1 called 1 a1
      1 sends a2
      1 called 0 a2
      1 returned 0
      1 sent a2 queued
      1 returned 1
      1 called 0 a1
      1 returned 0
      1 sent a1 delivered
      """
    expect(
      try breaches([direct, direct], text).contains("C4: a2 was sent while a1 was delivered, and came before it"))
  }

  @Test func `a delivery that hasn't happened when the send says so`() throws {
    expect(
      try breaches([direct], "1 sends a1\n1 sent a1 delivered\n2 called 0 a1\n2 returned 0"),
      equals: ["C5: a1 was said to be delivered, and observer 0 didn't have it"])
  }

  @Test func `an inline delivery inside a handler of the same source, or by a source with a queue`() throws {
    let nested = """
      1 sends a1
      1 called 0 a1
      1 sends a2
      1 sent a2 delivered
      1 returned 0
      1 sent a1 delivered
      1 called 0 a2
      1 returned 0
      """
    expect(
      try breaches([direct], nested),
      equals: [
        "C5: a2 was delivered inside a handler of its own source",
        "C5: a2 was said to be delivered, and observer 0 didn't have it",
      ])
    expect(
      try breaches([View(.direct, of: 0, on: 7)], queues: [0: 7], send("a1", to: 0)),
      equals: [
        "C5: a1 was delivered inline by a source with a queue",
        "C9: observer 0, who has a queue, was called inline",
      ])
  }

  @Test func `a send that never returns`() throws {
    expect(
      try breaches([direct], "1 sends a1\n2 called 0 a1\n2 returned 0"), equals: ["C5: the send of a1 never returned"])
  }

  @Test func `a source that takes two ends, or a value after the end`() throws {
    expect(
      try breaches([direct], finish(0) + "1 sends a#\n1 sent a# queued"),
      equals: [
        "C1: source a took 2 ends", "C1: a# was accepted after the end",
      ])
    expect(
      try breaches([direct], finish(0) + "1 sends a1\n1 sent a1 queued"),
      equals: [
        "C4: a1 was accepted, and never came", "C1: a1 was accepted after the end",
      ])
  }

  @Test func `one observer of a source that is called before the other has returned`() throws {
    let text = """
      1 sends a1
      1 called 0 a1
      2 called 1 a1
      1 returned 0
      2 returned 1
      1 sent a1 delivered
      """
    expect(
      try breaches([direct, direct], "1 subscribes 1\n1 subscribed 1\n" + text).contains(
        "C3: two observers of source a were called at once"))
  }

  @Test func `an event that overtakes another on its round`() throws {
    let text = """
      1 subscribes 1
      1 subscribed 1
      1 sends a1
      1 called 0 a1
      1 returned 0
      1 sends a2
      1 called 0 a2
      1 returned 0
      1 sent a2 queued
      1 called 1 a1
      1 returned 1
      1 called 1 a2
      1 returned 1
      1 sent a1 delivered
      """
    expect(try breaches([direct, direct], text), equals: ["C4: a1 went on after a2 had begun"])
  }

  @Test func `observers that are called in another order than they came`() throws {
    expect(
      try breaches([direct, direct], "1 subscribes 1\n1 subscribed 1\n" + send("a1", to: 1, 0)),
      equals: ["C4: observer 1 was called before observer 0, who had come before it"])
  }
}
