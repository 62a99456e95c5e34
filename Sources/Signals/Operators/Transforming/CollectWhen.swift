extension SignalConvertible where Value: Sendable {
  /// Collects values into arrays, each of which is emitted when a signal emits that `closing` returns for it.
  ///
  /// ![A marble diagram of collect, when](collect-when)
  ///
  /// `closing` is called when the subscription begins, before this signal is subscribed to, and again after each array.
  /// The first value of its signal emits the array and begins the next one. An array without values is emitted, too. If
  /// the signal finishes without a value, the present array is emitted at the finish of this signal and no sooner.
  ///
  /// At the finish of this signal, the present array is emitted, even if it is empty; at a failure, it is dropped. If
  /// the signal of `closing` fails, or `closing` throws, the result fails. A signal that emits within the subscribing
  /// call closes its array at once, so `closing` mustn't return such a signal each time: arrays would follow each other
  /// without end, until the subscription is cancelled.
  ///
  /// ```swift
  /// let batches = orders.collect { .after(.seconds(openingHours.isOpen ? 1 : 60)) }
  /// ```
  public func collect<Closing: Sendable>(
    when closing: @escaping @Sendable () throws -> Signal<Closing>, file: StaticString = #fileID, line: UInt = #line
  ) -> Signal<[Value]> {
    let collecting = CollectWhen<Value, Closing>(closing: closing)
    return signal.context(CollectWhen<Value, Closing>.State(), begin: collecting.open, collecting.receive)
      .labeled("collect", file, line)
  }
}

private struct CollectWhen<Value: Sendable, Closing: Sendable>: Sendable {
  struct State: Sendable {
    var collected: [Value] = []
    /// Whether a closing signal is being subscribed to, and whether it has closed the array meanwhile.
    var isOpening = false
    var isClosedAtOnce = false
  }
  typealias Here = OperatorContext<State, [Value]>

  let closing: @Sendable () throws -> Signal<Closing>

  func receive(_ context: Here, _ event: Event<Value>) {
    switch event {
    case .value(let value): context.state.collected.append(value)
    case .end(.finished):
      close(context)
      context.finish(.finished)
    case .end(let failure): context.finish(failure)
    }
  }

  // A loop, so that signals that emit at once don't deepen the stack.
  func open(_ context: Here) throws {
    while context.isWanted {
      context.state.isOpening = true
      context.state.isClosedAtOnce = false
      context.wait(for: try closing()) { context, isDue in
        guard isDue else { return }
        if context.state.isOpening {
          context.state.isClosedAtOnce = true
        } else {
          close(context)
          try open(context)
        }
      }
      context.state.isOpening = false
      guard context.state.isClosedAtOnce else { return }
      close(context)
    }
  }

  private func close(_ context: Here) {
    let collected = context.state.collected
    context.state.collected = []
    context.pass(collected)
  }
}
