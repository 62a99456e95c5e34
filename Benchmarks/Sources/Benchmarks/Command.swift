import Foundation

// Not the top level of a main file, which belongs to the main actor: the handlers that are written there would be
// called by way of its queue.
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
      exit("The drawing could not be written: \(error.localizedDescription)", status: 1)
    }
  }

  private static func run(_ options: Options) throws {
    #if DEBUG
      warn("This was built without optimisation, so the figures say little: use swift run -c release.")
    #endif
    if let file = options.plotFile {
      let folder = URL(fileURLWithPath: file).deletingLastPathComponent().path
      guard FileManager.default.isWritableFile(atPath: folder) else {
        throw Options.Misuse(sentence: "--plot can't write \(file): its folder is missing, or read-only.")
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
    if !far.isEmpty { exit("Too far from their targets for noise: \(far.joined(separator: ", "))", status: 1) }
  }

  /// Prints at once, also into a pipe: a run takes a minute, and the lines are read as they come.
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
