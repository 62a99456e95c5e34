import Dispatch
import Foundation
import SignalsKVO

/// Runs a program on a terminal: it passes keys, sizes and process signals to the program, and displays its frames.
@MainActor
package final class TerminalSession<Program: TerminalProgram> {
  private let program: Program
  private let terminal: Terminal
  private var screen = Screen()
  /// Whether the terminal displays the program.
  private var isShowing = false
  private var endpoints: [any Cancellable] = []
  /// The timer that checks whether this process is in the foreground again.
  private var lookingAgain: Endpoint?
  /// Resumed at the end of the session, with the process signal that ended it, if there is one.
  private var whenOver: CheckedContinuation<CInt?, Never>?

  package init(_ program: Program, on terminal: Terminal) {
    self.program = program
    self.terminal = terminal
  }

  /// Runs the program until it ends, then restores the terminal.
  ///
  /// - Returns: the process signal that ended the session, if there is one.
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
    // A background process must not change the terminal.
    if isShowing { terminal.leave() }
    isShowing = false
  }
}

// MARK: - Input

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

  /// Returns the terminal to the shell until the shell continues this process.
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

  /// Stops again after a continue in the background, like any background process that uses the terminal.
  private func stopAgain() {
    isShowing = false
    // A shell also continues a stopped process in order to end it. The delay lets the signal that ends it arrive first.
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
