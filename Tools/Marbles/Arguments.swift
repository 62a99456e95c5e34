/// The arguments of the command line.
struct Arguments: Equatable, Sendable {
  /// The output folder, if one is given.
  var folder: String?
  var onlyChecks = false
  var asksForHelp = false

  static let usage = """
    swift run Marbles [--check] [FOLDER]
    Runs every operator in virtual time, and draws its events. Writes to Documentation/Marbles, and the pictures also to
    Sources/Signals/Signals.docc/Marbles for the reference. If a folder is given, writes only to that folder.
    --check writes nothing, and lists the files that are out of date.
    """

  init(_ words: some Sequence<String>) throws(ArgumentError) {
    for word in words {
      switch word {
      case "--check": onlyChecks = true
      case "--help", "-h": asksForHelp = true
      case _ where word.hasPrefix("-"): throw ArgumentError(description: "Unknown argument: \(word)")
      case _ where folder != nil: throw ArgumentError(description: "More than one folder: \(word)")
      default: folder = word
      }
    }
  }
}

struct ArgumentError: Error, Equatable, CustomStringConvertible {
  let description: String
}
