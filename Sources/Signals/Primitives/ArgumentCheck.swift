/// Stops the program if an argument is not valid, in every build, with the file and line of the caller's call (C14).
@inlinable
@inline(__always)
package func requireArgument(
  _ isValid: Bool, _ message: @autoclosure () -> String, _ file: StaticString, _ line: UInt
) {
  if _slowPath(!isValid) { stopProgram(message(), file, line) }
}

/// Stops the program with a sentence about a mistake at the given place.
// Not a precondition, which prints nothing in release builds.
@usableFromInline
@inline(never)
package func stopProgram(_ message: String, _ file: StaticString, _ line: UInt) -> Never {
  fatalError(message, file: file, line: line)
}
