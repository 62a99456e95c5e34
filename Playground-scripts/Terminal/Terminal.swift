import Foundation

/// The controlling terminal of this process.
package struct Terminal {
  /// The original settings, for restoring them.
  private let original: termios

  /// Returns nil if the standard input or output isn't a terminal, or if the terminal can't position its cursor.
  package init?() {
    var original = termios()
    guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1, tcgetattr(STDIN_FILENO, &original) == 0,
      ProcessInfo.processInfo.environment["TERM", default: "dumb"] != "dumb"
    else { return nil }
    self.original = original
  }

  /// Delivers each key at once and without an echo, and switches to the alternate screen, which preserves the main one.
  package func enter() {
    var raw = original
    raw.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG | IEXTEN)
    raw.c_iflag &= ~tcflag_t(IXON | ICRNL | INLCR | ISTRIP)
    tcsetattr(STDIN_FILENO, TCSADRAIN, &raw)
    send(ControlSequence.enterProgram)
  }

  /// Restores the original settings and the main screen.
  package func leave() {
    var original = original
    send(ControlSequence.leaveProgram)
    tcsetattr(STDIN_FILENO, TCSADRAIN, &original)
  }

  /// Whether this process is in the foreground. Otherwise another one, such as the shell, uses the terminal.
  package var isOurs: Bool { tcgetpgrp(STDIN_FILENO) == getpgrp() }

  package var size: Frame.Size {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
      return Frame.Size(columns: 80, rows: 24)
    }
    return Frame.Size(columns: Int(size.ws_col), rows: Int(size.ws_row))
  }

  package func send(_ text: String) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
      if count > 0 { bytes = bytes.dropFirst(count) } else if errno != EINTR { return }
    }
  }

  /// Reads the typed bytes. Blocks if there are none.
  package static func read() -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 1024)
    let count = bytes.withUnsafeMutableBytes { Foundation.read(STDIN_FILENO, $0.baseAddress, $0.count) }
    return Array(bytes.prefix(max(count, 0)))
  }
}
