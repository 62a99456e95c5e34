// Draws what each operator does in the course of time: `swift run Marbles`. The pictures are in Documentation/Marbles.
//
// Where to look first: Gallery has the operators, Running what notes what they do, Drawing what makes pictures of that.

import Foundation

@main
struct Marbles {
  static func main() {
    do {
      let arguments = try Arguments(CommandLine.arguments.dropFirst())
      if arguments.asksForHelp { return print(Arguments.usage) }
      let files = Files()
      // The reference's catalog has to have files of its own: those of other folders are not found from there.
      let places =
        arguments.folder.map { [($0, files)] }
        ?? [("Documentation/Marbles", files), ("Sources/Signals/Signals.docc/Marbles", files.pictures)]
      var areFresh = true
      for (folder, files) in places {
        let place = URL(filePath: folder, directoryHint: .isDirectory)
        let differences = files.differences(in: place)
        if !arguments.onlyChecks { try files.write(to: place) }
        for name in differences { print("\(arguments.onlyChecks ? "differs" : "drawn anew"): \(folder)/\(name)") }
        if differences.isEmpty { print("\(folder) is as the operators draw it.") }
        areFresh = areFresh && differences.isEmpty
      }
      if arguments.onlyChecks, !areFresh {
        print("`swift run Marbles` draws them anew.")
        exit(1)
      }
    } catch {
      FileHandle.standardError.write(Data("\(error)\n\(Arguments.usage)\n".utf8))
      exit(EX_USAGE)
    }
  }
}
