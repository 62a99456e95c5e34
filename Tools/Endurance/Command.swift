import Foundation

// Not the top level of a main file, which belongs to the main actor: the handlers that are written there would be
// called by way of its queue.
@main
enum Command {
  static func main() {
    do {
      let options = try Options(CommandLine.arguments.dropFirst())
      if options.showsHelp { return print(Options.help) }
      if let name = options.row { return try runHere(name, options.effort) }
      exit(try runAll(options) ? 0 : 1)
    } catch let misuse as Options.Misuse {
      warn(misuse.sentence)
      exit(2)
    } catch {
      warn("The rows can't be run: \(error.localizedDescription)")
      exit(2)
    }
  }

  /// Runs each row in a process of its own, so that its peak of memory is its own, and a crash is that row's.
  ///
  /// Returns whether everything held.
  private static func runAll(_ options: Options) throws -> Bool {
    let table = Table(isMarkdown: options.isMarkdown)
    var holds = true
    show(table.header)
    for row in options.rows {
      let outcome = try Child.outcome(of: row, options)
      show(table.line(row, outcome))
      if !outcome.holds { holds = false }
    }
    return holds
  }

  /// What the child does: runs one row, and says how it went.
  private static func runHere(_ name: String, _ effort: Effort) throws {
    let row = try Options.row(named: name)
    var report = Report()
    let start = Date()
    row.run(&report, effort)
    let outcome = Outcome(report, seconds: Date().timeIntervalSince(start), peak: Memory.peak)
    show(String(decoding: try JSONEncoder().encode(outcome), as: UTF8.self))
  }

  /// Prints at once, also into a pipe: a run takes minutes, and the lines are read as they come.
  private static func show(_ text: String) {
    print(text)
    fflush(nil)
  }

  private static func warn(_ sentence: String) { FileHandle.standardError.write(Data((sentence + "\n").utf8)) }
}
