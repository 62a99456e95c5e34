import Foundation

// A type instead of top-level code: top-level code is isolated to the main actor, and its handlers would run on the
// main queue.
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
      warn("Can't run the rows: \(error.localizedDescription)")
      exit(2)
    }
  }

  /// Runs each row in a process of its own, which isolates its peak memory and its crashes.
  ///
  /// Returns whether all rows passed.
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

  /// Runs one row in this child process, and prints its outcome.
  private static func runHere(_ name: String, _ effort: Effort) throws {
    let row = try Options.row(named: name)
    var report = Report()
    let start = Date()
    row.run(&report, effort)
    let outcome = Outcome(report, seconds: Date().timeIntervalSince(start), peak: Memory.peak)
    show(String(decoding: try JSONEncoder().encode(outcome), as: UTF8.self))
  }

  /// Prints without buffering, even into a pipe, since a run takes minutes.
  private static func show(_ text: String) {
    print(text)
    fflush(nil)
  }

  private static func warn(_ sentence: String) { FileHandle.standardError.write(Data((sentence + "\n").utf8)) }
}
