import SignalsTesting
import TerminalPrograms

/// Runs a board without a terminal, in virtual time: it executes commands line by line.
@MainActor
struct BoardScript {
  let view: BoardView
  let clock: VirtualScheduler
  let print: (String) -> Void

  static let usage = """
    wait SECONDS    advances the time, for example by 1.5
    press KEYS      presses letters, or tab, up, down, enter, esc, backspace
    type TEXT       types into the focused field
    show            prints the board
    help            prints this
    quit            ends the script
    """

  /// Runs a line.
  ///
  /// - Returns: whether the script goes on.
  func run(_ line: String) -> Bool {
    let words = line.split(separator: " ", maxSplits: 1).map(String.init)
    guard let name = words.first, !name.hasPrefix("#") else { return true }
    print("> \(line)")
    return handle(name, words.dropFirst().first ?? "")
  }

  private func handle(_ name: String, _ argument: String) -> Bool {
    switch name {
    case "wait": wait(argument)
    case "press": for word in argument.split(separator: " ") { press(String(word)) }
    case "type": for character in argument { view.press(.character(character)) }
    case "show": show()
    case "help": print(Self.usage)
    case "quit": return false
    default: print("Unknown command: \(name). Try help.")
    }
    return !view.isOver
  }

  private func wait(_ text: String) {
    guard let seconds = Double(text), seconds >= 0, seconds <= 3_600 else {
      return print("Not a time between 0 and 3600 seconds: \(text)")
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
  /// The text of each row, without trailing blanks.
  var lines: [String] {
    (0..<size.rows).map { row in
      let text = String(self.row(row).compactMap(\.character))
      return String(text.reversed().drop { $0 == " " }.reversed())
    }
  }
}
