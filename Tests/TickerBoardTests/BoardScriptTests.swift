import SignalsTesting
import TerminalPrograms
import Testing

@testable import TickerBoard

@Suite("Scripts of the board") @MainActor struct BoardScriptTests {
  private func output(_ lines: String...) -> [String] {
    let desk = Desk()
    let log = OutputLog()
    let script = BoardScript(view: desk.view, clock: desk.clock) { log.lines.append($0) }
    for line in lines where !script.run(line) {
      log.lines.append("over")
      break
    }
    return log.lines
  }

  private final class OutputLog { var lines: [String] = [] }

  @Test func `comments and blank lines are ignored, and commands are printed`() {
    #expect(output("# no", "", "wait 1", "press p") == ["> wait 1", "> press p"])
  }

  @Test func `quit ends the script, as a command or as a key`() {
    #expect(output("quit", "show") == ["> quit", "over"])
    #expect(output("press q", "show") == ["> press q", "over"])
  }

  @Test func `an impossible command is reported`() {
    #expect(
      output("wait x", "wait -1", "jump").filter { !$0.hasPrefix(">") } == [
        "Not a time between 0 and 3600 seconds: x", "Not a time between 0 and 3600 seconds: -1",
        "Unknown command: jump. Try help.",
      ])
  }

  @Test func `the arguments name a seed and a script`() throws {
    let arguments = try BoardArguments(["--seed", "3", "--script", "a.txt"])
    #expect(arguments.seed == 3)
    #expect(arguments.script == "a.txt")
    #expect(throws: BoardArgumentError.self) { try BoardArguments(["--seed"]) }
    #expect(throws: BoardArgumentError.self) { try BoardArguments(["--seed", "x"]) }
    #expect(throws: BoardArgumentError.self) { try BoardArguments(["--script"]) }
    #expect(throws: BoardArgumentError.self) { try BoardArguments(["--scrip"]) }
  }
}
