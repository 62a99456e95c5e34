/// A planned diagram: its operators, their call, and a run that contains the call.
struct Drawing: Sendable {
  /// The name of the file, without its extension.
  let name: String
  /// The drawn operators, named as in the list of all operators.
  let operators: [String]
  /// The call. A test checks that `body` contains it.
  let call: String
  let hint: String?
  private let length: Int
  private let together: Set<Int>
  private let showsTurns: Bool
  private let body: @Sendable (Run) -> Void
  /// The location of this drawing in the source code.
  let file: String
  let line: Int

  /// - Parameters:
  ///   - hint: the caption below the picture.
  ///   - length: the number of drawn seconds.
  ///   - together: the seconds in which all inputs send in one turn.
  ///   - showsTurns: whether a frame surrounds the events of one turn.
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

/// Operators without a diagram, and the reason.
struct Undrawn: Sendable {
  let operators: [String]
  let reason: String

  init(_ operators: String..., because reason: String) {
    self.operators = operators
    self.reason = reason
  }
}
