/// Assembles lines from bytes that arrive in arbitrary pieces. A pure value.
///
/// A line ends with a line feed, or with a carriage return and a line feed; neither is part of the line. A carriage
/// return alone is an ordinary character.
struct LineAssembly {
  /// The beginning of a line whose end hasn't arrived. It is kept as bytes, since a character may be split between
  /// pieces too.
  private var begun: [UInt8] = []

  /// Adds bytes, and returns the lines that they complete.
  mutating func take(_ bytes: ArraySlice<UInt8>) -> [String] {
    var lines: [String] = []
    var rest = bytes
    while let end = rest.firstIndex(of: lineFeed) {
      begun += rest[..<end]
      if begun.last == carriageReturn { begun.removeLast() }
      lines.append(text)
      begun.removeAll(keepingCapacity: true)
      rest = rest[(end + 1)...]
    }
    begun += rest
    return lines
  }

  /// Ends the input. Returns a last line that has no line end, if there is one.
  mutating func finish() -> String? {
    defer { begun = [] }
    return begun.isEmpty ? nil : text
  }

  private var text: String { String(decoding: begun, as: UTF8.self) }
}

private let lineFeed = UInt8(ascii: "\n")
private let carriageReturn = UInt8(ascii: "\r")
