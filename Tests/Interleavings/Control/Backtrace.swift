import Glibc

@_silgen_name("swift_demangle") private func demangled(
  _ name: UnsafePointer<CChar>?, _ length: Int, _ buffer: UnsafeMutablePointer<CChar>?,
  _ size: UnsafeMutablePointer<Int>?,
  _ flags: UInt32
) -> UnsafeMutablePointer<CChar>?

// The C library's module doesn't declare these functions.
@_silgen_name("backtrace") private func backtrace(
  _ frames: UnsafeMutablePointer<UnsafeMutableRawPointer?>, _ size: CInt
) -> CInt
@_silgen_name("dladdr") private func address(
  _ frame: UnsafeMutableRawPointer?, _ info: UnsafeMutablePointer<SymbolInfo>
) -> CInt

private struct SymbolInfo {
  var file: UnsafePointer<CChar>?
  var base: UnsafeMutableRawPointer?
  var name: UnsafePointer<CChar>?
  var place: UnsafeMutableRawPointer?
}

/// Finds the function of the library that made a step, for the report of a failure.
enum Backtrace {
  /// The innermost function that isn't one of the primitives or of the controller.
  static func caller() -> String {
    var frames = [UnsafeMutableRawPointer?](repeating: nil, count: 24)
    let count = Int(backtrace(&frames, 24))
    for frame in frames[..<count] {
      var info = SymbolInfo()
      guard address(frame, &info) != 0, let symbol = info.name,
        let text = demangled(symbol, strlen(symbol), nil, nil, 0)
      else { continue }
      defer { free(text) }
      let name = String(cString: text)
      let isInner = [
        "Races", "Controller", "ControlledThread", "AtomicWord", "AtomicHalfWord", "InlineLock", "Backtrace", "Backoff",
        "Lock.",
      ]
      if isInner.contains(where: { name.contains($0) }) { continue }
      return " in " + shortened(name)
    }
    return ""
  }

  private static func shortened(_ name: String) -> String {
    let end = name.firstIndex(of: "(") ?? name.endIndex
    return String(name[..<end].split(separator: " ").last ?? Substring(name))
  }
}
