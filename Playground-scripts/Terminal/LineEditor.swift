/// An editable line of text with a cursor.
package struct LineEditor: Equatable, Sendable {
  package private(set) var text: String
  /// The number of characters before the cursor.
  package private(set) var cursor: Int

  /// Creates an editor with the cursor at the end of the text.
  package init(_ text: String = "") {
    self.text = text
    cursor = text.count
  }

  /// Replaces the text. The cursor keeps its position, or moves to the end of a shorter text.
  package mutating func replace(with text: String) {
    self.text = text
    cursor = min(cursor, text.count)
  }

  /// Handles a key. Returns false if it isn't an editing key.
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
    // A combining mark may merge with an adjacent character, so the characters are counted after the insertion.
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
  /// The visible part of the text in a field of a given width, and the cursor's column in it.
  package func visible(columns: Int) -> (text: String, cursor: Int) {
    guard columns > 0 else { return ("", 0) }
    // The cursor needs a column too. Text that doesn't fit before it is scrolled out to the left.
    let before = String(Self.fitting(before.reversed(), columns: columns - 1).reversed())
    let cursorColumn = before.columns
    return (before + String(Self.fitting(after, columns: columns - cursorColumn)), cursorColumn)
  }

  /// The visible part of the text in a field of a given width without the focus.
  package func beginning(columns: Int) -> String { String(Self.fitting(text, columns: columns)) }

  private static func fitting<Text: Collection<Character>>(_ text: Text, columns: Int) -> Text.SubSequence {
    var rest = columns
    return text.prefix { character in
      rest -= character.columns
      return rest >= 0
    }
  }
}
