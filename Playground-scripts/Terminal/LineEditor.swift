/// A line of text that somebody is typing, with a cursor in it.
package struct LineEditor: Equatable, Sendable {
  package private(set) var text: String
  /// How many characters stand before it.
  package private(set) var cursor: Int

  /// The cursor stands at the end.
  package init(_ text: String = "") {
    self.text = text
    cursor = text.count
  }

  /// Takes another text, from wherever it comes. The cursor stays where it is, as far as the text reaches.
  package mutating func replace(with text: String) {
    self.text = text
    cursor = min(cursor, text.count)
  }

  /// Does what the key stands for, and says whether it is one that edits.
  package mutating func press(_ key: Key) -> Bool {
    switch key {
    case .character(let character): insert(character)
    case .backspace: removeBackwards()
    case .delete: removeForwards()
    case .left: cursor = max(cursor - 1, 0)
    case .right: cursor = min(cursor + 1, text.count)
    case .home, .control("a"): cursor = 0
    case .end, .control("e"): cursor = text.count
    case .control("u"): removeAllBefore()
    case .control("k"): text = before
    default: return false
    }
    return true
  }

  private var before: String { String(text.prefix(cursor)) }
  private var after: Substring { text.dropFirst(cursor) }

  private mutating func insert(_ character: Character) {
    // A mark may join the character before it or the one after, so the number of characters has to be asked for.
    let before = before + String(character)
    text = before + after
    cursor = min(before.count, text.count)
  }

  private mutating func removeBackwards() {
    guard cursor > 0 else { return }
    text = before.dropLast() + String(after)
    cursor = min(cursor - 1, text.count)
  }

  private mutating func removeForwards() {
    text = before + after.dropFirst()
    cursor = min(cursor, text.count)
  }

  private mutating func removeAllBefore() {
    text = String(after)
    cursor = 0
  }
}

// MARK: - In a field

extension LineEditor {
  /// The part of the text that is seen in a field of so many columns, and the cursor's column in it.
  package func visible(columns: Int) -> (text: String, cursor: Int) {
    guard columns > 0 else { return ("", 0) }
    // The cursor needs a column too. What doesn't fit before it has moved out of the field to the left.
    let before = String(Self.fitting(before.reversed(), columns: columns - 1).reversed())
    let cursorColumn = before.columns
    return (before + String(Self.fitting(after, columns: columns - cursorColumn)), cursorColumn)
  }

  /// What is seen of the text in a field of so many columns that nobody is typing into.
  package func beginning(columns: Int) -> String { String(Self.fitting(text, columns: columns)) }

  private static func fitting<Text: Collection<Character>>(_ text: Text, columns: Int) -> Text.SubSequence {
    var rest = columns
    return text.prefix { character in
      rest -= character.columns
      return rest >= 0
    }
  }
}
