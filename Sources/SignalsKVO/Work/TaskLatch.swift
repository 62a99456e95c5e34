internal import Signals

/// An event that happens once, and that tasks wait for.
final class TaskLatch: Sendable {
  private enum State {
    case closed(waiting: [CheckedContinuation<Void, Never>])
    case open
  }

  private let state = Guarded(State.closed(waiting: []))

  func open() {
    let waiting: [CheckedContinuation<Void, Never>] = state.change { state in
      defer { state = .open }
      return if case .closed(let waiting) = state { waiting } else { [] }
    }
    for task in waiting { task.resume() }
  }

  /// Waits for the event, even if the waiting task is cancelled.
  nonisolated(nonsending) func wait() async {
    await withCheckedContinuation { continuation in
      let isOpen = state.change { state in
        guard case .closed(let waiting) = state else { return true }
        state = .closed(waiting: waiting + [continuation])
        return false
      }
      if isOpen { continuation.resume() }
    }
  }
}
