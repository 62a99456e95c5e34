/// The options of the command line.
struct Options {
  var scenarios = Scenario.all
  var printsJSON = false
  var plotFile: String?
  var showsHelp = false

  /// An invalid command line, with the reason.
  struct Misuse: Error {
    let sentence: String
  }

  init(_ arguments: some Sequence<String>) throws(Misuse) {
    var arguments = arguments.makeIterator()
    while let argument = arguments.next() {
      switch argument {
      case "--help", "-h": showsHelp = true
      case "--json": printsJSON = true
      case "--only":
        guard let names = arguments.next() else {
          throw Misuse(sentence: "--only needs the scenarios to measure, such as S1,S3.")
        }
        scenarios = try Options.scenarios(named: names)
      case "--plot":
        guard let file = arguments.next(), !file.isEmpty, !file.hasPrefix("--") else {
          throw Misuse(sentence: "--plot needs the name of the file to draw into, such as growth.svg.")
        }
        plotFile = file
      default: throw Misuse(sentence: "Unknown option \(argument): see --help.")
      }
    }
    if plotFile != nil, !scenarios.contains(where: \.hasGrowth) {
      let names = Scenario.all.filter(\.hasGrowth).map(\.id).joined(separator: ", ")
      throw Misuse(sentence: "--plot has nothing to draw: measure at least one of \(names).")
    }
  }

  private static func scenarios(named names: String) throws(Misuse) -> [Scenario] {
    let names = names.split(separator: ",", omittingEmptySubsequences: false).map { name in
      String(name.drop { $0 == " " })
    }
    for name in names where !Scenario.all.contains(where: { $0.id == name }) {
      let known = Scenario.all.map(\.id).joined(separator: ", ")
      throw Misuse(sentence: "Unknown scenario \"\(name)\". The scenarios are \(known).")
    }
    return Scenario.all.filter { names.contains($0.id) }
  }

  static let help = """
    Measures the library against hand-written baselines in the same run.

    usage: swift run -c release Benchmarks [--only S1,S3] [--json] [--plot FILE.svg]

      --only S1,S3     measures these scenarios only
      --json           prints one array of rows instead of the table
      --plot FILE.svg  draws how the cost grows with the number of observers and subscriptions
      --help           prints this

    scenarios:
    \(Scenario.all.map { "  " + $0.id.paddedRight(to: Scenario.idWidth) + $0.title }.joined(separator: "\n"))
    """
}
