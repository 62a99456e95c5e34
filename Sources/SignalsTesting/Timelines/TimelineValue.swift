/// A value that a timeline's letters and digits stand for by themselves, with no table that says what they mean.
public protocol TimelineValue: Sendable {
  /// The value that `character` stands for, or nil if it stands for none.
  init?(timelineCharacter character: Character)
}

extension String: TimelineValue {
  /// The character as a text of its own.
  public init?(timelineCharacter character: Character) { self.init(character) }
}

extension Character: TimelineValue {
  /// The character itself.
  public init?(timelineCharacter character: Character) { self = character }
}

extension Int: TimelineValue {
  /// The digit's value; letters stand for no number.
  public init?(timelineCharacter character: Character) {
    guard let digit = character.wholeNumberValue else { return nil }
    self = digit
  }
}
