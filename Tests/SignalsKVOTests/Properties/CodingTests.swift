import Foundation
import SignalsKVO
import Testing

@Suite("Coding classes with observed properties (K1)", .leavesNothing)
struct CodingTests {
  final class Card: Codable {
    @Observed var name = ""
    @Observed var nickname: String?
    @Observed var tags: [String] = []
  }

  @Test("each property is encoded as its value under its own name, and a nil is omitted")
  func encoding() throws {
    let card = Card()
    card.name = "Ada"
    card.tags = ["a"]
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    expect(String(decoding: try encoder.encode(card), as: UTF8.self), equals: #"{"name":"Ada","tags":["a"]}"#)
  }

  @Test("a decoded object has its values, can be observed, and an optional may be missing")
  func decoding() throws {
    let card = try JSONDecoder().decode(Card.self, from: Data(#"{"name":"Ada","tags":["a"]}"#.utf8))
    expect(card.nickname == nil)
    var received: [String] = []
    let observer = KeyValueObserver(card, \.name, options: [.initial, .new]) { received += [$0.newValue ?? "-"] }
    card.name = "Grace"
    expect(received, equals: ["Ada", "Grace"])
    observer.cancel()
  }

  @Test("a missing value is an error")
  func missing() {
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(Card.self, from: Data(#"{"tags":[]}"#.utf8)) }
  }
}
