package import Testing

/// Records an issue unless the condition holds: `#expect` as a function, which doesn't show the values within the condition. The
/// compiler expands and checks each use of a macro by itself, and a third of the time for the large test modules, with thousands
/// of expectations, went there.
package func expect(
  _ condition: Bool, _ comment: @autoclosure () -> Comment? = nil,
  fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
) {
  if condition { return }
  let place = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  Issue.record(comment() ?? "The condition doesn't hold", sourceLocation: place)
}

/// Records an issue that shows both values, unless they are equal.
package func expect<Value: Equatable>(
  _ value: Value, equals expected: Value, _ comment: @autoclosure () -> Comment? = nil,
  fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
) {
  expect(
    value == expected, "\(comment().map { "\($0): " } ?? "")\(value) instead of \(expected)",
    fileID: fileID, filePath: filePath, line: line, column: column)
}

/// Records an issue that shows both pairs, unless they are equal.
package func expect<First: Equatable, Second: Equatable>(
  _ value: (First, Second), equals expected: (First, Second), _ comment: @autoclosure () -> Comment? = nil,
  fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
) {
  expect(
    value == expected, "\(comment().map { "\($0): " } ?? "")\(value) instead of \(expected)",
    fileID: fileID, filePath: filePath, line: line, column: column)
}

/// Records an issue that shows both triples, unless they are equal.
package func expect<First: Equatable, Second: Equatable, Third: Equatable>(
  _ value: (First, Second, Third), equals expected: (First, Second, Third),
  _ comment: @autoclosure () -> Comment? = nil,
  fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
) {
  expect(
    value == expected, "\(comment().map { "\($0): " } ?? "")\(value) instead of \(expected)",
    fileID: fileID, filePath: filePath, line: line, column: column)
}
