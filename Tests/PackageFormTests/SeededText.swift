@testable import PackageForm
@testable import TerminalPrograms

/// Random texts, the same for the same seed.
struct SeededText {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func text() -> String { String((0..<below(14)).map { _ in Self.characters[below(Self.characters.count)] }) }

  mutating func style() -> Frame.Style { below(3) == 0 ? .bold : [] }

  private mutating func below(_ bound: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(bound))
  }

  private static let characters: [Character] = ["a", "b", " ", "é", "世", "👍🏽", "界"]
}
