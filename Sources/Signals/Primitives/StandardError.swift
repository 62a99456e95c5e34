#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// Standard error.
package enum StandardError {
  /// Writes one line. The line breaks in `line` become spaces.
  package static func write(line: String) {
    // One call, so that the lines of several threads don't mix.
    let bytes = Array((line.split(whereSeparator: \.isNewline).joined(separator: " ") + "\n").utf8)
    #if canImport(Darwin)
      _ = unsafe Darwin.write(STDERR_FILENO, bytes, bytes.count)
    #elseif canImport(Glibc)
      _ = unsafe Glibc.write(STDERR_FILENO, bytes, bytes.count)
    #elseif canImport(Musl)
      _ = unsafe Musl.write(STDERR_FILENO, bytes, bytes.count)
    #elseif canImport(Android)
      _ = unsafe Android.write(STDERR_FILENO, bytes, bytes.count)
    #endif
  }
}
