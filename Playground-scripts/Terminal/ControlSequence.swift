/// The control sequences that a screen uses.
package enum ControlSequence {
  package static let clear = "\u{1b}[0m\u{1b}[2J"
  package static let hideCursor = "\u{1b}[?25l"
  package static let showCursor = "\u{1b}[?25h"

  // These turn line wrapping off, so that a row stays one row if terminal and program disagree about a character's
  // width.
  package static let enterProgram = "\u{1b}[?1049h\u{1b}[?7l"
  package static let leaveProgram = "\u{1b}[0m\u{1b}[?7h\u{1b}[?25h\u{1b}[?1049l"

  package static func move(to position: Frame.Position) -> String {
    "\u{1b}[\(position.row + 1);\(position.column + 1)H"
  }

  package static func set(_ style: Frame.Style) -> String {
    let codes: [(Frame.Style, String)] = [(.bold, "1"), (.faint, "2"), (.underlined, "4"), (.reversed, "7")]
    return "\u{1b}[" + (["0"] + codes.filter { style.contains($0.0) }.map(\.1)).joined(separator: ";") + "m"
  }
}
