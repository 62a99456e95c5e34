extension SignalConvertible where Value: Sendable {
  /// Continues with another signal when this one fails.
  ///
  /// ![A marble diagram of catch](catch)
  ///
  /// `recover` receives the error and returns the signal to subscribe to instead. A failure of that signal is passed
  /// on. If `recover` throws, the result fails with the thrown error, so rethrow an error that `recover` doesn't
  /// handle. A finish is passed on without calling `recover`. Written in the code of an actor, `recover` is called on
  /// that actor, and so is everything downstream (C13).
  ///
  /// ```swift
  /// let picture = download.catch { error in
  ///   guard error is TimeoutError else { throw error }
  ///   return .just(placeholder)
  /// }
  /// ```
  public func `catch`(
    @_inheritActorContext _ recover: @escaping @isolated(any) @Sendable (any Error) throws -> Signal<Value>,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Signal<Value> {
    signal.continued(on: recover.isolation, by: unisolated(recover)).labeled("catch", file, line)
  }

  /// Does the same with a closure that returns a property, or something else that has a signal. That object isn't kept alive.
  ///
  /// ```swift
  /// let rate = download.catch { _ in cachedRate }
  /// ```
  // Disfavored, so that `.just(1)` and `.empty()` are signals in the closure.
  @_disfavoredOverload
  public func `catch`<Other: SignalConvertible<Value> & SendableMetatype>(
    @_inheritActorContext _ recover: @escaping @isolated(any) @Sendable (any Error) throws -> Other,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Signal<Value> {
    let call = unisolated(recover)
    return signal.continued(on: recover.isolation) { try call($0).signal }.labeled("catch", file, line)
  }
}

extension Signal {
  /// Continues with the signal that `recover` returns on an actor when this one fails.
  fileprivate func continued(
    on actor: (any Actor)?, by recover: @escaping @Sendable (any Error) throws -> Signal
  ) -> Signal {
    guard let actor else { return continued(by: recover) }
    let executor = Executor(actor)
    return continued { error in .made(by: executor) { try recover(error) } }.deliver(by: executor)
  }

  /// Continues with the signal that `recover` returns when this one fails.
  private func continued(by recover: @escaping @Sendable (any Error) throws -> Signal) -> Signal {
    context((), continuesAfterEnd: true) { context, event in
      guard case .end(.failed(let error)) = event else { return context.pass(event) }
      let next = try recover(error)
      context.subscribe(to: next) { context, event in context.pass(event) }
    }
  }
}
