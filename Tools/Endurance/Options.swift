/// What the command line asks for.
struct Options {
  var effort = Effort()
  var rows = Row.all
  var isMarkdown = false
  var showsHelp = false
  /// The one row that this process runs itself.
  var row: String?

  struct Misuse: Error {
    let sentence: String
  }

  static let help = """
    Endurance [--short | --deep] [--soak SECONDS] [--depth N] [--only NAME,…] [--markdown]

    Tries what the library bears: loads, and faults. Prints a row for each, and exits with 1 if anything was lost, came
    twice or out of order, or if memory grew where it must not. Build it with -c release.

    --short     smaller loads, and a soak of 5 seconds
    --deep      the same loads as without it, and a soak of 10 minutes
    --soak N    a soak of so many seconds
    --depth N   graphs so deep, to see how far it goes
    --only      the rows whose names begin with one of these
    --markdown  the table in Markdown
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
          throw Misuse(sentence: "--soak wants a number of seconds.")
        }
        effort.soakSeconds = seconds
      case "--depth":
        guard let depth = rest.popFirst().flatMap(Int.init), depth > 0 else {
          throw Misuse(sentence: "--depth wants a number of operators.")
        }
        effort.depth = depth
      case "--only":
        let names = rest.popFirst().map { $0.split(separator: ",") } ?? []
        rows = Row.all.filter { row in names.contains { row.name.hasPrefix($0) } }
        if rows.isEmpty { throw Misuse(sentence: "--only wants names of rows: see --help.") }
      case "--markdown": isMarkdown = true
      case "--row": row = rest.popFirst()
      case "--help": showsHelp = true
      default: throw Misuse(sentence: "\(argument) means nothing here: see --help.")
      }
    }
  }

  static func row(named name: String) throws -> Row {
    guard let row = Row.all.first(where: { $0.name == name }) else {
      throw Misuse(sentence: "There is no row \(name): see --help.")
    }
    return row
  }
}
