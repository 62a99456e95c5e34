import Testing

@testable import Signals

/// Lines out of bytes, as a table: no descriptor.
@Suite("Line assembly", .leavesNothing) struct LineAssemblyTests {
  /// The lines of these pieces; the rest at the end stands after a bar.
  private func lines(of pieces: [[UInt8]]) -> [String] {
    var assembly = LineAssembly()
    var lines = pieces.flatMap { assembly.take($0[...]) }
    lines.append("|")
    if let last = assembly.finish() { lines.append(last) }
    expect(assembly.finish() == nil)
    return lines
  }

  private func lines(of text: String) -> [String] { lines(of: [Array(text.utf8)]) }

  @Test func `each line comes without its end`() {
    expect(lines(of: "a\nbc\n"), equals: ["a", "bc", "|"])
    expect(lines(of: "a\r\nbc\r\n"), equals: ["a", "bc", "|"])
    expect(lines(of: "\n\r\n\n"), equals: ["", "", "", "|"])
  }

  @Test func `the last line need not have an end`() {
    expect(lines(of: "a\nbc"), equals: ["a", "|", "bc"])
    expect(lines(of: "bc\r"), equals: ["|", "bc\r"])
    expect(lines(of: ""), equals: ["|"])
  }

  @Test func `a carriage return within a line is a character`() {
    expect(lines(of: "a\rb\n\r\r\n"), equals: ["a\rb", "\r", "|"])
  }

  @Test func `it makes no difference where the pieces are cut`() {
    let bytes = Array("ä€😀\r\n\nzwei\r\nx".utf8)
    let whole = lines(of: [bytes])
    expect(whole, equals: ["ä€😀", "", "zwei", "|", "x"])
    for first in 0...bytes.count {
      for second in first...bytes.count {
        let pieces = [bytes[..<first], bytes[first..<second], bytes[second...]].map(Array.init)
        expect(lines(of: pieces), equals: whole, "cut at \(first) and \(second)")
      }
    }
  }

  @Test func `invalid UTF-8 is replaced, and the rest of the line kept`() {
    expect(lines(of: [[0x61, 0xFF, 0x62, 0x0A, 0xC3]]), equals: ["a\u{FFFD}b", "|", "\u{FFFD}"])
  }
}
