import Testing

/// The same for the rules of a source for its observers, and of cancelling (C1, C3, C4, C6, C9, C10, C12).
@Suite("Histories: the checker, observers", .leavesNothing) struct RunCheckerObserverTests {
  private let direct = View(.direct, of: 0)
  private let apart = View(.apart, of: 0)

  /// The violations of a run in which `text` follows the subscription of the witnesses of `a` and, if it has to be, `b`.
  private func breaches(_ views: [View], witnesses: Int = 1, _ text: String) throws -> [String] {
    let beginning = (0..<witnesses).map { "1 subscribes \($0)\n1 subscribed \($0)\n" }.joined()
    let run = try #require(RecordedRun(views: views, beginning + text))
    return RunChecker.breaches(of: run).map { "\($0.clause): \($0.what)" }
  }

  private func send(_ value: String, to observers: Int...) -> String {
    let witness = value.hasPrefix("b") ? 1 : 0
    let calls = ([witness] + observers).map { "1 called \($0) \(value)\n1 returned \($0)\n" }.joined()
    return "1 sends \(value)\n\(calls)1 sent \(value) delivered\n"
  }

  private func call(_ observer: Int, _ heard: String, by thread: Int = 1) -> String {
    "\(thread) called \(observer) \(heard)\n\(thread) returned \(observer)\n"
  }

  private func end(_ end: String, _ observers: Int...) -> String {
    let heard = String(end.suffix(1))
    return "1 sends \(end)\n" + observers.map { call($0, heard) }.joined() + "1 sent \(end) delivered\n"
  }

  private let one = "1 subscribes 1\n1 subscribed 1\n"

  @Test func `an observer that is called twice at once, or inside itself`() throws {
    expect(
      try breaches(
        [direct, apart], one + send("a1") + send("a2") + "2 called 1 a1\n3 called 1 a2\n2 returned 1\n3 returned 1"),
      equals: ["C3: observer 1 was called twice at once"])
    expect(
      try breaches(
        [direct, apart], one + send("a1") + send("a2") + "2 called 1 a1\n2 called 1 a2\n2 returned 1\n2 returned 1"),
      equals: ["C3: observer 1 was called twice at once"])
  }

  @Test func `an observer that is called before it subscribes`() throws {
    expect(
      try breaches([direct, View(.shared(1), of: 0)], send("a1", to: 1) + one),
      equals: [
        "C2: observer 1 was called before it subscribed"
      ])
  }

  @Test func `an observer with a gap, a repetition, or another order`() throws {
    let sent = one + send("a1") + send("a2") + send("a3")
    expect(
      try breaches([direct, apart], sent + call(1, "a1") + call(1, "a3")),
      equals: [
        "C4: observer 1 heard a3 after a1: with a gap"
      ])
    expect(
      try breaches([direct, apart], sent + call(1, "a1") + call(1, "a1")),
      equals: ["C4: observer 1 heard a1 after a1: twice"]
    )
    expect(
      try breaches([direct, apart], sent + call(1, "a2") + call(1, "a1")).contains(
        "C4: observer 1 heard a1 after a2: in the wrong order"))
    expect(
      try breaches([direct, apart], sent + call(1, "a1") + call(1, "b1")),
      equals: [
        "C4: observer 1 heard b1, which is of another source"
      ])
    expect(
      try breaches([direct, apart], sent + call(1, "a1/a2")),
      equals: [
        "C4: observer 1 heard a1/a2, which isn't in the order of its source"
      ])
  }

  @Test func `a value sent after the subscribing call is missed`() throws {
    expect(
      try breaches([direct, apart], one + send("a1") + send("a2") + call(1, "a2")),
      equals: [
        "C12: observer 1 missed a1, which was sent after it had subscribed"
      ])
    expect(
      try breaches([direct, apart], one + send("a1")),
      equals: [
        "C12: observer 1 missed a1, which was sent after it had subscribed"
      ])
    expect(try breaches([direct, apart], one + send("a1") + "1 cancels 1\n1 cancelled 1"), equals: [])
  }

  @Test func `a shared signal that others come to or leave at the same time may begin with a later value`() throws {
    let views = [direct, View(.shared(1), of: 0), View(.shared(1), of: 0)]
    let two = "1 subscribes 2\n1 subscribed 2\n"
    let breach = "C12: observer 2 missed a1, which was sent after it had subscribed"
    expect(try breaches(views, one + "2 cancels 1\n2 cancelled 1\n" + two + send("a1") + send("a2", to: 2)), equals: [])
    expect(
      try breaches(views, one + send("a1", to: 1) + two + send("a2", to: 1) + send("a3", to: 1, 2)),
      equals: [
        "C12: observer 2 missed a2, which was sent after it had subscribed"
      ])
    expect(try breaches(views, two + send("a1") + send("a2", to: 2)), equals: [breach])
  }

  @Test func `a value that overlaps with the subscribing call may be missed`() throws {
    let text = "1 subscribes 1\n2 sends a1\n2 called 0 a1\n2 returned 0\n2 sent a1 delivered\n1 subscribed 1\n"
    expect(try breaches([direct, direct], text), equals: [])
  }

  @Test func `a value delivered before the subscribing call is received`() throws {
    expect(
      try breaches([direct, apart], send("a1") + one + call(1, "a1")),
      equals: [
        "C12: observer 1 heard a1, which went round before it subscribed"
      ])
  }

  @Test func `a value that a source sent before its end is missed`() throws {
    expect(
      try breaches([direct, apart], one + send("a1") + send("a2") + end("a|", 0) + call(1, "a1") + call(1, "|")),
      equals: [
        "C4: observer 1 heard nothing of source a from a2 on"
      ])
  }

  @Test func `an end that is missing, is another one, or isn't the last`() throws {
    expect(try breaches([direct, apart], one + end("a|", 0)), equals: ["C1: observer 1 never heard the end"])
    expect(
      try breaches([direct, apart], one + end("a#", 0) + call(1, "|")),
      equals: [
        "C1: observer 1 heard another end than was sent"
      ])
    expect(
      try breaches([direct, apart], one + send("a1") + end("a|", 0) + call(1, "|") + call(1, "a1")),
      equals: [
        "C1: observer 1 was called after the end"
      ])
    expect(
      try breaches([direct, apart], one + end("a|", 0) + call(1, "|") + call(1, "|")),
      equals: [
        "C1: observer 1 was called after the end"
      ])
  }

  @Test(arguments: [(2, true), (1, false)])
  func `a diamond may show a later value for a turn that waits, if another thread has sent that`(
    _ thread: Int, _ mayOverlap: Bool
  ) throws {
    let views = [direct, View(.direct, of: 1), View(.diamond, of: 0), View(.diamond, of: 1)]
    let subscribed = "1 subscribes 2\n1 subscribed 2\n1 subscribes 3\n1 subscribed 3\n"
    let inner = "1 sends a1\n" + call(0, "a1") + "1 sent a1 delivered\n"
    let later =
      "\(thread) sends a2\n" + call(0, "a2", by: thread) + call(2, "a2", by: thread) + "\(thread) sent a2 delivered\n"
    let text =
      subscribed + "1 sends b1\n" + call(1, "b1") + "1 called 3 b1\n" + inner + later + "1 returned 3\n" + call(2, "a2")
      + "1 sent b1 delivered\n"
    expect(
      try breaches(views, witnesses: 2, text),
      equals: mayOverlap
        ? []
        : [
          "C4: observer 2 heard a2 after a2: twice",
          "C12: observer 2 missed a1, which was sent after it had subscribed",
        ])
  }

  @Test func `a failure of one source ends what two have in common`() throws {
    let views = [direct, View(.direct, of: 1), View(.apart, of: 0, 1)]
    let text = "1 subscribes 2\n1 subscribed 2\n" + send("a1", to: 2) + end("b#", 1, 2) + send("a2") + end("a|", 0)
    expect(try breaches(views, witnesses: 2, text), equals: [])
  }

  // MARK: - Current values

  @Test func `a current value that is missing, or was one before`() throws {
    let views = [direct, View(.current(1), of: 0), View(.current(1), of: 0)]
    let two = "1 subscribes 2\n1 subscribed 2\n"
    let first = "1 subscribes 1\n" + call(1, "a0") + "1 subscribed 1\n"
    let later = "1 subscribes 2\n" + call(2, "a0") + "1 subscribed 2\n"
    expect(try breaches(views, first + send("a1", to: 1) + two), equals: ["C12: observer 2 got no current value"])
    expect(
      try breaches(views, first + send("a1", to: 1) + later),
      equals: [
        "C12: observer 2 began with a0, which was not the current value any more"
      ])
    expect(
      try breaches(views, first + send("a1", to: 1) + "1 subscribes 2\n" + call(2, "a1") + "1 subscribed 2"), equals: []
    )
    expect(
      try breaches(views, first + send("a1", to: 1) + send("a2") + call(1, "a1")).contains(
        "C4: observer 1 heard a1 after a1: twice"))
  }

  // MARK: - Joins

  @Test func `a join that goes back, mixes, or doesn't end with the last values`() throws {
    let views = [direct, View(.direct, of: 1), View(.joined, of: 0, 1)]
    let sent = "1 subscribes 2\n1 subscribed 2\n" + send("a1") + send("b1") + send("a2")
    let ends = end("a|", 0) + end("b|", 1)
    expect(
      try breaches(views, witnesses: 2, sent + call(2, "a1/b1") + call(2, "a2/b1") + ends + call(2, "|")), equals: [])
    expect(
      try breaches(views, witnesses: 2, sent + call(2, "a2/b1") + call(2, "a1/b1")),
      equals: [
        "C10: observer 2 went back in source a"
      ])
    expect(
      try breaches(views, witnesses: 2, sent + call(2, "a1/b2")),
      equals: [
        "C10: observer 2 heard a1/b2, which isn't what its sources were sent"
      ])
    expect(
      try breaches(views, witnesses: 2, sent + call(2, "a1/b1") + ends + call(2, "|")),
      equals: [
        "C10: observer 2 didn't end with the last value of source a"
      ])
  }

  // MARK: - Queues

  @Test func `an observer with a queue that is called inline, or at once with another one`() throws {
    let views = [direct, View(.apart, of: 0, on: 5), View(.apart, of: 0, on: 5)]
    let two = one + "1 subscribes 2\n1 subscribed 2\n"
    expect(
      try breaches(views, two + send("a1", to: 1) + call(2, "a1")),
      equals: [
        "C9: observer 1, who has a queue, was called inline"
      ])
    expect(
      try breaches(views, two + send("a1") + "2 called 1 a1\n3 called 2 a1\n2 returned 1\n3 returned 2"),
      equals: [
        "C9: two handlers ran at once on a serial queue"
      ])
  }

  // MARK: - Cancelling

  private let cancelled = "2 cancels 1\n2 cancelled 1\n"

  @Test func `the one call that is under way may outlive a cancellation, also where it is stamped late`() throws {
    expect(
      try breaches(
        [direct, direct],
        one + "1 sends a1\n1 called 1 a1\n\(cancelled)1 returned 1\n" + call(0, "a1")
          + "1 sent a1 delivered"
      ).filter { $0.hasPrefix("C6") }, equals: [])
    expect(
      try breaches(
        [direct, apart], one + "1 sends a1\n" + call(0, "a1") + cancelled + call(1, "a1") + "1 sent a1 delivered"),
      equals: [])
  }

  @Test func `two calls that outlive a cancellation`() throws {
    expect(
      try breaches([direct, apart], one + send("a1") + send("a2") + cancelled + call(1, "a1") + call(1, "a2")),
      equals: [
        "C6: 2 calls of observer 1 outlived its cancellation"
      ])
  }

  @Test func `a call with a value sent after a cancellation, or by the thread that cancelled`() throws {
    let breach = "C6: observer 1 was called with what came after its cancellation"
    expect(try breaches([direct, apart], one + cancelled + send("a1", to: 1)), equals: [breach])
    expect(try breaches([direct, apart], one + send("a1") + cancelled + call(1, "a1", by: 2)), equals: [breach])
  }

  @Test(arguments: [
    // In its own handler, in that of another observer of the same source, and on its queue.
    (1, View(.shared(1), of: 0), View(.direct, of: 0)), (2, View(.direct, of: 0), View(.direct, of: 0)),
    (2, View(.apart, of: 0, on: 5), View(.apart, of: 0, on: 5)),
  ])
  func `a call after a cancellation where the handler runs`(_ place: Int, _ cancelled: View, _ other: View) throws {
    let text = """
      1 subscribes 2
      1 subscribed 2
      \(send("a1"))
      \(send("a2"))
      2 called \(place) a1
      2 cancels 1
      2 cancelled 1
      2 returned \(place)
      2 called 1 a2
      2 returned 1
      """
    expect(
      try breaches([direct, cancelled, other], one + text).contains(
        "C6: observer 1 was called after it was cancelled where its handler runs"))
  }

  @Test func `a call that is not over when cancelAndWait returns`() throws {
    let breach = "C6: observer 1 ran after cancelAndWait"
    expect(
      try breaches([direct, apart], one + send("a1") + "2 called 1 a1\n1 waits 1\n4 waited 1\n2 returned 1"),
      equals: [breach]
    )
    expect(
      try breaches([direct, apart], one + send("a1") + "1 waits 1\n4 waited 1\n" + call(1, "a1")), equals: [breach])
    expect(
      try breaches([direct, apart], one + send("a1") + "2 called 1 a1\n1 waits 1\n2 returned 1\n4 waited 1"), equals: []
    )
  }

  @Test func `a cancellation that never returns`() throws {
    expect(try breaches([direct, apart], one + "2 cancels 1"), equals: ["C6: cancelling observer 1 never returned"])
  }
}
