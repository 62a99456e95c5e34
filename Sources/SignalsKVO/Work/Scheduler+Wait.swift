internal import Signals

extension Scheduler {
  /// Suspends the task for `delay`. Throws a `CancellationError`, without waiting any longer, if the task is cancelled.
  /// A delay of zero is no wait.
  func wait(for delay: Duration) async throws {
    try Task.checkCancellation()
    guard delay > .zero else { return }
    let wait = TimedWait()
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        guard wait.begin(continuation) else { return continuation.resume(throwing: CancellationError()) }
        wait.keep(schedule(after: delay) { wait.end(.success(())) })
      }
    } onCancel: {
      wait.end(.failure(CancellationError()))
    }
  }
}

/// A wait that ends once: when its time has come, or earlier.
private final class TimedWait: Sendable {
  private struct State {
    var task: CheckedContinuation<Void, any Error>?
    var timer: (any Cancellable)?
    var isOver = false
  }

  private let state = Guarded(State())

  /// Returns false if the wait is over already.
  func begin(_ task: CheckedContinuation<Void, any Error>) -> Bool {
    state.change { state in
      if !state.isOver { state.task = task }
      return !state.isOver
    }
  }

  func keep(_ timer: any Cancellable) {
    let isOver = state.change { state in
      if !state.isOver { state.timer = timer }
      return state.isOver
    }
    if isOver { timer.cancel() }
  }

  func end(_ result: Result<Void, any Error>) {
    let former = state.change { state in
      defer { state = State(isOver: true) }
      return state
    }
    former.timer?.cancel()
    former.task?.resume(with: result)
  }
}
