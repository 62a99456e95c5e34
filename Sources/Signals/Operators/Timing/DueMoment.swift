extension Signal {
  /// The moment that this signal stands for: true at its first value, false at a finish without a value, then the
  /// finish. The first value also cancels the subscription to this signal.
  var dueMoment: Signal<Bool> {
    stage(false) { isOver, _, downstream in
      guard !isOver else { return }
      isOver = true
      downstream.end(.finished, after: true)
    } atEnd: { isOver, end, downstream in
      downstream.end(end, after: isOver ? nil : false)
    }
  }
}

extension OperatorContext {
  /// Subscribes to a signal whose first value is the moment for something, and calls `action` with true at that value,
  /// or with false if the signal finishes without one. A failure fails the operator.
  ///
  /// - Returns: the connection, if the moment is still to come.
  @discardableResult
  func wait<Other: Sendable>(
    for signal: Signal<Other>, _ action: @escaping @Sendable (OperatorContext, _ isDue: Bool) throws -> Void
  ) -> Connection? {
    subscribe(to: signal.dueMoment) { context, event in
      switch event {
      case .value(let isDue): try action(context, isDue)
      case .end(.finished): break
      case .end(.failed(let error)): throw error
      }
    }
  }
}
