/// A value that a letter or a digit of a timeline represents without a table.
public protocol TimelineValue: Sendable {
  /// The value that `character` represents, or nil if it represents none.
  init?(timelineCharacter character: Character)
}

extension String: TimelineValue {
  /// A string of this character.
  public init?(timelineCharacter character: Character) { self.init(character) }
}

extension Character: TimelineValue {
  /// The character itself.
  public init?(timelineCharacter character: Character) { self = character }
}

extension Int: TimelineValue {
  /// The value of the digit; a letter represents no number.
  public init?(timelineCharacter character: Character) {
    guard let digit = character.wholeNumberValue else { return nil }
    self = digit
  }
}
