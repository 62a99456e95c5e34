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
    onSubscribe: (@Sendable () throws -> Void)? = nil, onValue: (@Sendable (Value) throws -> Void)? = nil,
    onEnd: (@Sendable (End) throws -> Void)? = nil, onCancel: (@Sendable () -> Void)? = nil,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Signal<Value> {
    signal.handled(onValue: onValue, onEnd: onEnd).subscribed(after: onSubscribe).observed(onCancel: onCancel)
      .labeled("handleEvents", file, line)
  }
}

extension Signal {
  fileprivate func handled(
    onValue: (@Sendable (Value) throws -> Void)?, onEnd: (@Sendable (End) throws -> Void)?
  ) -> Signal {
    stage(()) { _, value, downstream in
      try onValue?(value)
      downstream.deliver(value)
    } atEnd: { _, end, downstream in
      do { try onEnd?(end) } catch { return downstream.end(.failed(error)) }
      downstream.end(end)
    }
  }

  fileprivate func subscribed(after onSubscribe: (@Sendable () throws -> Void)?) -> Signal {
    guard let onSubscribe else { return self }
    return Signal { downstream, connection in
      do { try onSubscribe() } catch { return downstream.end(.failed(error)) }
      // The connection may have been cancelled meanwhile, and a sequence checks it only after making its first element.
      if connection.isOpen { attach(downstream, connection) }
    }
  }

  /// Observes cancellation by means of a context, which learns of it even if no producer upstream holds a connection.
  func observed(onCancel: (@Sendable () -> Void)?) -> Signal {
    guard let onCancel else { return self }
    return Signal { downstream, connection in
      let hasEnded = Guarded(false)
      let observed: Signal = context(()) { context in
        context.whenClosed {
          if !hasEnded.change({ $0 }) { onCancel() }
        }
      } _: { context, event in
        if case .end = event { hasEnded.change { $0 = true } }
        context.pass(event)
      }
      observed.attach(downstream, connection)
    }
  }
}
