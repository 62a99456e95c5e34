import Signals
import SignalsTesting
import Testing

/// The examples of the documentation, run.
@Suite("Snippets for testing") struct SnippetTests {
  private let clock = VirtualScheduler()

  @Test func `virtual time`() {
    let query = SignalInput<String>()
    let recorder = Recorder(query.signal.debounce(for: .milliseconds(300), on: clock))
    query.send("a")
    clock.advance(by: .milliseconds(299))
    #expect(recorder.history == [])
    clock.advance(by: .milliseconds(1))
    #expect(recorder.history == ["a"])
    #expect(clock.pending == 0)
  }

  @Test func `timelines in and out`() throws {
    let source = Signal<String>.timeline("ab---c|", on: clock)
    let quiet = source.debounce(for: .seconds(2), on: clock)
    try timeline(of: quiet, on: clock).expect("---b--(c|)")
  }

  @Test func `a source that knows when it was subscribed to`() {
    let source = TimelineSource<String>("-a--b--c|", on: clock)
    let recorder = Recorder(source.signal.prefix(2), on: clock)
    clock.run()
    #expect(recorder.timeline == "-a--(b|)")
    #expect(source.subscriptions == ["^---!"])
  }

  @Test func `a group is one turn, also for a join`() {
    let letters = Signal<String>.timeline("-(ab)-(cd|)", on: clock, begins: .whenMade)
    let joined = combineLatest(letters, letters.map { $0.uppercased() }).map { $0 + $1 }
    let recorder = Recorder(joined)
    clock.run()
    #expect(recorder.history == ["bB", "dD", "|"])
  }

  @Test(arguments: [OperatorUnderTest("evenOnly") { $0.evenOnly($1) }], OperatorLaw.allCases)
  func `operators keep the laws`(_ subject: OperatorUnderTest, _ law: OperatorLaw) {
    #expect(law.check(subject) == nil)
  }
}

extension Signal<Int> {
  fileprivate func evenOnly(_ probe: Probe) -> Signal {
    filter { value in
      try probe()
      return value.isMultiple(of: 2)
    }
  }
}
