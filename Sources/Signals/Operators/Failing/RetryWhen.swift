extension SignalConvertible where Value: Sendable {
  /// Subscribes again when the signal fails and another signal, made of the errors, then emits a value.
  ///
  /// ![A marble diagram of retry, when](retry-when)
  ///
  /// `attempts` is called once for each subscription, before anything else. It receives a signal that emits the error of
  /// each failure, and returns the signal that decides:
  /// - Each of its values begins the next attempt. A value has no effect while an attempt is still running.
  /// - If it finishes, the result finishes, even if an attempt is running.
  /// - If it fails, the result fails with that error. So `attempts` gives up by throwing an error in an operator closure.
  ///
  /// If `attempts` throws, the result fails with the thrown error. Values of every attempt are emitted as they arrive,
  /// and a finish of this signal is passed on. Attempts that fail at once don't deepen the stack, however many there
  /// are. Written in the code of an actor, `attempts` is called on that actor, and so is everything downstream (C13).
  ///
  /// ```swift
  /// let feed = connection.retry { errors in
  ///   errors.enumerated().map { index, error in
  ///     if index == 5 { throw error }
  ///   }.delay(for: .seconds(1))
  /// }
  /// ```
  public func retry<Attempt>(
    @_inheritActorContext when attempts:
      @escaping @isolated(any) @Sendable (Signal<any Error>) throws -> Signal<Attempt>,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Signal<Value> {
    let info = NodeInfo(.source, "errors", file, line)
    let retrying = signal.retried(when: unisolated(attempts), info)
    guard let actor = attempts.isolation else { return retrying.labeled("retry", file, line) }
    let executor = Executor(actor)
    return Signal.made(by: executor) { retrying }.deliver(by: executor).labeled("retry", file, line)
  }
}

extension Signal {
  fileprivate func retried<Attempt>(
    when attempts: @escaping @Sendable (Signal<any Error>) throws -> Signal<Attempt>, _ info: NodeInfo
  ) -> Signal {
    Signal { downstream, connection in
      let context = OperatorContext(false, downstream, connection)
      let inputs = context.makeInputs(2)
      guard connection.connect(to: context) else { return }
      // Only the handlers of the inputs hold the errors, and they are released with the subscription.
      let errors = Errors(info)
      let retry = RetryWhen(upstream: self, errors: errors)
      do {
        context.listen(to: try attempts(errors.signal), by: inputs[0], retry.receiveAttempt)
      } catch {
        return context.enter { _ in throw error }
      }
      context.listenToFirst(self, by: inputs[1], retry.receive)
    }
  }
}

private struct RetryWhen<Value: Sendable>: Sendable {
  /// The state is whether an attempt has failed, and the next one hasn't begun.
  typealias Here = OperatorContext<Bool, Value>

  let upstream: Signal<Value>
  let errors: Errors

  func receive(_ context: Here, _ event: Event<Value>) {
    guard case .end(.failed(let error)) = event else { return context.pass(event) }
    context.state = true
    errors.send(error)
  }

  func receiveAttempt<Attempt>(_ context: Here, _ event: Event<Attempt>) {
    switch event {
    case .value:
      guard context.state else { return }
      context.state = false
      context.subscribe(to: upstream, receive)
    case .end(let end):
      context.finish(end)
    }
  }
}

/// The signal of the errors in one subscription.
private final class Errors: Sendable {
  private let hub = Hub<any Error>(executor: .inline)
  private let info: NodeInfo

  init(_ info: NodeInfo) { self.info = info }

  // The end for the remaining observers of the errors when the operator is over.
  deinit { hub.finishLast() }

  var signal: Signal<any Error> {
    Signal { [hub, info] downstream, connection in hub.add(downstream, connection, info: info) }
  }

  func send(_ error: any Error) { _ = hub.send(error) }
}
