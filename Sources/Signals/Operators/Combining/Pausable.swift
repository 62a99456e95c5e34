extension SignalConvertible where Value: Sendable {
  /// Holds values back while the latest value of `isPaused` is true, and emits them, in order, as soon as it is false.
  ///
  /// ![A marble diagram of pausable](pausable)
  ///
  /// `policy` determines which values are kept during a pause; by default, all of them are. Until `isPaused` has emitted
  /// its first value, nothing is paused. It is subscribed to before this signal, so a pause that is on from the beginning,
  /// as with a property, holds back even the values that arrive within the subscribing call.
  ///
  /// The values that were held back are emitted within the event that ends the pause, before any later value. So a pause
  /// that a handler begins meanwhile follows them (C4). A finish waits for the end of the pause, and follows these values.
  /// A failure is passed on at once, and the values are dropped.
  ///
  /// When `isPaused` finishes, a pause is over, since nothing else could end it. If `isPaused` fails, the result fails.
  ///
  /// ```swift
  /// let endpoint = messages
  ///   .pausable(by: isScrolling, buffering: .newest(100))
  ///   .subscribeValues { show($0) }
  /// ```
  public func pausable(
    by isPaused: some SignalConvertible<Bool>, buffering policy: BufferingPolicy = .unbounded,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Signal<Value> {
    Signal<Value> { [signal, isPaused = isPaused.signal] downstream, connection in
      let context = OperatorContext(Pausable<Value>(policy), downstream, connection)
      let inputs = context.makeInputs(2)
      guard connection.connect(to: context) else { return }
      context.listen(to: isPaused, by: inputs[0]) { context, event in
        switch event {
        case .value(let isPaused): context.pause(isPaused)
        case .end(.finished): context.pause(false)
        case .end(let failure): context.finish(failure)
        }
      }
      context.listen(to: signal, by: inputs[1]) { context, event in context.receive(event) }
    }.labeled("pausable", file, line)
  }
}

private struct Pausable<Value: Sendable>: Sendable {
  var isPaused = false
  /// Whether an event that was held back is being emitted, and the next one follows it.
  var isReleasing = false
  var held: Backlog<Event<Value>>

  init(_ policy: BufferingPolicy) { held = Backlog(policy) }
}

extension OperatorContext {
  fileprivate func receive(_ event: Event<Output>) where State == Pausable<Output> {
    guard state.isPaused || state.isReleasing else { return pass(event) }
    switch event {
    case .end(.failed): pass(event)
    case .end(.finished): _ = state.held.append(event, isEnd: true)
    case .value: _ = state.held.append(event, isEnd: false)
    }
  }

  fileprivate func pause(_ isPaused: Bool) where State == Pausable<Output> {
    state.isPaused = isPaused
    guard !isPaused, !state.isReleasing else { return }
    state.isReleasing = true
    releaseNext()
  }

  /// Emits one event. The next one is an event of its own, so that events sent by handlers come before it.
  private func releaseNext() where State == Pausable<Output> {
    guard !state.isPaused, let next = state.held.takeFirst() else { return state.isReleasing = false }
    pass(next)
    guard isWanted else { return }
    enter { context in context.releaseNext() }
  }
}
