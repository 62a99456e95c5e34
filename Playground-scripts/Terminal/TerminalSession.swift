import Dispatch
import Foundation
import SignalsKVO

/// A program on a terminal: keys, sizes and the system's signals go to it, and what it shows goes to the terminal.
@MainActor
package final class TerminalSession<Program: TerminalProgram> {
  private let program: Program
  private let terminal: Terminal
  private var screen = Screen()
  /// Whether the program is on the terminal now, rather than what was there before.
  private var isShowing = false
  private var endpoints: [any Cancellable] = []
  /// Looks again whether the terminal is back.
  private var lookingAgain: Endpoint?
  /// Gets the signal of the system that ended the session, if one did.
  private var whenOver: CheckedContinuation<CInt?, Never>?

  package init(_ program: Program, on terminal: Terminal) {
    self.program = program
    self.terminal = terminal
  }

  /// Shows the program until the person leaves it, and leaves the terminal as it was.
  ///
  /// - Returns: the signal of the system that ended it, if one did.
  package func run() async -> CInt? {
    let reason = await withCheckedContinuation { whenOver in
      self.whenOver = whenOver
      begin()
    }
    endpoints.cancelAll()
    lookingAgain = nil
    leaveTerminal()
    return reason
  }

  private func begin() {
    enterTerminal()
    endpoints += KeyValueObserver(program, \.frame) { [weak self] change in
      if let frame = change.newValue { self?.show(frame) }
    }
    endpoints += KeyValueObserver(program, \.isOver, options: [.new]) { [weak self] _ in self?.end() }
    followKeys()
    followSystem()
  }

  private func end(_ reason: CInt? = nil) {
    whenOver?.resume(returning: reason)
    whenOver = nil
  }

  private func show(_ frame: Frame) {
    if isShowing { terminal.send(screen.show(frame)) }
  }

  private func enterTerminal() {
    terminal.enter()
    isShowing = true
    screen.forget()
  }

  private func leaveTerminal() {
    // In the background it may not even be touched.
    if isShowing { terminal.leave() }
    isShowing = false
  }
}

// MARK: - What comes in

extension TerminalSession {
  private func followKeys() {
    let chunks = Signal.readable(fileDescriptor: STDIN_FILENO, on: .main).map { _ in Terminal.read() }.shared()
    let pauses = chunks.debounce(for: .milliseconds(50), on: DispatchQueue.main)
    let keys = merge(chunks.map(KeyDecoder.Input.bytes), pauses.map { _ in .silence })
      .scan((decoder: KeyDecoder(), keys: [Key]())) { last, input in
        var decoder = last.decoder
        let keys = decoder.decode(input)
        return (decoder, keys)
      }
    endpoints += keys.subscribe { [weak self] event in
      switch event {
      case .value(let (_, keys)): for key in keys { self?.press(key) }
      case .end: self?.end()
      }
    }
  }

  private func press(_ key: Key) {
    switch key {
    case .control("z"): suspend()
    case .control("l"): redraw()
    default: program.press(key)
    }
  }

  private func followSystem() {
    for number in [SIGINT, SIGTERM, SIGHUP] {
      endpoints += Signal.processSignal(number, on: .main).subscribeValues { [weak self] in self?.end($0) }
    }
    endpoints += Signal.processSignal(SIGWINCH, on: .main).subscribeValues { [weak self] _ in self?.takeSize() }
    endpoints += Signal.processSignal(SIGTSTP, on: .main).subscribeValues { [weak self] _ in self?.suspend() }
    endpoints += Signal.processSignal(SIGCONT, on: .main).subscribeValues { [weak self] _ in self?.resume() }
  }

  private func takeSize() {
    if terminal.size != program.size { program.size = terminal.size }
  }

  /// Gives the terminal back to the shell until that continues this process.
  private func suspend() {
    leaveTerminal()
    takeDefaultAction(of: SIGTSTP)
    resume()
  }

  private func resume() {
    guard whenOver != nil else { return }
    guard terminal.isOurs else { return stopAgain() }
    enterTerminal()
    takeSize()
    redraw()
  }

  /// Continued in the background: the terminal is another's, so this stops as any program does that wants to use it then.
  private func stopAgain() {
    isShowing = false
    // A shell that ends a stopped process continues it, too. The wish to end has to get here first.
    lookingAgain = Signal.after(.milliseconds(100), on: DispatchQueue.main).subscribeValues { [weak self] in
      guard let self, !isShowing else { return }
      if !terminal.isOurs { takeDefaultAction(of: SIGTTOU) }
      resume()
    }
  }

  private func redraw() {
    screen.forget()
    show(program.frame)
  }
}
