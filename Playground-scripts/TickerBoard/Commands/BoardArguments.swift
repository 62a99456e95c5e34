/// What stands on the command line.
struct BoardArguments: Equatable, Sendable {
  /// What the prices follow from.
  var seed: UInt64?
  /// Where commands are read from.
  var script: String?
  var asksForHelp = false

  static let usage = """
    swift run TickerBoard [--seed N] [--script FILE]
    On a terminal it is a board that lives; else, or with a script, it obeys commands in virtual time: try
    `echo help | swift run TickerBoard`. With the same seed the same prices come.
    """

  init(_ words: some Sequence<String>) throws(BoardArgumentError) {
    var words = words.makeIterator()
    while let word = words.next() {
      switch word {
      case "--help", "-h": asksForHelp = true
      case "--seed":
        guard let text = words.next(), let number = UInt64(text), number < .max / 2 else {
          throw BoardArgumentError(description: "--seed needs a number.")
        }
        seed = number
      case "--script":
        guard let path = words.next() else { throw BoardArgumentError(description: "--script needs a file.") }
        script = path
      default: throw BoardArgumentError(description: "There is no argument \(word).")
      }
    }
  }
}

struct BoardArgumentError: Error, Equatable, CustomStringConvertible {
  let description: String
}
