internal import Signals

/// An event that happens once, and that tasks wait for.
final class TaskLatch: Sendable {
  private struct State {
    var isOpen = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Guarded(State())

  func open() {
    let waiting = state.change { state in
      defer { state = State(isOpen: true) }
      return state.waiting
    }
    for task in waiting { task.resume() }
  }

  /// Waits for the event, even if the waiting task is cancelled.
  nonisolated(nonsending) func wait() async {
    await withCheckedContinuation { continuation in
      let isOpen = state.change { state in
        if !state.isOpen { state.waiting.append(continuation) }
        return state.isOpen
      }
      if isOpen { continuation.resume() }
    }
  }
}
