import Testing

@testable import PackageForm

private let fieldNames = "recipient.firstName, recipient.lastName, street, sender.firstName, sender.lastName"

@Suite("Commands of a script")
struct CommandTests {
  @Test(
    "each line is parsed as its command",
    arguments: [
      ("set recipient.firstName Ada", .set(.recipientFirstName, "Ada")),
      ("  set   street  12  St James's Square ", .set(.street, "12  St James's Square")),
      ("set street \"\"", .set(.street, "")),
      ("model recipient.address.city Paris", .model(.city, "Paris")),
      ("add", .add), ("swap ", .swap), ("focus street", .focus(.street)), ("leave", .leave), ("show", .show),
      ("help", .help), ("quit", .quit), ("", nil), ("  \t", nil), ("# set", nil), ("#set", nil),
    ] as [(String, Command?)])
  func commands(line: String, command: Command?) throws { #expect(try Command(line) == command) }

  @Test("every field can be named", arguments: Field.allCases)
  func fields(field: Field) throws {
    #expect(try Command("set \(field.rawValue) x") == .set(field, "x"))
    #expect(try Command("focus \(field.rawValue)") == .focus(field))
  }

  @Test("every property of the model can be named", arguments: ModelField.allCases)
  func modelFields(field: ModelField) throws {
    #expect(try Command("model \(field.rawValue) x") == .model(field, "x"))
  }

  @Test(
    "an error names the mistake and the possibilities",
    arguments: [
      (
        "fly",
        "unknown command: fly; commands: set FIELD TEXT, model FIELD TEXT, add, swap, focus FIELD, leave, show, "
          + "help, quit"
      ),
      ("set age 3", "unknown field: age; fields: \(fieldNames)"),
      ("set", "a field is missing after set; fields: \(fieldNames)"),
      ("focus", "a field is missing after focus; fields: \(fieldNames)"),
      ("set street", "the text is missing; usage: set street TEXT"),
      ("model sender.lastName", "the text is missing; usage: model sender.lastName TEXT"),
      ("add 3", "unexpected text after add: 3"),
      ("focus street now", "unexpected text after focus: now"),
    ])
  func errors(line: String, message: String) {
    let error = #expect(throws: CommandError.self) { try Command(line) }
    #expect(error?.description == message)
  }
}
