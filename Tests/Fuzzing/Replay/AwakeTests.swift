import FuzzPrograms
import Testing

/// The laws are looked at: a library that breaks one is reported, with the program as text.
@Suite("Fuzzing: the checks are awake") struct AwakeTests {
  /// Programs in which each of the flaws shows.
  private func program(for flaw: Flaw) -> FuzzProgram {
    switch flaw {
    // An input, a subscription, 1, 2 and the finish, with a cancel where that matters.
    case .deafToCancel: FuzzProgram([0, 0, 0, 6, 0, 0, 0, 9, 1, 12, 0, 9, 2])
    case .tellsTwice, .swallows: FuzzProgram([0, 0, 0, 6, 0, 0, 0, 9, 1])
    case .endsTwice, .keepsHandlers: FuzzProgram([0, 0, 0, 6, 0, 0, 0, 9, 1, 10, 0])
    // Two properties, a binding, and a set of the first.
    case .neverBinds: FuzzProgram([0, 1, 0, 1, 0, 24, 0, 0, 1, 0, 16, 0, 3])
    // An object with 4, an observer, and 5.
    case .overlooksChanges: FuzzProgram([0, 2, 4, 29, 0, 0, 0, 19, 0, 5])
    }
  }

  @Test(arguments: Flaw.allCases)
  func `a flaw is reported by its law`(_ flaw: Flaw) async {
    let report = await onThreadOfItsOwn { program(for: flaw).report(flaw: flaw) ?? "nothing" }
    #expect(report.split(separator: "\n").first.map(String.init) == flaw.law)
  }

  @Test(arguments: Flaw.allCases)
  func `the same program of the library as it is breaks no law`(_ flaw: Flaw) async {
    #expect(await onThreadOfItsOwn { program(for: flaw).report() } == nil)
  }

  @Test func `a report has the program as text`() async {
    let report = await onThreadOfItsOwn { program(for: .swallows).report(flaw: .swallows) }
    #expect(
      report == """
        C4: subscription0 heard [] instead of [1]
        The program:
        signal 0: input0
        subscription0: events of input0, nothing
        send 1 to input0
        ✗ C4: subscription0 heard [] instead of [1]
        release everything
        """)
  }
}
