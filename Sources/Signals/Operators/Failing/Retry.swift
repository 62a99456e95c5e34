public import Dispatch

extension SignalConvertible where Value: Sendable {
  /// Subscribes again when the signal fails, up to `count` times, and passes on the failure of the last attempt.
  /// Without a `count`, it never gives up; add a `delay` then, or an operator that ends the signal.
  ///
  /// ![A marble diagram of retry](retry)
  ///
  /// Values of every attempt are emitted as they arrive, and don't reset the count. With `resetsAfterValue`, they do:
  /// the signal is given up after `count` attempts without a value, and never if each attempt emits one. If there is a
  /// `delay`, each attempt is made on the scheduler after that delay; otherwise it is made at once, within the failure.
  /// Attempts that fail at once don't deepen the stack, however many there are. A cancellation ends both the wait and
  /// the attempts.
  ///
  /// ```swift
  /// let answer = request.retry(3, delay: .seconds(1))
  /// ```
  public func retry(
    _ count: Int? = nil, resetsAfterValue: Bool = false, delay: Duration = .zero,
    on scheduler: some Scheduler = DispatchQueue.global(), file: StaticString = #fileID, line: UInt = #line
  ) -> Signal<Value> {
    let policy = RetryPolicy(
      count: count, resetsAfterValue: resetsAfterValue, delay: delay, file: file, line: line)
    return retry(policy, on: scheduler).labeled("retry", file, line)
  }

  /// Subscribes again when the signal fails. A policy defines the number of attempts, their delays, and the errors that
  /// allow them.
  ///
  /// ![A marble diagram of retry, policy](retry-policy)
  ///
  /// ```swift
  /// let feed = connection
  ///   .retry(RetryPolicy(delay: .seconds(1), factor: 2, maximum: .seconds(60), jitter: 0.5))
  /// ```
  ///
  /// Otherwise, it behaves like ``retry(_:resetsAfterValue:delay:on:file:line:)``.
  public func retry(
    _ policy: RetryPolicy, on scheduler: some Scheduler = DispatchQueue.global(),
    file: StaticString = #fileID, line: UInt = #line
  ) -> Signal<Value> {
    let upstream = signal.delivered(on: policy.isWorthwhile.isolation)
    let retry = Retry(
      upstream: upstream, policy: policy, isWorthwhile: unisolated(policy.isWorthwhile), scheduler: scheduler)
    return upstream.context(Retry<Value>.State(), continuesAfterEnd: true, retry.receive).labeled("retry", file, line)
  }
}

private struct Retry<Value: Sendable>: Sendable {
  struct State: Sendable {
    /// The attempts that are left, once one has failed.
    var attempts: RetryPolicy.Attempts?
  }
  typealias Here = OperatorContext<State, Value>

  let upstream: Signal<Value>
  let policy: RetryPolicy
  let isWorthwhile: @Sendable (any Error) throws -> Bool
  let scheduler: any Scheduler

  func receive(_ context: Here, _ event: Event<Value>) throws {
    guard case .end(.failed(let error)) = event else {
      if policy.resetsAfterValue, case .value = event { context.state.attempts?.beginAnew() }
      return context.pass(event)
    }
    var attempts = context.state.attempts ?? policy.attempts
    guard !attempts.areExhausted, try isWorthwhile(error) else { return context.finish(.failed(error)) }
    let delay = attempts.next()
    context.state.attempts = attempts
    if delay > .zero {
      context.schedule(after: delay, on: scheduler, attempt)
    } else {
      attempt(context)
    }
  }

  private func attempt(_ context: Here) {
    context.subscribe(to: upstream, receive)
  }
}
