/// A command, parsed from a line of a script.
enum Command: Equatable, Sendable {
  case set(Field, String)
  case model(ModelField, String)
  case add
  case swap
  case focus(Field)
  case leave
  case show
  case help
  case quit

  /// Parses a line. Returns nil for an empty line or a comment.
  init?(_ line: String) throws(CommandError) {
    let (name, rest) = Self.split(line[...])
    guard !name.isEmpty, !name.hasPrefix("#") else { return nil }
    switch name {
    case "set":
      let (field, text) = try Self.fieldAndText(rest, of: name, as: Field.self)
      self = .set(field, text)
    case "model":
      let (field, text) = try Self.fieldAndText(rest, of: name, as: ModelField.self)
      self = .model(field, text)
    case "focus":
      let (word, more) = Self.split(rest)
      self = .focus(try Self.field(word, of: name))
      try Self.expectNothing(more, after: name)
    default:
      guard let command = Self.words[String(name)] else { throw .unknownCommand(String(name)) }
      try Self.expectNothing(rest, after: name)
      self = command
    }
  }

  private static let words: [String: Command] = [
    "add": .add, "swap": .swap, "leave": .leave, "show": .show, "help": .help, "quit": .quit,
  ]

  /// All commands, each with its purpose.
  static let usage: [(form: String, purpose: String)] = [
    ("set FIELD TEXT", "types TEXT into the form; \"\" is an empty text"),
    ("model FIELD TEXT", "sets the model itself, so that the form follows"),
    ("add", "presses the button that adds an item"),
    ("swap", "presses the button that replaces the recipient"),
    ("focus FIELD", "begins an edit session of a field: changes of the model wait"),
    ("leave", "ends the edit session: the last write wins"),
    ("show", "prints the form and the model"),
    ("help", "prints this"),
    ("quit", "ends the script"),
  ]
}

// MARK: - Words

extension Command {
  /// The first word and the rest of the text, both trimmed.
  private static func split(_ text: Substring) -> (word: Substring, rest: Substring) {
    let text = trimmed(text)
    let word = text.prefix { !$0.isWhitespace }
    return (word, trimmed(text.dropFirst(word.count)))
  }

  private static func trimmed(_ text: Substring) -> Substring {
    var text = text.drop(while: \.isWhitespace)
    while text.last?.isWhitespace == true { text.removeLast() }
    return text
  }

  private static func fieldAndText<Name: FieldName>(
    _ rest: Substring, of command: Substring, as: Name.Type
  ) throws(CommandError) -> (Name, String) {
    let (word, text) = split(rest)
    let field: Name = try field(word, of: command)
    guard !text.isEmpty else { throw .missing("text", in: "\(command) \(field.rawValue) TEXT") }
    return (field, text == "\"\"" ? "" : String(text))
  }

  private static func field<Name: FieldName>(_ word: Substring, of command: Substring) throws(CommandError) -> Name {
    let possible = Name.allCases.map(\.rawValue)
    guard !word.isEmpty else { throw .missingField(after: String(command), possible: possible) }
    guard let field = Name(rawValue: String(word)) else { throw .unknownField(String(word), possible: possible) }
    return field
  }

  private static func expectNothing(_ rest: Substring, after command: Substring) throws(CommandError) {
    guard rest.isEmpty else { throw .tooMuch(String(rest), after: String(command)) }
  }
}

/// A kind of field that commands can name.
protocol FieldName: CaseIterable, RawRepresentable<String> {}

extension Field: FieldName {}
extension ModelField: FieldName {}
