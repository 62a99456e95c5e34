/// The tasks that wait to send through one input. They take turns in the order of their calls.
final class SenderQueue: Sendable {
  private struct State: Sendable {
    var isBusy = false
    var waiting: [SuspendedSender] = []

    /// Takes the turn, unless another task has it.
    mutating func take() -> Bool {
      if isBusy { return false }
      isBusy = true
      return true
    }
  }

  private let state = Guarded(State())

  init() {}

  /// Waits for the turn. The task then has to `leave`.
  func enter(isolation: isolated (any Actor)?) async throws {
    try Task.checkCancellation()
    if state.change({ $0.take() }) { return }
    let sender = SuspendedSender()
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation(isolation: isolation) { continuation in
        guard sender.wait(continuation) else { return }
        let isNext = state.change { state in
          if state.take() { return true }
          state.waiting.append(sender)
          return false
        }
        // It may have been cancelled just now.
        if isNext { if !sender.wake() { leave() } } else if !sender.isWaiting { forget(sender) }
      }
    } onCancel: {
      sender.cancel()
      forget(sender)
    }
  }

  private func forget(_ sender: SuspendedSender) { state.change { $0.waiting.removeAll { $0 === sender } } }

  /// Gives the turn to the next task.
  func leave() {
    while let next = state.change({ state -> SuspendedSender? in
      guard !state.waiting.isEmpty else {
        state.isBusy = false
        return nil
      }
      return state.waiting.removeFirst()
    }) {
      if next.wake() { return }
    }
  }
}
