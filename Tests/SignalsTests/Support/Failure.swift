struct Failure: Error, Equatable, CustomStringConvertible {
  let description: String

  init(_ description: String = "failure") { self.description = description }
}

/// Throws at a negative number, for the closures of operators.
@Sendable func checked(_ value: Int) throws -> Int {
  if value < 0 { throw Failure("negative") }
  return value
}
