import Foundation

#if canImport(Glibc)
  import Glibc
#endif

/// The memory use of this process, in bytes.
enum Memory {
  /// The peak of the resident memory.
  static var peak: Int { status("VmHWM:") ?? usage }

  /// The resident memory, or its peak on a system that doesn't report the current value.
  static var resident: Int { status("VmRSS:") ?? usage }

  // Glibc has this function, but Swift's module of Glibc doesn't declare it.
  private static let trim: (@convention(c) (Int) -> CInt)? = {
    guard let symbol = dlsym(nil, "malloc_trim") else { return nil }
    return unsafeBitCast(symbol, to: (@convention(c) (Int) -> CInt).self)
  }()

  /// Returns free memory to the system, so that the resident memory is the memory in use.
  static func tidy() {
    _ = trim?(0)
  }

  private static func status(_ field: String) -> Int? {
    guard let text = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8) else { return nil }
    for line in text.split(separator: "\n") where line.hasPrefix(field) {
      return line.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) }.map { $0 * 1_024 }
    }
    return nil
  }

  private static var usage: Int {
    var usage = rusage()
    #if canImport(Glibc)
      // `RUSAGE_SELF`, which Glibc declares as an enumeration.
      getrusage(0, &usage)
      return usage.ru_maxrss * 1_024
    #else
      getrusage(RUSAGE_SELF, &usage)
      return usage.ru_maxrss
    #endif
  }
}

/// A number of bytes, formatted in megabytes.
func megabytes(_ bytes: Int) -> String { String(format: "%.1f MB", Double(bytes) / 1_048_576) }
