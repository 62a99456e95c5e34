import Signals
import SignalsTesting
import TestSupport
import Testing

/// The laws themselves: each finds the operators that break it, and accepts all others.
@Suite("The laws find the violations that they are for") struct LawTests {
  @Test(arguments: BrokenOperator.all)
  func `a broken operator is found by the law that it breaks, and by no other`(_ broken: BrokenOperator) async {
    let found = Set(await onOwnThread { OperatorLaws.check(broken.subject) }.map(\.law))
    #expect(found.subtracting(broken.mayBreak) == broken.breaks.subtracting(broken.mayBreak))
  }

  @Test func `each law has an operator that breaks it`() {
    #expect(BrokenOperator.all.reduce(into: []) { $0.formUnion($1.breaks) } == Set(OperatorLaw.allCases))
  }

  @Test func `a good operator breaks none`() {
    let good = OperatorUnderTest("every other, twice") { signal, probe in
      signal.scan(0) { last, value in
        try probe()
        return last + value
      }.filter { $0.isMultiple(of: 2) }.map { [$0, $0] }
    }
    #expect(OperatorLaws.check(good) == [])
  }

  @Test func `one that shares its state may say so`() {
    let counter = { @Sendable (signal: Signal<Int>, probe: Probe) -> Signal<Int> in
      let count = Guarded(0)
      return signal.map { _ in
        count.change { count in
          count += 1
          return count
        }
      }
    }
    #expect(OperatorLaw.ownState.check(OperatorUnderTest("a counter", counter)) != nil)
    #expect(OperatorLaw.ownState.check(OperatorUnderTest("a counter", sharesItsState: true, counter)) == nil)
  }

  @Test func `one that has an answer to errors may say so`() async {
    let brave = { @Sendable (signal: Signal<Int>, probe: Probe) -> Signal<Int> in
      signal.map { value in
        try? probe()
        return value
      }
    }
    let checked = await onOwnThread {
      [false, true].map { OperatorLaw.errors.check(OperatorUnderTest("brave", handlesErrors: $0, brave)) }
    }
    #expect(checked[0] != nil)
    #expect(checked[1] == nil)
  }

  @Test func `a violation prints the law, the operator, and the expected above the actual`() {
    let echo = OperatorUnderTest("echo") { signal, _ in
      signal.stage(
        0, { _, value, downstream in try downstream.pass(value) },
        atEnd: { _, end, downstream in
          downstream.end(end)
          downstream.deliver(99)
        })
    }
    #expect(
      OperatorLaw.silenceAfterTheEnd.check(echo).map { "\($0)" } == """
        echo breaks the law that nothing follows the end (the input finishes, values sent: 0):
        expected  |
        actual    | 99
        """)
  }

  @Test func `a violation names the objects that are still held`() {
    let timers = OperatorUnderTest("timers") { signal, probe in
      signal.stage(0) { _, value, downstream in
        _ = probe.scheduler.schedule(after: .seconds(3_600)) {}
        try downstream.pass(value)
      }
    }
    #expect(
      OperatorLaw.release.check(timers).map { "\($0)" } == """
        timers breaks the law that everything captured is released (cancelled, values sent: 1):
        expected  nothing held
        actual    held: timers: 1
        """)
  }

  @Test func `a probe performs its script, for trying an operator by hand`() throws {
    let calls = Guarded(0)
    let probe = Probe { calls.change { $0 += 1 } }
    try probe()
    try probe()
    #expect(calls.change { $0 } == 2)
    #expect(probe.scheduler.pending == 0)
    #expect(throws: Failure.self) { try Probe { throw Failure("no") }() }
  }
}
