/// What a person presses, as far as a form cares.
package enum Key: Equatable, Sendable {
  case character(Character)
  /// A letter together with the control key, as a small letter.
  case control(Character)
  case up, down, left, right, home, end
  case tab, backTab, enter, escape, backspace, delete
}
