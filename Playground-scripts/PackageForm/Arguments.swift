/// The arguments of the command line.
struct Arguments: Equatable, Sendable {
  /// The seed of the random items.
  var seed: UInt64?
  var asksForHelp = false

  static let usage = """
    swift run PackageForm [--seed N]
    On a terminal, the program shows a form. Otherwise it reads commands from the standard input, one per line: try
    `echo help | swift run PackageForm`. The same seed gives the same items.
    """

  init(_ words: some Sequence<String>) throws(ArgumentError) {
    var words = words.makeIterator()
    while let word = words.next() {
      switch word {
      case "--help", "-h": asksForHelp = true
      case "--seed":
        guard let text = words.next() else { throw ArgumentError("--seed needs a number.") }
        guard let number = UInt64(text) else { throw ArgumentError("--seed needs a number: \(text) isn't one.") }
        seed = number
      default: throw ArgumentError("Unknown argument: \(word)")
      }
    }
  }
}

struct ArgumentError: Error, Equatable, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
