/// Stops the program if an argument is not valid, in every build, with the file and line of the caller's call (C14).
@inlinable
@inline(__always)
package func requireArgument(
  _ isValid: Bool, _ message: @autoclosure () -> String, _ file: StaticString, _ line: UInt
) {
  if _slowPath(!isValid) { stopProgram(message(), file, line) }
}

/// Stops the program with a sentence about a mistake at the given place.
// Not a precondition, which prints nothing in release builds. The message is a closure, so that the code that composes it isn't
// part of an operator that the optimiser has to inline.
@usableFromInline
@inline(never)
package func stopProgram(_ message: @autoclosure () -> String, _ file: StaticString, _ line: UInt) -> Never {
  fatalError(message(), file: file, line: line)
}
