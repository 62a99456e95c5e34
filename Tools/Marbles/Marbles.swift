// Draws a marble diagram of each operator: `swift run Marbles`. The pictures are in Documentation/Marbles.
//
// Gallery has the operators, Running records their events, and Drawing draws them.

import Foundation

@main
struct Marbles {
  static func main() {
    do {
      let arguments = try Arguments(CommandLine.arguments.dropFirst())
      if arguments.asksForHelp { return print(Arguments.usage) }
      let files = Files()
      // A DocC catalog can't refer to files outside of it, so the reference has its own copies.
      let places =
        arguments.folder.map { [($0, files)] }
        ?? [("Documentation/Marbles", files), ("Sources/Signals/Signals.docc/Marbles", files.pictures)]
      var areFresh = true
      for (folder, files) in places {
        let place = URL(filePath: folder, directoryHint: .isDirectory)
        let differences = files.differences(in: place)
        if !arguments.onlyChecks { try files.write(to: place) }
        for name in differences { print("\(arguments.onlyChecks ? "out of date" : "drawn"): \(folder)/\(name)") }
        if differences.isEmpty { print("\(folder) is up to date.") }
        areFresh = areFresh && differences.isEmpty
      }
      if arguments.onlyChecks, !areFresh {
        print("Run `swift run Marbles` to draw them.")
        exit(1)
      }
    } catch {
      FileHandle.standardError.write(Data("\(error)\n\(Arguments.usage)\n".utf8))
      exit(EX_USAGE)
    }
  }
}
