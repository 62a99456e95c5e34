/// A diagram to be: which operators it shows, how they are called, and the run in which they are.
struct Drawing: Sendable {
  /// What the file is called, without its ending.
  let name: String
  /// The operators that it stands for, as the list of all operators names them.
  let operators: [String]
  /// The call, as it stands in `body`; a test looks whether it does.
  let call: String
  let hint: String?
  private let length: Int
  private let together: Set<Int>
  private let showsTurns: Bool
  private let body: @Sendable (Run) -> Void
  /// Where it is written.
  let file: String
  let line: Int

  /// - Parameters:
  ///   - hint: a sentence that stands below the picture.
  ///   - length: how many seconds are drawn.
  ///   - together: the seconds in which all inputs send in one turn.
  ///   - showsTurns: whether what came in one turn is framed together.
  init(
    _ name: String, of operators: String..., showing call: String, hint: String? = nil, length: Int = 10,
    together: Set<Int> = [], showsTurns: Bool = false, file: StaticString = #filePath, line: Int = #line,
    _ body: @escaping @Sendable (Run) -> Void
  ) {
    self.name = name
    self.operators = operators
    self.call = call
    self.hint = hint
    self.length = length
    self.together = together
    self.showsTurns = showsTurns
    self.body = body
    self.file = "\(file)"
    self.line = line
  }

  /// Runs the operator.
  func diagram() -> Diagram {
    let run = Run(length: length, together: together)
    body(run)
    return run.diagram(
      titled: operators.joined(separator: ", "), call: call, hint: hint, showingTurns: showsTurns || !together.isEmpty)
  }
}

/// Operators that aren't drawn, and why.
struct Undrawn: Sendable {
  let operators: [String]
  let reason: String

  init(_ operators: String..., because reason: String) {
    self.operators = operators
    self.reason = reason
  }
}
