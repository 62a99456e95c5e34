extension SignalInput {
  /// Sends a value as soon as no buffer that it reaches is full, and suspends the task until then.
  ///
  /// So a task that produces values goes no faster than the queue that handles them: `deliver(on:buffering:)` with
  /// `.oldest(n)` or `.newest(n)` has room while fewer than n values wait, and loses none of the values of such senders.
  ///
  /// ```swift
  /// let rows = SignalInput<Row>()
  /// let endpoint = rows.deliver(on: queue, buffering: .oldest(100)).subscribeValues { store($0) }
  /// for try await row in file.rows { try await rows.sendWhenReady(row) }
  /// ```
  ///
  /// The value is sent when there is room for every subscriber. For each subscriber, the first `deliver(on:buffering:)`
  /// downstream counts, also below operators such as `map`, `merge`, `flatMap` and `shared`. Without a subscriber, or
  /// if no buffer has a limit, the value is sent at once.
  ///
  /// The room is checked before the send. So an operator upstream of the buffer may still overfill it, if it holds
  /// values back, such as `delay`, or emits several values for one.
  ///
  /// Several tasks send in the order of their calls. A value that is sent by ``send(_:)->SendResult``, or by another input, doesn't
  /// wait. It may take the room that was found here; the buffering policy then determines the value that is dropped.
  ///
  /// - Returns: the outcome of the send; `.ended` if the signal has finished or failed, also while the task waited.
  /// - Throws: `CancellationError` if the task is cancelled before the value is sent. The value is not sent then.
  @discardableResult
  public nonisolated(nonsending) func sendWhenReady(_ value: Value) async throws -> SendResult {
    let queue = hub.rareState.senders.object { SenderQueue() }
    try await queue.enter(isolation: #isolation)
    defer { queue.leave() }
    try await waitForRoom(isolation: #isolation)
    return send(value)
  }

  private func waitForRoom(isolation: isolated (any Actor)?) async throws {
    let sender = SuspendedSender()
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation(isolation: isolation) { continuation in
        if sender.wait(continuation) { hub.findRoom(for: sender) }
      }
    } onCancel: {
      sender.cancel()
    }
  }
}

/// The tasks that wait to send through one input. They take turns in the order of their calls.
final class SenderQueue: Sendable {
  private struct State: Sendable {
    var isBusy = false
    private var waiting = FIFO<Place>()
    /// The numbers of cancelled tasks, which stay in the queue until they may be half of it.
    private var cancelled: Set<UInt> = []
    private var lastNumber: UInt = 0

    struct Place: Sendable {
      let number: UInt
      let sender: SuspendedSender
    }

    /// Takes the turn, unless another task has it.
    mutating func take() -> Bool {
      if isBusy { return false }
      isBusy = true
      return true
    }

    mutating func makeNumber() -> UInt {
      lastNumber += 1
      return lastNumber
    }

    mutating func append(_ place: Place) { waiting.append(place) }

    mutating func popFirst() -> SuspendedSender? { waiting.popFirst()?.sender }

    /// Forgets a task that was cancelled.
    mutating func forget(_ number: UInt) {
      cancelled.insert(number)
      if cancelled.count <= waiting.count / 2 { return }
      for place in waiting.takeAll() where !cancelled.contains(place.number) { waiting.append(place) }
      cancelled = []
    }
  }

  private let state = Guarded(State())

  init() {}

  /// Waits for the turn. The task then has to `leave`.
  func enter(isolation: isolated (any Actor)?) async throws {
    try Task.checkCancellation()
    let (isFirst, number) = state.change { state in
      state.take() ? (true, 0) : (false, state.makeNumber())
    }
    if isFirst { return }
    let sender = SuspendedSender()
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation(isolation: isolation) { continuation in
        guard sender.wait(continuation) else { return }
        let isNext = state.change { state in
          if state.take() { return true }
          state.append(State.Place(number: number, sender: sender))
          return false
        }
        // It may have been cancelled just now.
        if isNext { if !sender.wake() { leave() } } else if !sender.isWaiting { forget(number) }
      }
    } onCancel: {
      sender.cancel()
      forget(number)
    }
  }

  private func forget(_ number: UInt) { state.change { $0.forget(number) } }

  /// Gives the turn to the next task.
  func leave() {
    while let next = state.change({ state -> SuspendedSender? in
      let next = state.popFirst()
      if next == nil { state.isBusy = false }
      return next
    }) {
      if next.wake() { return }
    }
  }
}
