extension SignalConvertible where Value: Sendable {
  /// Calls closures for the events of each subscription, and passes on all events unchanged.
  ///
  /// ```swift
  /// let watched = download.handleEvents(
  ///   onSubscribe: { spinner.start() }, onEnd: { _ in spinner.stop() }, onCancel: { spinner.stop() })
  /// ```
  ///
  /// Each subscription calls either `onEnd` or `onCancel`, at most once. If one of the other closures throws, the
  /// signal fails with the thrown error; an error thrown by `onValue` is then passed to `onEnd`.
  ///
  /// A closure that is written in the code of an actor is called on that actor, and so is everything downstream (C13).
  ///
  /// - Parameters:
  ///   - onSubscribe: called before this signal is subscribed to.
  ///   - onValue: receives each value before it is passed on.
  ///   - onEnd: receives the end before it is passed on.
  ///   - onCancel: called when the subscription is over before this signal has ended: because the endpoint was
  ///     cancelled, or an operator downstream ended or failed by itself. It is called when the captures of the
  ///     subscription are released (C8).
  ///   - file: the source file of this call, for the live graph.
  ///   - line: the source line of this call, for the live graph.
  public func handleEvents(
    @_inheritActorContext onSubscribe: (@isolated(any) @Sendable () throws -> Void)? = nil,
    @_inheritActorContext onValue: (@isolated(any) @Sendable (Value) throws -> Void)? = nil,
    @_inheritActorContext onEnd: (@isolated(any) @Sendable (End) throws -> Void)? = nil,
    @_inheritActorContext onCancel: (@isolated(any) @Sendable () -> Void)? = nil,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Signal<Value> {
    let actor = onValue?.isolation
    let actorOfEnd = onEnd?.isolation
    return signal.delivered(on: actor).handled(onValue: onValue.map { unisolated($0) })
      .delivered(on: actorOfEnd === actor ? nil : actorOfEnd).handled(onEnd: onEnd.map { unisolated($0) })
      .subscribed(after: onSubscribe).observed(onCancel: onCancel)
      .labeled("handleEvents", file, line)
  }
}

extension Signal {
  fileprivate func handled(onValue: (@Sendable (Value) throws -> Void)?) -> Signal {
    guard let onValue else { return self }
    return stage(()) { _, value, downstream in
      try onValue(value)
      try downstream.pass(value)
    }
  }

  /// Passes values on by `deliver(_:)`, so that an error thrown downstream doesn't come back as an end of this signal.
  fileprivate func handled(onEnd: (@Sendable (End) throws -> Void)?) -> Signal {
    stage(()) { _, value, downstream in
      downstream.deliver(value)
    } atEnd: { _, end, downstream in
      do { try onEnd?(end) } catch { return downstream.end(.failed(error)) }
      downstream.end(end)
    }
  }

  fileprivate func subscribed(after onSubscribe: (@isolated(any) @Sendable () throws -> Void)?) -> Signal {
    guard let onSubscribe else { return self }
    let call = unisolated(onSubscribe)
    if let actor = onSubscribe.isolation {
      return Signal.made(by: Executor(actor)) {
        try call()
        return self
      }
    }
    return Signal { downstream, connection in
      do { try call() } catch { return downstream.end(.failed(error)) }
      // The connection may have been cancelled meanwhile, and a sequence checks that only after its first element.
      if connection.isOpen { attach(downstream, connection) }
    }
  }

  /// Observes cancellation by means of a context, which learns of it even if no producer upstream holds a connection.
  func observed(onCancel: (@isolated(any) @Sendable () -> Void)?) -> Signal {
    guard let onCancel else { return self }
    let executor = onCancel.isolation.map { Executor($0) } ?? .inline
    let call = unisolated(onCancel)
    return Signal { downstream, connection in
      let hasEnded = Guarded(false)
      let observed: Signal = context(
        (),
        begin: { context in
          context.whenClosed {
            guard !hasEnded.change({ $0 }) else { return }
            if executor.allowsInline { call() } else { executor.run(call) }
          }
        }, passesAll: true
      ) { context, event in
        if case .end = event { hasEnded.change { $0 = true } }
        context.pass(event)
      }
      observed.attach(downstream, connection)
    }
  }
}
