/// The arguments of the command line.
struct BoardArguments: Equatable, Sendable {
  /// The seed of the random prices.
  var seed: UInt64?
  /// The path of the script with the commands.
  var script: String?
  var asksForHelp = false

  static let usage = """
    swift run TickerBoard [--seed N] [--script FILE]
    On a terminal, the program shows a live board. With a script, or without a terminal, it runs commands in virtual
    time: try `echo help | swift run TickerBoard`. The same seed gives the same prices.
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
      default: throw BoardArgumentError(description: "Unknown argument: \(word)")
      }
    }
  }
}

struct BoardArgumentError: Error, Equatable, CustomStringConvertible {
  let description: String
}
