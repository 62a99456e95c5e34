extension Character {
  /// Whether this is a control character, which could move a terminal's cursor or change its state.
  package var isControl: Bool { unicodeScalars.contains { $0.properties.generalCategory == .control } }

  /// The character to draw: this one, or a replacement for an invisible one, so that it takes up a column.
  package var drawn: Character { isVisible ? self : "\u{fffd}" }

  /// The number of columns that `drawn` takes up on a terminal.
  package var columns: Int {
    guard isVisible, !isASCII, let scalar = unicodeScalars.first else { return 1 }
    // The emoji variation selector.
    if unicodeScalars.contains("\u{fe0f}") { return 2 }
    return scalar.properties.isEmojiPresentation || Self.wide.contains { $0 ~= scalar.value } ? 2 : 1
  }

  /// Whether every terminal agrees on the columns. They differ for emoji and for characters of several scalars.
  package var hasCertainColumns: Bool { unicodeScalars.count == 1 && columns == 1 }

  private var isVisible: Bool {
    guard !isControl, let scalar = unicodeScalars.first else { return false }
    // The first scalar of a mark without a base character is the mark itself.
    switch scalar.properties.generalCategory {
    case .format, .nonspacingMark, .enclosingMark, .lineSeparator, .paragraphSeparator: return false
    default: return true
    }
  }

  /// The wide characters of East Asian scripts, and emoji.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115f, 0x2e80...0x303e, 0x3041...0x4dbf, 0x4e00...0xa4cf, 0xa960...0xa97f, 0xac00...0xd7a3,
    0xf900...0xfaff, 0xfe30...0xfe6f, 0xff00...0xff60, 0xffe0...0xffe6, 0x1f300...0x1f64f, 0x1f900...0x1f9ff,
    0x20000...0x3fffd,
  ]
}

extension StringProtocol {
  /// The number of columns that the drawn characters take up on a terminal.
  package var columns: Int { reduce(0) { $0 + $1.columns } }
}
