import SignalsKVO

/// A text field of the board.
enum BoardField: CaseIterable, Hashable, Sendable {
  case filter, threshold

  var title: String {
    switch self {
    case .filter: "Filter"
    case .threshold: "Threshold, in %"
    }
  }

  @MainActor var path: ReferenceWritableKeyPath<BoardViewModel, String> {
    switch self {
    case .filter: \.filter
    case .threshold: \.threshold
    }
  }
}

struct NoPercentage: Error, CustomStringConvertible {
  let text: String

  var description: String { "“\(text)” isn't a percentage. Try 1.5." }
}

extension Converter<String, Int> {
  /// Converts between percentages as typed text, and tenths of a percent.
  static let tenths = Converter(
    forward: { text in
      let parts = text.split(separator: ".", omittingEmptySubsequences: false)
      guard parts.count <= 2, let whole = UInt8(parts[0]), parts.count == 1 || parts[1].count == 1,
        let tenth = UInt8(parts.count == 2 ? parts[1] : "0")
      else { throw NoPercentage(text: text) }
      return Int(whole) * 10 + Int(tenth)
    },
    backward: { tenths in "\(tenths / 10).\(tenths % 10)" })
}
