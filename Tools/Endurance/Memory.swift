import Foundation

#if canImport(Glibc)
  import Glibc
#endif

/// What this process has of the machine's memory, in bytes.
enum Memory {
  /// The most that it has had so far.
  static var peak: Int { status("VmHWM:") ?? usage }

  /// What it has now; the most that it has had, where the system doesn't tell.
  static var resident: Int { status("VmRSS:") ?? usage }

  // Glibc has it, but doesn't show it to Swift.
  private static let trim: (@convention(c) (Int) -> CInt)? = {
    guard let symbol = dlsym(nil, "malloc_trim") else { return nil }
    return unsafeBitCast(symbol, to: (@convention(c) (Int) -> CInt).self)
  }()

  /// Gives back what is free, so that what is resident is what is in use.
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
      // `RUSAGE_SELF`, which is an enumeration there.
      getrusage(0, &usage)
      return usage.ru_maxrss * 1_024
    #else
      getrusage(RUSAGE_SELF, &usage)
      return usage.ru_maxrss
    #endif
  }
}

/// A number of bytes, to be read.
func megabytes(_ bytes: Int) -> String { String(format: "%.1f MB", Double(bytes) / 1_048_576) }
