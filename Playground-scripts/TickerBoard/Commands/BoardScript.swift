import SignalsTesting
import TerminalPrograms

/// Runs a board without a terminal, in virtual time: commands come in line by line.
@MainActor
struct BoardScript {
  let view: BoardView
  let clock: VirtualScheduler
  let print: (String) -> Void

  static let usage = """
    wait SECONDS    let time pass, as 1.5
    press KEYS      letters, or tab, up, down, enter, esc, backspace
    type TEXT       into the field that has the focus
    show            the board as it is
    quit
    """

  /// Does what a line asks for.
  ///
  /// - Returns: whether to go on.
  func run(_ line: String) -> Bool {
    let words = line.split(separator: " ", maxSplits: 1).map(String.init)
    guard let name = words.first, !name.hasPrefix("#") else { return true }
    print("> \(line)")
    return obey(name, words.dropFirst().first ?? "")
  }

  private func obey(_ name: String, _ argument: String) -> Bool {
    switch name {
    case "wait": wait(argument)
    case "press": for word in argument.split(separator: " ") { press(String(word)) }
    case "type": for character in argument { view.press(.character(character)) }
    case "show": show()
    case "help": print(Self.usage)
    case "quit": return false
    default: print("There is no command \(name). Try help.")
    }
    return !view.isOver
  }

  private func wait(_ text: String) {
    guard let seconds = Double(text), seconds >= 0, seconds <= 3_600 else {
      return print("\(text) is no time to wait.")
    }
    clock.advance(by: .milliseconds(Int(seconds * 1_000)))
  }

  private func press(_ name: String) {
    let named: [String: Key] = [
      "tab": .tab, "up": .up, "down": .down, "enter": .enter, "esc": .escape, "backspace": .backspace,
    ]
    if let key = named[name] { return view.press(key) }
    for character in name { view.press(.character(character)) }
  }

  private func show() {
    var rows = view.frame.lines
    while rows.last == "" { rows.removeLast() }
    for row in rows { print(row) }
  }
}

extension Frame {
  /// What can be read, row by row, without the blanks at the ends.
  var lines: [String] {
    (0..<size.rows).map { row in
      let text = String(self.row(row).compactMap(\.character))
      return String(text.reversed().drop { $0 == " " }.reversed())
    }
  }
}
