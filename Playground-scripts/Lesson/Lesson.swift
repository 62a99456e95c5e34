public import Signals

// The output of a lesson: headings, the source of the code that runs next, and its results. Lessons run in a checkout.
// Their source is read from the files that were compiled, so it always agrees with the running code.

/// Prints a heading.
public func heading(_ text: String) { print("\n\(text)") }

/// Prints the statements after the call, up to a blank line, the end of the block, or the next call of `code`, `show`,
/// `result` or `heading` in that block.
public func code(file: StaticString = #filePath, line: Int = #line) {
  for line in SourceText(file).statements(after: line) { print("  \(line)") }
}

/// Prints a one-line expression, then its value.
public func show<Value>(
  _ value: @autoclosure () throws -> Value, file: StaticString = #filePath, line: Int = #line
) rethrows {
  print("  \(SourceText(file).expression(on: line))")
  result(try value())
}

/// Prints two expressions, then both values.
public func show<First, Second>(
  _ first: @autoclosure () -> First, _ second: @autoclosure () -> Second, file: StaticString = #filePath,
  line: Int = #line
) {
  print("  \(SourceText(file).expression(on: line))")
  result(first(), second())
}

/// Prints the result of the code above it.
public func result(_ parts: Any...) { print("      →", parts.map(text).joined(separator: " ")) }

/// Prints an event that a handler received.
public func result<Value>(_ event: Event<Value>) {
  switch event {
  case .value(let value): result(value)
  case .end(.finished): result("finished")
  case .end(.failed(let error)): result("failed:", error)
  }
}

/// The description of a value, without the word `Optional`.
private func text(_ value: Any) -> String {
  let mirror = Mirror(reflecting: value)
  guard mirror.displayStyle == .optional else { return "\(value)" }
  return mirror.children.first.map { text($0.value) } ?? "nil"
}
