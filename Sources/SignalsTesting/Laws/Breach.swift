/// What a law found, before it is said whose fault it is.
struct Breach {
  let circumstance: String
  let expected: String
  let actual: String

  /// Nil where what came is what was expected.
  init?(_ circumstance: String, expected: String, actual: String) {
    guard expected != actual else { return nil }
    self.circumstance = circumstance
    self.expected = expected
    self.actual = actual
  }

  init?(_ circumstance: String, expected: [String], actual: [String]) {
    self.init(circumstance, expected: Self.text(expected), actual: Self.text(actual))
  }

  /// A history as one line: `1 2 |`, shortened where nobody would read it.
  private static func text(_ history: [String]) -> String {
    if history.isEmpty { return "nothing" }
    if history.count <= 40 { return history.joined(separator: " ") }
    return history.prefix(40).joined(separator: " ") + " and \(history.count - 40) more"
  }
}
