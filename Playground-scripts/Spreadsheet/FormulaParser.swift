extension Formula {
  init(_ text: String) {
    let text = text.filter { !$0.isWhitespace }
    if text.hasPrefix("=") {
      var parser = FormulaParser(rest: text.dropFirst())
      let formula = parser.sum()
      self = parser.rest.isEmpty ? formula ?? .invalid : .invalid
    } else {
      self = text.isEmpty ? .number(0) : Double(text).map { .number($0) } ?? .invalid
    }
  }
}

/// A recursive-descent parser: a sum consists of products, and a product of operands. Each function consumes its part
/// of the remaining text, and returns nil for a syntax error.
private struct FormulaParser {
  var rest: Substring

  mutating func sum() -> Formula? { chain(of: "+-") { $0.product() } }

  private mutating func product() -> Formula? { chain(of: "*/") { $0.operand() } }

  private mutating func chain(
    of operators: String, _ part: (inout FormulaParser) -> Formula?
  ) -> Formula? {
    var formula = part(&self)
    while let left = formula, let next = rest.first, operators.contains(next),
      let operation = Formula.Operator(rawValue: next)
    {
      rest.removeFirst()
      formula = part(&self).map { .binary(operation, left, $0) }
    }
    return formula
  }

  private mutating func operand() -> Formula? {
    if take("-") { return operand().map { .negative($0) } }
    if take("(") {
      let inner = sum()
      return take(")") ? inner : nil
    }
    if take("SUM(") {
      guard let first = address(), take(":"), let last = address(), take(")") else { return nil }
      return .sum(first, last)
    }
    if let address = address() { return .cell(address) }
    let digits = rest.prefix { $0.isNumber || $0 == "." }
    rest = rest.dropFirst(digits.count)
    return Double(digits).map { .number($0) }
  }

  private mutating func address() -> CellAddress? {
    let letters = rest.prefix { $0.isLetter }
    let digits = rest.dropFirst(letters.count).prefix { $0.isNumber }
    guard let address = CellAddress(letters + digits) else { return nil }
    rest = rest.dropFirst(letters.count + digits.count)
    return address
  }

  private mutating func take(_ text: String) -> Bool {
    guard rest.hasPrefix(text) else { return false }
    rest = rest.dropFirst(text.count)
    return true
  }
}
