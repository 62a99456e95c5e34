/// A key press.
package enum Key: Equatable, Sendable {
  case character(Character)
  /// The control key and a letter, in lower case.
  case control(Character)
  case up, down, left, right, home, end
  case tab, backTab, enter, escape, backspace, delete
}
