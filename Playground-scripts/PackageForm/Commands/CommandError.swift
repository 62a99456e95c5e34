/// Why a line is no command, and what would be one.
enum CommandError: Error, Equatable {
  case unknownCommand(String)
  case unknownField(String, possible: [String])
  case missingField(after: String, possible: [String])
  case missing(String, in: String)
  case tooMuch(String, after: String)
}

extension CommandError: CustomStringConvertible {
  var description: String {
    switch self {
    case .unknownCommand(let name):
      "there is no command \(name); possible are: \(Self.list(Command.usage.map(\.form)))"
    case .unknownField(let name, let possible):
      "there is no field \(name); possible are: \(Self.list(possible))"
    case .missingField(let command, let possible):
      "a field is missing after \(command); possible are: \(Self.list(possible))"
    case .missing(let part, let form):
      "the \(part) is missing; it would be: \(form)"
    case .tooMuch(let rest, let command):
      "\(command) takes nothing more, so what is meant by \(rest)?"
    }
  }

  private static func list(_ words: [String]) -> String { words.joined(separator: ", ") }
}
