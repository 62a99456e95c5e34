/// An asynchronous closure, and the actor in whose code it is written (C13).
struct Work<Input: Sendable, Output: Sendable>: Sendable {
  let isolation: (any Actor)?
  private let call: nonisolated(nonsending) @Sendable (Input) async throws -> Output

  init(_ closure: @escaping @isolated(any) @Sendable (Input) async throws -> Output) {
    isolation = closure.isolation
    call = { input in try await closure(input) }
  }

  /// Calls the closure, unless the task is cancelled.
  // On the actor of the closure, so that the caller goes on there, and handlers of that actor are called inline.
  func result(for input: Input, isolation: isolated (any Actor)?) async -> Result<Output, any Error> {
    do {
      try Task.checkCancellation()
      return .success(try await call(input))
    } catch {
      return .failure(error)
    }
  }
}

extension Work {
  init(withoutInput closure: @escaping @isolated(any) @Sendable () async throws -> Output) {
    isolation = closure.isolation
    call = { _ in try await closure() }
  }
}
