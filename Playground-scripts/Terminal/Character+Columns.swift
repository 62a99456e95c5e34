extension Character {
  /// Whether it is something that would move a terminal's cursor, or do worse.
  package var isControl: Bool { unicodeScalars.contains { $0.properties.generalCategory == .control } }

  /// What a form draws for it: itself, or a sign in place of what can't be seen, so that it takes a column all the same.
  package var drawn: Character { isVisible ? self : "\u{fffd}" }

  /// How many columns a terminal gives to what is drawn for it.
  package var columns: Int {
    guard isVisible, !isASCII, let scalar = unicodeScalars.first else { return 1 }
    // With this mark a text symbol is drawn as a picture.
    if unicodeScalars.contains("\u{fe0f}") { return 2 }
    return scalar.properties.isEmojiPresentation || Self.wide.contains { $0 ~= scalar.value } ? 2 : 1
  }

  /// Whether every terminal gives it the same columns. Of what is made of several scalars, and of pictures, they think
  /// differently.
  package var hasCertainColumns: Bool { unicodeScalars.count == 1 && columns == 1 }

  private var isVisible: Bool {
    guard !isControl, let scalar = unicodeScalars.first else { return false }
    // A mark that has nothing to stand on is no better.
    switch scalar.properties.generalCategory {
    case .format, .nonspacingMark, .enclosingMark, .lineSeparator, .paragraphSeparator: return false
    default: return true
    }
  }

  /// The scripts of East Asia that are written in squares.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115f, 0x2e80...0x303e, 0x3041...0x4dbf, 0x4e00...0xa4cf, 0xa960...0xa97f, 0xac00...0xd7a3,
    0xf900...0xfaff, 0xfe30...0xfe6f, 0xff00...0xff60, 0xffe0...0xffe6, 0x1f300...0x1f64f, 0x1f900...0x1f9ff,
    0x20000...0x3fffd,
  ]
}

extension StringProtocol {
  /// How many columns a terminal gives to what is drawn for it.
  package var columns: Int { reduce(0) { $0 + $1.columns } }
}
