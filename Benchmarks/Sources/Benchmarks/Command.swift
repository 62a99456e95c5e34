import Foundation

// A type instead of top-level code: top-level code is isolated to the main actor, and its handlers would run on the
// main queue.
@main
enum Command {
  static func main() {
    do {
      let options = try Options(CommandLine.arguments.dropFirst())
      if options.showsHelp { return print(Options.help) }
      try run(options)
    } catch let misuse as Options.Misuse {
      exit(misuse.sentence, status: 2)
    } catch {
      exit("Can't write the drawing: \(error.localizedDescription)", status: 1)
    }
  }

  private static func run(_ options: Options) throws {
    #if DEBUG
      warn("This is a debug build, whose figures are meaningless: use swift run -c release.")
    #endif
    if let file = options.plotFile {
      let folder = URL(fileURLWithPath: file).deletingLastPathComponent().path
      guard FileManager.default.isWritableFile(atPath: folder) else {
        throw Options.Misuse(sentence: "--plot can't write \(file): its folder is missing or read-only.")
      }
    }
    startIdleThread()

    if !options.printsJSON { show(Table.header) }
    var outcomes: [Outcome] = []
    for scenario in options.scenarios {
      let outcome = scenario.measure(scenario)
      outcomes.append(outcome)
      if outcome.rows.isEmpty { warn("\(scenario.id) can't be measured on this platform.") }
      if !options.printsJSON { outcome.rows.forEach { show(Table.lines($0)) } }
    }

    let rows = outcomes.flatMap(\.rows)
    let growths = outcomes.compactMap(\.growth)
    show(options.printsJSON ? JSON.array(rows) : Table.footer(rows, growths))
    if let file = options.plotFile {
      try Plot.drawing(growths).write(toFile: file, atomically: true, encoding: .utf8)
    }
    let far = rows.filter(\.isFarFromMet).map(\.id)
    if !far.isEmpty { exit("Targets missed by more than noise: \(far.joined(separator: ", "))", status: 1) }
  }

  /// Prints without buffering, even into a pipe, since a run takes a minute.
  private static func show(_ text: String) {
    print(text)
    fflush(nil)
  }

  private static func warn(_ sentence: String) {
    FileHandle.standardError.write(Data((sentence + "\n").utf8))
  }

  private static func exit(_ sentence: String, status: Int32) -> Never {
    warn(sentence)
    Foundation.exit(status)
  }
}
