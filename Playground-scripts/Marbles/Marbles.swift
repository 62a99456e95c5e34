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
      let folder = URL(filePath: arguments.folder, directoryHint: .isDirectory)
      let differences = files.differences(in: folder)
      if !arguments.onlyChecks { try files.write(to: folder) }
      for name in differences { print(arguments.onlyChecks ? "differs: \(name)" : "drawn anew: \(name)") }
      if differences.isEmpty { print("\(arguments.folder) is as the operators draw it.") }
      if arguments.onlyChecks, !differences.isEmpty {
        print("`swift run Marbles` draws them anew.")
        exit(1)
      }
    } catch {
      FileHandle.standardError.write(Data("\(error)\n\(Arguments.usage)\n".utf8))
      exit(EX_USAGE)
    }
  }
}
