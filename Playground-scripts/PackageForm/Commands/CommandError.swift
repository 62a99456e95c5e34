/// A syntax error in a command, with the valid alternatives.
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
      "unknown command: \(name); commands: \(Self.list(Command.usage.map(\.form)))"
    case .unknownField(let name, let possible):
      "unknown field: \(name); fields: \(Self.list(possible))"
    case .missingField(let command, let possible):
      "a field is missing after \(command); fields: \(Self.list(possible))"
    case .missing(let part, let form):
      "the \(part) is missing; usage: \(form)"
    case .tooMuch(let rest, let command):
      "unexpected text after \(command): \(rest)"
    }
  }

  private static func list(_ words: [String]) -> String { words.joined(separator: ", ") }
}
