/// The sizes of the parts, in pixels.
enum Measures {
  static let radius = 15.0
  static let markHeight = 2 * radius
  /// The gap between marks of one frame.
  static let closeGap = 3.0
  /// The gap between marks of different frames.
  static let wideGap = 7.0
  /// The distance between frames, and its limit in pictures with wide values.
  static let tick = 46.0
  static let widestTick = 64.0
  static let laneHeight = 50.0
  static let axisHeight = 20.0
  static let boxLineHeight = 20.0
  static let boxPadding = 11.0
  static let margin = 12.0
  static let hintHeight = 26.0

  // Fonts differ between systems, so these are the widths in a wide font.
  static let valueCharacter = 8.4
  static let codeCharacter = 8.5
  static let nameCharacter = 7.4
  static let hintCharacter = 6.4
  static let errorCharacter = 6.2

  static func width(of label: Label) -> Double { partWidths(of: label).reduce(0, +) }

  static func partWidths(of label: Label) -> [Double] {
    if label.shape == .one {
      return label.parts.map { max(markHeight, Double($0.text.count) * valueCharacter + 16) }
    }
    if label.parts.isEmpty { return [markHeight] }
    return label.parts.map { max(24, Double($0.text.count) * valueCharacter + 12) }
  }

  static func width(of content: Mark.Content) -> Double {
    switch content {
    case .value(let label): width(of: label)
    case .finish: 8
    case .failure: 20
    case .subscription, .cancellation: 14
    }
  }
}
