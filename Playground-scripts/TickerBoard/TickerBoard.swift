// A live board of stock prices: `swift run TickerBoard`, or, from a script,
// `swift run TickerBoard --script Playground-scripts/TickerBoard/Script.txt`.
//
// Begin reading with Board/BoardViewModel.swift, which has the join and the bindings, and Market/Market.swift, which
// has the sources.

import Dispatch
import Foundation
import SignalsKVO
import SignalsTesting
import TerminalPrograms

@main
@MainActor
struct TickerBoard {
  static func main() async {
    do {
      let arguments = try BoardArguments(CommandLine.arguments.dropFirst())
      if arguments.asksForHelp { return print(BoardArguments.usage) }
      SignalGraph.isRecording = true
      if arguments.script == nil, let terminal = Terminal() {
        await show(on: terminal, seed: arguments.seed ?? .random(in: 0..<1_000_000))
      } else {
        try await runScript(arguments.script, seed: arguments.seed ?? 1)
      }
    } catch {
      FileHandle.standardError.write(Data("\(error)\n\(BoardArguments.usage)\n".utf8))
      exit(EX_USAGE)
    }
  }

  private static func show(on terminal: Terminal, seed: UInt64) async {
    let market = Market(seed: seed, on: DispatchQueue.main)
    let viewModel = BoardViewModel(of: market, settings: BoardSettings(), on: DispatchQueue.main)
    let view = BoardView(for: viewModel, size: terminal.size)
    let reason = await TerminalSession(view, on: terminal).run()
    market.close()
    if let reason { takeDefaultAction(of: reason) }
  }

  private static func runScript(_ path: String?, seed: UInt64) async throws {
    let clock = VirtualScheduler()
    let market = Market(seed: seed, on: clock)
    let viewModel = BoardViewModel(of: market, settings: BoardSettings(), on: clock)
    let view = BoardView(for: viewModel, size: Frame.Size(columns: 100, rows: 30))
    let script = BoardScript(view: view, clock: clock) { line in
      print(line)
      // Flushed after each line, for an interactive process at the other end of a pipe.
      fflush(nil)
    }
    for try await line in commands(path).values where !script.run(line) { break }
    market.close()
  }

  private static func commands(_ path: String?) -> Signal<String> {
    guard let path else { return .standardInputLines }
    return .lines(of: open(path, O_RDONLY))
  }
}
