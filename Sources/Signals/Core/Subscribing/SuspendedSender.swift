/// A task that waits until it may send.
// The task may be cancelled at any moment, so all of it is guarded.
final class SuspendedSender: Sendable {
  typealias Continuation = CheckedContinuation<Void, any Error>

  private enum State: Sendable {
    case idle
    case waiting(Continuation)
    case over
    case cancelled
  }

  private let state = Guarded(State.idle)
  private let watch = Guarded<Connection?>(nil)

  var isWaiting: Bool {
    state.change { state in
      if case .waiting = state { true } else { false }
    }
  }

  /// Waits, unless the task was cancelled before. Returns whether it waits.
  func wait(_ continuation: Continuation) -> Bool {
    let waits = state.change { state in
      if case .cancelled = state { return false }
      state = .waiting(continuation)
      return true
    }
    if !waits { continuation.resume(throwing: CancellationError()) }
    return waits
  }

  /// Resumes the task. Returns false if it was cancelled, or woken, before.
  @discardableResult
  func wake() -> Bool {
    guard let continuation = leave(as: .over) else { return false }
    continuation.resume()
    stopWatching()
    return true
  }

  func cancel() {
    leave(as: .cancelled)?.resume(throwing: CancellationError())
    stopWatching()
  }

  private func leave(as last: State) -> Continuation? {
    state.change { state in
      let before = state
      if case .over = before { return nil }
      state = last
      if case .waiting(let continuation) = before { return continuation }
      return nil
    }
  }

  /// The connection of a subscription that lasts while the task waits; nil if there is one already.
  func beginWatching() -> Connection? {
    watch.change { watch in
      guard watch == nil else { return nil }
      let connection = Connection.make()
      watch = connection
      return connection
    }
  }

  func stopWatching() { watch.change { $0 }?.cancel() }
}
