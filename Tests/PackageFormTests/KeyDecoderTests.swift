import Testing

@testable import PackageForm
@testable import TerminalPrograms

@Suite("Decoding bytes from a terminal into keys")
struct KeyDecoderTests {
  private func keys(_ chunks: String...) -> [Key] {
    var decoder = KeyDecoder()
    return chunks.flatMap { decoder.decode(.bytes(Array($0.utf8))) }
  }

  @Test("characters of one and several bytes are keys")
  func characters() {
    #expect(keys("aé世👍") == [.character("a"), .character("é"), .character("世"), .character("👍")])
  }

  @Test(
    "control bytes and escape sequences are named keys",
    arguments: [
      ("\t", .tab), ("\r", .enter), ("\n", .enter), ("\u{7f}", .backspace), ("\u{8}", .backspace),
      ("\u{3}", .control("c")),
      ("\u{1b}[A", .up), ("\u{1b}[B", .down), ("\u{1b}[C", .right), ("\u{1b}[D", .left), ("\u{1b}OA", .up),
      ("\u{1b}[H", .home), ("\u{1b}[F", .end), ("\u{1b}OH", .home), ("\u{1b}[1~", .home), ("\u{1b}[4~", .end),
      ("\u{1b}[3~", .delete), ("\u{1b}[Z", .backTab), ("\u{1b}[1;5C", .right), ("\u{1b}[3;2~", .delete),
    ] as [(String, Key)])
  func named(bytes: String, key: Key) {
    #expect(keys(bytes) == [key])
    #expect(keys("x\(bytes)y") == [.character("x"), key, .character("y")])
  }

  @Test("the keys are the same for every split of the bytes")
  func split() {
    let bytes = Array("é\u{1b}[A世\u{1b}[1;5D👍\u{1b}OF\u{1b}[3~\t".utf8)
    let whole: [Key] = [
      .character("é"), .up, .character("世"), .left, .character("👍"), .end, .delete, .tab,
    ]
    for first in 0...bytes.count {
      for second in first...bytes.count {
        var decoder = KeyDecoder()
        let parts = [bytes[..<first], bytes[first..<second], bytes[second...]]
        #expect(parts.flatMap { decoder.decode(.bytes(Array($0))) } == whole, "split at \(first) and \(second)")
      }
    }
  }

  @Test("silence completes a lone escape byte, and nothing else")
  func silence() {
    var decoder = KeyDecoder()
    #expect(decoder.decode(.silence) == [])
    #expect(decoder.decode(.bytes([0x1b])) == [])
    #expect(decoder.decode(.silence) == [.escape])
    #expect(decoder.decode(.silence) == [])
    #expect(decoder.decode(.bytes([0x1b])) == [])
    #expect(decoder.decode(.bytes(Array("[".utf8))) == [])
    #expect(decoder.decode(.silence) == [])
    #expect(decoder.decode(.bytes(Array("A".utf8))) == [.up])
    #expect(decoder.decode(.bytes([0xc3])) == [])
    #expect(decoder.decode(.silence) == [])
    #expect(decoder.decode(.bytes([0xa9])) == [.character("é")])
  }

  @Test("two escape bytes are one key at once, and one after a silence")
  func escapeTwice() {
    var decoder = KeyDecoder()
    #expect(decoder.decode(.bytes([0x1b, 0x1b])) == [.escape])
    #expect(decoder.decode(.silence) == [.escape])
  }

  @Test("unknown sequences are ignored, and the next key is found")
  func unknown() {
    #expect(keys("\u{1b}[5~a") == [.character("a")])
    #expect(keys("\u{1b}[15;2Pa") == [.character("a")])
    #expect(keys("\u{1b}xa") == [.character("a")])
    #expect(keys("\u{1b}éa") == [.character("a")])
    #expect(keys("\u{0}\u{1f}\u{85}a") == [.character("a")])
    #expect(keys("\u{1b}[1\u{1b}[Aa") == [.up, .character("a")])
    #expect(keys("\u{1b}[" + String(repeating: "1", count: 40)).count < 40)
  }

  @Test("bytes that aren't UTF-8 are ignored one by one")
  func invalid() {
    var decoder = KeyDecoder()
    let bytes: [UInt8] = [0xff, 0x61, 0xc3, 0x62, 0x80, 0xed, 0xa0, 0x80, 0xc0, 0xaf, 0x63]
    #expect(decoder.decode(.bytes(bytes)) == [.character("a"), .character("b"), .character("c")])
  }
}
