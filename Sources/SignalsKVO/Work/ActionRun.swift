internal import Signals

/// One run of an action: its input, its task, and the caller that awaits the result.
final class ActionRun<Input: Sendable, Output: Sendable>: Sendable, Hashable {
  private enum Waiting {
    case nobody
    case caller(CheckedContinuation<Output, any Error>)
    case over(Result<Output, any Error>)
  }

  let input: Input
  private let task = DeferredTask()
  private let hasReturned = TaskLatch()
  private let waiting = Guarded(Waiting.nobody)

  init(_ input: Input) { self.input = input }

  static func == (one: ActionRun, other: ActionRun) -> Bool { one === other }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }

  /// Starts the task. Returns false if the run was cancelled before.
  func start(priority: TaskPriority?, _ body: @escaping @Sendable () async -> Void) -> Bool {
    task.start(priority: priority, body)
  }

  var isCancelled: Bool { task.isCancelled }

  func cancel() {
    task.cancel()
    finish(.failure(CancellationError()))
  }

  /// Hands the result to the caller that awaits it. Only the first result counts.
  func finish(_ result: Result<Output, any Error>) {
    let caller: CheckedContinuation<Output, any Error>? = waiting.change { waiting in
      switch waiting {
      case .over: return nil
      case .nobody:
        waiting = .over(result)
        return nil
      case .caller(let caller):
        waiting = .over(result)
        return caller
      }
    }
    caller?.resume(with: result)
  }

  /// Waits for the result.
  nonisolated(nonsending) func output() async throws -> Output {
    try await withCheckedThrowingContinuation { continuation in
      let result: Result<Output, any Error>? = waiting.change { waiting in
        if case .over(let result) = waiting { return result }
        waiting = .caller(continuation)
        return nil
      }
      if let result { continuation.resume(with: result) }
    }
  }

  // MARK: - The return of the closure

  /// Notes that the closure has returned, or will not be called.
  func noteReturn() { hasReturned.open() }

  /// Waits until the closure has returned, even if the waiting task is cancelled.
  nonisolated(nonsending) func returned() async { await hasReturned.wait() }
}
