/// The options of the command line.
struct Options {
  var effort = Effort()
  var rows = Row.all
  var isMarkdown = false
  var showsHelp = false
  /// The row to run in this process, if one is given.
  var row: String?

  struct Misuse: Error {
    let sentence: String
  }

  static let help = """
    Endurance [--short | --deep] [--soak SECONDS] [--depth N] [--only NAME,…] [--markdown]

    Runs the library under heavy loads and faults. Prints a row for each, and exits with 1 if an event was lost, repeated
    or out of order, or if memory grew beyond its limit. Build it with -c release.

    --short     smaller loads, and a soak of 5 seconds
    --deep      the default loads, and a soak of 10 minutes
    --soak N    a soak of N seconds
    --depth N   graphs of N operators, to find the limit
    --only      only the rows whose names begin with one of these
    --markdown  prints the table in Markdown
    --row NAME  runs one row in this process, and prints its outcome as JSON

    Rows: \(Row.all.map { $0.name }.joined(separator: ", "))
    """

  init(_ arguments: some Sequence<String>) throws {
    var rest = Array(arguments)[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--short": effort = .short
      case "--deep": effort.soakSeconds = 600
      case "--soak":
        guard let seconds = rest.popFirst().flatMap(Int.init), seconds > 0 else {
          throw Misuse(sentence: "--soak needs a number of seconds.")
        }
        effort.soakSeconds = seconds
      case "--depth":
        guard let depth = rest.popFirst().flatMap(Int.init), depth > 0 else {
          throw Misuse(sentence: "--depth needs a number of operators.")
        }
        effort.depth = depth
      case "--only":
        let names = rest.popFirst().map { $0.split(separator: ",") } ?? []
        rows = Row.all.filter { row in names.contains { row.name.hasPrefix($0) } }
        if rows.isEmpty { throw Misuse(sentence: "--only needs names of rows: see --help.") }
      case "--markdown": isMarkdown = true
      case "--row": row = rest.popFirst()
      case "--help": showsHelp = true
      default: throw Misuse(sentence: "Unknown option \(argument): see --help.")
      }
    }
  }

  static func row(named name: String) throws -> Row {
    guard let row = Row.all.first(where: { $0.name == name }) else {
      throw Misuse(sentence: "Unknown row \(name): see --help.")
    }
    return row
  }
}
