extension SignalConvertible where Value: Sendable {
  /// The values as an asynchronous sequence, which throws if the signal fails.
  ///
  /// ```swift
  /// for try await temperature in sensor.values { print(temperature) }
  /// ```
  ///
  /// All values that arrive while the loop is busy are buffered: see ``values(buffering:file:line:)``.
  public var values: some AsyncSequence<Value, any Error> & Sendable {
    SignalValues(signal: signal, policy: .unbounded, info: .unplaced(.endpoint, "values"))
  }

  /// Returns the values as an asynchronous sequence, which throws if the signal fails. `policy` determines which values
  /// are kept when they arrive faster than the loop asks for them.
  ///
  /// Each iteration is a subscription of its own. It begins when the iterator is made, which is the start of a loop,
  /// and is cancelled when the iterator is released, or when a task is cancelled while it waits for a value: the loop
  /// then ends without an error, and the buffered values are dropped. Waiting for a value blocks no thread. The end
  /// follows the buffered values.
  ///
  /// A signal that emits values without end within the subscribing call, such as ``from(_:file:line:)`` of an endless
  /// sequence, never delivers even its first value to the loop.
  ///
  /// ```swift
  /// for try await position in positions.values(buffering: .newest(1)) { await draw(position) }
  /// ```
  public func values(
    buffering policy: BufferingPolicy, file: StaticString = #fileID, line: UInt = #line
  ) -> some AsyncSequence<Value, any Error> & Sendable {
    SignalValues(signal: signal, policy: policy, info: NodeInfo(.endpoint, "values", file, line))
  }

  /// Waits for the first value, then cancels the subscription. It subscribes on the actor of the caller.
  ///
  /// It throws the signal's error if the signal fails, a ``NoValueError`` if the signal finishes without a value, and a
  /// `CancellationError` if the task is cancelled before there is a value.
  ///
  /// ```swift
  /// let location = try await locations.firstValue()
  /// ```
  public nonisolated(nonsending) func firstValue(
    file: StaticString = #fileID, line: UInt = #line
  ) async throws -> Value {
    let info = NodeInfo(.endpoint, "firstValue", file, line)
    let iterator = SignalValues(signal: prefix(1), policy: .unbounded, info: info).makeAsyncIterator()
    if let value = try await iterator.next(isolation: #isolation) { return value }
    try Task.checkCancellation()
    throw NoValueError()
  }
}

/// An object whose signal never fails, such as a property or a derived value: its ``values`` are a sequence that doesn't throw.
///
/// ```swift
/// for await name in person.$name.values { print(name) }
/// ```
///
/// A type of your own may adopt it if its signal never fails. If the signal fails all the same, the sequence ends, and
/// ``SignalDiagnostics`` receives the failure.
public protocol InfallibleSignalConvertible<Value>: SignalConvertible {}

extension InfallibleSignalConvertible where Value: Sendable {
  /// The values as an asynchronous sequence, which never throws.
  ///
  /// ```swift
  /// for await count in cart.count.values { print(count) }
  /// ```
  ///
  /// All values that arrive while the loop is busy are buffered: see ``values(buffering:file:line:)``.
  public var values: some AsyncSequence<Value, Never> & Sendable {
    let info = NodeInfo.unplaced(.endpoint, "values")
    return InfallibleValues(SignalValues(signal: signal, policy: .unbounded, info: info), info)
  }

  /// Returns the values as an asynchronous sequence, which never throws. Otherwise, it behaves like
  /// ``SignalConvertible/values(buffering:file:line:)``.
  ///
  /// ```swift
  /// for await position in position.values(buffering: .newest(1)) { await draw(position) }
  /// ```
  public func values(
    buffering policy: BufferingPolicy, file: StaticString = #fileID, line: UInt = #line
  ) -> some AsyncSequence<Value, Never> & Sendable {
    let info = NodeInfo(.endpoint, "values", file, line)
    return InfallibleValues(SignalValues(signal: signal, policy: policy, info: info), info)
  }
}

extension SignalConvertible where Value: Sendable {
  /// Waits for the first value for which `isMatch` returns true, then cancels the subscription.
  ///
  /// It throws what ``firstValue(file:line:)`` throws, and the error that `isMatch` throws. Like that, it subscribes on the actor
  /// of the caller. Written in the code of an actor, `isMatch` is called on that actor (C13).
  ///
  /// ```swift
  /// let ready = try await states.firstValue { $0 == .ready }
  /// ```
  public nonisolated(nonsending) func firstValue(
    @_inheritActorContext where isMatch: @escaping @isolated(any) @Sendable (Value) throws -> Bool,
    file: StaticString = #fileID, line: UInt = #line
  ) async throws -> Value {
    try await signal.delivered(on: isMatch.isolation).first(where: unisolated(isMatch))
      .firstValue(file: file, line: line)
  }
}

/// The error of a signal that finished without the awaited value.
public struct NoValueError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Makes the error, for code that awaits a value by other means.
  public init() {}

  /// The error as a sentence.
  public var description: String { "The signal finished without a value." }
}

private struct SignalValues<Value: Sendable>: AsyncSequence, Sendable {
  typealias Element = Value
  typealias Failure = any Error

  let signal: Signal<Value>
  let policy: BufferingPolicy
  let info: NodeInfo

  func makeAsyncIterator() -> Iterator {
    let mail = Mail<Value>(policy)
    return Iterator(mail: mail, endpoint: signal.subscribe(as: info) { event in mail.put(event) })
  }

  /// An iterator, whose endpoint keeps the subscription alive.
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

/// The values of a signal that never fails.
struct InfallibleValues<Values: AsyncSequence & Sendable>: AsyncSequence, Sendable
where Values.Element: Sendable {
  typealias Element = Values.Element
  typealias Failure = Never

  private let values: Values
  private let info: NodeInfo

  init(_ values: Values, _ info: NodeInfo) {
    self.values = values
    self.info = info
  }

  func makeAsyncIterator() -> Iterator { Iterator(iterator: values.makeAsyncIterator(), info: info) }

  struct Iterator: AsyncIteratorProtocol {
    fileprivate var iterator: Values.AsyncIterator
    fileprivate let info: NodeInfo

    mutating func next(isolation actor: isolated (any Actor)? = #isolation) async -> Element? {
      do {
        return try await iterator.next(isolation: actor)
      } catch {
        // Only a signal of a program's own type can break the promise.
        SignalDiagnostics.report(error, of: "a Signal<\(Element.self)>", ignoredBy: info)
        return nil
      }
    }
  }
}

/// A mailbox that threads share: its state changes under a lock, and tasks are resumed outside the lock.
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
