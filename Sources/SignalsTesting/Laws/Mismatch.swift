/// A difference between the expected and the actual history, before it is attributed to a law and an operator.
struct Mismatch {
  let circumstance: String
  let expected: String
  let actual: String

  /// Returns nil if the two are equal.
  init?(_ circumstance: String, expected: String, actual: String) {
    guard expected != actual else { return nil }
    self.circumstance = circumstance
    self.expected = expected
    self.actual = actual
  }

  init?(_ circumstance: String, expected: [String], actual: [String]) {
    self.init(circumstance, expected: Self.text(expected), actual: Self.text(actual))
  }

  /// The history on one line, such as `1 2 |`, shortened after 40 entries.
  private static func text(_ history: [String]) -> String {
    if history.isEmpty { return "nothing" }
    if history.count <= 40 { return history.joined(separator: " ") }
    return history.prefix(40).joined(separator: " ") + " and \(history.count - 40) more"
  }
}
