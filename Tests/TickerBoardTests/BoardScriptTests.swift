import SignalsTesting
import TerminalPrograms
import Testing

@testable import TickerBoard

@Suite("A board without a terminal") @MainActor struct BoardScriptTests {
  private func said(_ lines: String...) -> [String] {
    let desk = Desk()
    let log = Said()
    let script = BoardScript(view: desk.view, clock: desk.clock) { log.lines.append($0) }
    for line in lines where !script.run(line) {
      log.lines.append("over")
      break
    }
    return log.lines
  }

  private final class Said { var lines: [String] = [] }

  @Test func `comments and blanks are nothing, and commands are repeated`() {
    #expect(said("# no", "", "wait 1", "press p") == ["> wait 1", "> press p"])
  }

  @Test func `leaving ends it, by command or by key`() {
    #expect(said("quit", "show") == ["> quit", "over"])
    #expect(said("press q", "show") == ["> press q", "over"])
  }

  @Test func `what can't be is told`() {
    #expect(
      said("wait x", "wait -1", "jump").filter { !$0.hasPrefix(">") } == [
        "x is no time to wait.", "-1 is no time to wait.", "There is no command jump. Try help.",
      ])
  }

  @Test func `the arguments say where from, and what by`() throws {
    let arguments = try BoardArguments(["--seed", "3", "--script", "a.txt"])
    #expect(arguments.seed == 3)
    #expect(arguments.script == "a.txt")
    #expect(throws: BoardArgumentError.self) { try BoardArguments(["--seed"]) }
    #expect(throws: BoardArgumentError.self) { try BoardArguments(["--seed", "x"]) }
    #expect(throws: BoardArgumentError.self) { try BoardArguments(["--script"]) }
    #expect(throws: BoardArgumentError.self) { try BoardArguments(["--scrip"]) }
  }
}
