internal import Signals

/// A task that can be cancelled before it is started.
final class DeferredTask: Sendable, Equatable {
  private enum State {
    case idle
    case started(Task<Void, Never>)
    case cancelled
  }

  private let state = Guarded(State.idle)
  private let presence = LiveObject()

  static func == (one: DeferredTask, other: DeferredTask) -> Bool { one === other }

  var isCancelled: Bool { state.change { if case .cancelled = $0 { true } else { false } } }

  /// Starts the task, once. Returns false if it was cancelled before.
  @discardableResult
  func start(priority: TaskPriority?, _ body: @escaping @Sendable () async -> Void) -> Bool {
    if isCancelled { return false }
    let task = Task(priority: priority) { [self] in
      // It may have been cancelled before the task was known here.
      if isCancelled { unsafe withUnsafeCurrentTask { unsafe $0?.cancel() } }
      await body()
    }
    let isStillWanted = state.change { state in
      guard case .idle = state else { return false }
      state = .started(task)
      return true
    }
    if !isStillWanted { task.cancel() }
    return true
  }

  func cancel() {
    let task: Task<Void, Never>? = state.change { state in
      defer { state = .cancelled }
      return if case .started(let task) = state { task } else { nil }
    }
    task?.cancel()
  }
}
