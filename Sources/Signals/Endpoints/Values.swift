extension Signal {
  /// The values as an asynchronous sequence, which throws if the signal fails.
  ///
  /// ```swift
  /// for try await temperature in sensor.values { print(temperature) }
  /// ```
  ///
  /// Everything that comes while the loop is busy waits: see ``values(buffering:file:line:)``.
  public var values: some AsyncSequence<Value, any Error> & Sendable {
    SignalValues(signal: self, policy: .unbounded, making: .unplaced(.endpoint, "values"))
  }

  /// The values as an asynchronous sequence, which throws if the signal fails. `policy` says what happens to values that
  /// come faster than they are asked for.
  ///
  /// Each iteration is a subscription of its own. It begins when the iterator is made, which is where a loop begins, and
  /// is cancelled when the iterator is released, or when the task is cancelled that waits for a value: then the loop ends
  /// without an error, and what waited is dropped. Waiting for a value blocks no thread. The end comes after the values
  /// that wait.
  ///
  /// A signal that brings values without end within the subscribing call, as ``from(_:file:line:)`` of an endless
  /// sequence does, never gets as far as the first one.
  ///
  /// ```swift
  /// for try await position in positions.values(buffering: .newest(1)) { await draw(position) }
  /// ```
  public func values(
    buffering policy: BufferingPolicy, file: StaticString = #fileID, line: UInt = #line
  ) -> some AsyncSequence<Value, any Error> & Sendable {
    SignalValues(signal: self, policy: policy, making: Making(.endpoint, "values", file, line))
  }

  /// Waits for the first value, and cancels the subscription then.
  ///
  /// It throws what the signal fails with, a ``NoValueError`` if it finishes without a value, and a `CancellationError`
  /// if the task is cancelled before there is a value.
  ///
  /// ```swift
  /// let location = try await locations.firstValue()
  /// ```
  public func firstValue(file: StaticString = #fileID, line: UInt = #line) async throws -> Value {
    let making = Making(.endpoint, "firstValue", file, line)
    let iterator = SignalValues(signal: prefix(1), policy: .unbounded, making: making).makeAsyncIterator()
    if let value = try await iterator.next(isolation: #isolation) { return value }
    try Task.checkCancellation()
    throw NoValueError()
  }
}

/// A signal finished without the value that was waited for.
public struct NoValueError: Error, Hashable, Sendable, CustomStringConvertible {
  /// For what waits for a value in another way.
  public init() {}

  /// A sentence that says so.
  public var description: String { "The signal finished without a value." }
}

private struct SignalValues<Value: Sendable>: AsyncSequence, Sendable {
  typealias Element = Value
  typealias Failure = any Error

  let signal: Signal<Value>
  let policy: BufferingPolicy
  let making: Making

  func makeAsyncIterator() -> Iterator {
    let mail = Mail<Value>(policy)
    return Iterator(mail: mail, endpoint: signal.subscribe(as: making) { event in mail.put(event) })
  }

  /// Its endpoint is what keeps the subscription alive.
  struct Iterator: AsyncIteratorProtocol {
    let mail: Mail<Value>
    let endpoint: Endpoint

    func next(isolation actor: isolated (any Actor)? = #isolation) async throws -> Value? {
      try await withTaskCancellationHandler {
        try await mail.next(isolation: actor)
      } onCancel: {
        mail.close()
        endpoint.cancel()
      }
    }
  }
}

/// A mailbox in use: its state is changed under a lock, and tasks go on outside of it.
private final class Mail<Value: Sendable>: Sendable {
  private typealias Waiter = CheckedContinuation<Value?, any Error>

  private let box: Guarded<Mailbox<Value, Waiter>>

  init(_ policy: BufferingPolicy) { box = Guarded(Mailbox(policy)) }

  func put(_ event: Event<Value>) {
    switch event {
    case .value(let value):
      let (waiter, dropped) = box.change { $0.put(value) }
      waiter?.resume(returning: value)
      _ = dropped
    case .end(let end):
      let waiters = box.change { $0.put(end) }
      if case .failed(let error) = end {
        waiters.first?.resume(throwing: error)
      } else {
        waiters.first?.resume(returning: nil)
      }
      for waiter in waiters.dropFirst() { waiter.resume(returning: nil) }
    }
  }

  func next(isolation actor: isolated (any Actor)?) async throws -> Value? {
    switch box.change({ $0.ask() }) {
    case .value(let value): return value
    case .finished: return nil
    case .failed(let error): throw error
    case .wait: break
    }
    return try await withCheckedThrowingContinuation(isolation: actor) { waiter in
      switch box.change({ $0.ask(waiter) }) {
      case .value(let value): waiter.resume(returning: value)
      case .finished: waiter.resume(returning: nil)
      case .failed(let error): waiter.resume(throwing: error)
      case .wait: break
      }
    }
  }

  func close() {
    let (waiters, dropped) = box.change { $0.close() }
    for waiter in waiters { waiter.resume(returning: nil) }
    _ = dropped
  }
}
