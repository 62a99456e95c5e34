import Foundation

/// The terminal that this process was started from, as the system has it.
package struct Terminal {
  /// How it was found, and is to be left.
  private let original: termios

  /// Nothing if input or output is something else, or if it can't place its cursor.
  package init?() {
    var original = termios()
    guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1, tcgetattr(STDIN_FILENO, &original) == 0,
      ProcessInfo.processInfo.environment["TERM", default: "dumb"] != "dumb"
    else { return nil }
    self.original = original
  }

  /// Makes each key come at once and unseen, and takes the second screen, so that the first stays as it is.
  package func enter() {
    var raw = original
    raw.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG | IEXTEN)
    raw.c_iflag &= ~tcflag_t(IXON | ICRNL | INLCR | ISTRIP)
    tcsetattr(STDIN_FILENO, TCSADRAIN, &raw)
    send(ControlSequence.enterProgram)
  }

  /// Leaves everything as it was found.
  package func leave() {
    var original = original
    send(ControlSequence.leaveProgram)
    tcsetattr(STDIN_FILENO, TCSADRAIN, &original)
  }

  /// Whether this process may use it now. If not, a shell does.
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

  /// What has been typed. It is to be asked when there is something, else it waits.
  package static func read() -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 1024)
    let count = bytes.withUnsafeMutableBytes { Foundation.read(STDIN_FILENO, $0.baseAddress, $0.count) }
    return Array(bytes.prefix(max(count, 0)))
  }
}
