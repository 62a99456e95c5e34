/// What stands on the command line.
struct Arguments: Equatable, Sendable {
  /// Where to, if it is said.
  var folder: String?
  var onlyChecks = false
  var asksForHelp = false

  static let usage = """
    swift run Marbles [--check] [FOLDER]
    Runs every operator in virtual time, and draws what it did: into Documentation/Marbles, and for the reference's pages
    into Sources/Signals/Signals.docc/Marbles, or into the folder that is named.
    With --check nothing is written, but what isn't as it would be drawn now is listed.
    """

  init(_ words: some Sequence<String>) throws(ArgumentError) {
    for word in words {
      switch word {
      case "--check": onlyChecks = true
      case "--help", "-h": asksForHelp = true
      case _ where word.hasPrefix("-"): throw ArgumentError(description: "There is no argument \(word).")
      case _ where folder != nil: throw ArgumentError(description: "One folder is enough, and \(word) is another.")
      default: folder = word
      }
    }
  }
}

struct ArgumentError: Error, Equatable, CustomStringConvertible {
  let description: String
}
