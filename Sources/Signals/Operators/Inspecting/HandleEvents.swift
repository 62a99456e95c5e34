extension Signal {
  /// Calls closures for what happens here, and passes everything on as it is.
  ///
  /// ```swift
  /// let watched = download.handleEvents(
  ///   onSubscribe: { spinner.start() }, onEnd: { _ in spinner.stop() }, onCancel: { spinner.stop() })
  /// ```
  ///
  /// Of `onEnd` and `onCancel` one is called for each subscription, and once at most. If one of the others throws, the
  /// signal fails with that error; an error of `onValue` is then told to `onEnd`.
  ///
  /// - Parameters:
  ///   - onSubscribe: called before this signal is subscribed to.
  ///   - onValue: gets each value before it is passed on.
  ///   - onEnd: gets the end before it is passed on.
  ///   - onCancel: called when nobody wants anything more of this signal before it has ended: the endpoint was cancelled,
  ///     or something below has ended or failed by itself. It is called when what the subscription captured is released
  ///     (C8).
  ///   - file: where this is called, for the live graph.
  ///   - line: the same.
  public func handleEvents(
    onSubscribe: (@Sendable () throws -> Void)? = nil, onValue: (@Sendable (Value) throws -> Void)? = nil,
    onEnd: (@Sendable (End) throws -> Void)? = nil, onCancel: (@Sendable () -> Void)? = nil,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Signal {
    handled(onValue: onValue, onEnd: onEnd).subscribed(after: onSubscribe).observed(onCancel: onCancel)
      .seen(as: "handleEvents", file, line)
  }

  private func handled(
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

  private func subscribed(after onSubscribe: (@Sendable () throws -> Void)?) -> Signal {
    guard let onSubscribe else { return self }
    return Signal { downstream, line in
      do { try onSubscribe() } catch { return downstream.end(.failed(error)) }
      // It may have been cancelled in between, and a sequence would not look before its first value.
      if line.isOpen { attach(downstream, line) }
    }
  }

  /// A crossing, which alone hears of a cancel also where nothing above it is held by anybody.
  func observed(onCancel: (@Sendable () -> Void)?) -> Signal {
    guard let onCancel else { return self }
    return Signal { downstream, line in
      let hasEnded = Guarded(false)
      let observed: Signal = crossing(()) { crossing in
        crossing.whenClosed {
          if !hasEnded.change({ $0 }) { onCancel() }
        }
      } _: { crossing, event in
        if case .end = event { hasEnded.change { $0 = true } }
        crossing.pass(event)
      }
      observed.attach(downstream, line)
    }
  }
}
