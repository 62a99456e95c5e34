/// Makes lines of bytes, in whatever pieces those come. A pure value.
///
/// A line ends with a line feed, or a carriage return and a line feed, neither of which belongs to it. A carriage return
/// alone is a character like others.
struct LineAssembly {
  /// What has come of a line whose end has not. It stays bytes until then, since a character may come in pieces too.
  private var begun: [UInt8] = []

  /// The lines that these bytes complete.
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

  /// No more will come. A last line need not have an end.
  mutating func finish() -> String? {
    defer { begun = [] }
    return begun.isEmpty ? nil : text
  }

  private var text: String { String(decoding: begun, as: UTF8.self) }
}

private let lineFeed = UInt8(ascii: "\n")
private let carriageReturn = UInt8(ascii: "\r")
