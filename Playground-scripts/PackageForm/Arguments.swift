/// What stands on the command line.
struct Arguments: Equatable, Sendable {
  /// From which the items that are added by chance follow.
  var seed: UInt64?
  var asksForHelp = false

  static let usage = """
    swift run PackageForm [--seed N]
    On a terminal it is a form, else it reads commands, one a line: try `echo help | swift run PackageForm`.
    With the same seed the same items are added.
    """

  init(_ words: some Sequence<String>) throws(ArgumentError) {
    var words = words.makeIterator()
    while let word = words.next() {
      switch word {
      case "--help", "-h": asksForHelp = true
      case "--seed":
        guard let text = words.next() else { throw ArgumentError("--seed needs a number.") }
        guard let number = UInt64(text) else { throw ArgumentError("--seed needs a number, and \(text) is none.") }
        seed = number
      default: throw ArgumentError("There is no argument \(word).")
      }
    }
  }
}

struct ArgumentError: Error, Equatable, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
