/// Emits whether two signals have the same values in the same order, as decided by `areSame`, then finishes: see
/// ``SignalConvertible/sequenceEqual(_:by:file:line:)``.
///
/// ```swift
/// let isUnchanged = sequenceEqual(saved, loaded) { $0.id == $1.id }
/// ```
public func sequenceEqual<First: Sendable, Second: Sendable>(
  _ first: some SignalConvertible<First>, _ second: some SignalConvertible<Second>,
  by areSame: @escaping @Sendable (First, Second) throws -> Bool, file: StaticString = #fileID, line: UInt = #line
) -> Signal<Bool> {
  first.sequenceEqual(second, by: areSame).labeled("sequenceEqual", file, line)
}

/// Emits whether two signals have equal values in the same order, then finishes: see
/// ``SignalConvertible/sequenceEqual(_:by:file:line:)``.
public func sequenceEqual<Value: Equatable & Sendable>(
  _ first: some SignalConvertible<Value>, _ second: some SignalConvertible<Value>, file: StaticString = #fileID,
  line: UInt = #line
) -> Signal<Bool> {
  first.sequenceEqual(second).labeled("sequenceEqual", file, line)
}

extension SignalConvertible where Value: Sendable {
  /// Emits whether another signal has the same values in the same order, as decided by `areSame`, then finishes. The
  /// result is false as soon as two values differ or one signal is longer, and true when both have finished. It fails
  /// if either signal fails or `areSame` throws.
  ///
  /// ![A marble diagram of sequenceEqual](sequenceEqual)
  ///
  /// ```swift
  /// let isUnchanged = saved.sequenceEqual(loaded) { $0.id == $1.id }
  /// ```
  public func sequenceEqual<Other: Sendable>(
    _ other: some SignalConvertible<Other>, by areSame: @escaping @Sendable (Value, Other) throws -> Bool,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Signal<Bool> {
    Signal<Bool> { [signal, other = other.signal] downstream, connection in
      let context = OperatorContext(Comparison<Value, Other>(), downstream, connection)
      let inputs = context.makeInputs(2)
      guard connection.connect(to: context) else { return }
      context.listen(to: signal, by: inputs[0]) { context, event in
        switch event {
        case .value(let value): _ = context.state.own.append(value, isEnd: false)
        case .end(.finished): context.state.ownHasEnded = true
        case .end(let end): return context.finish(end)
        }
        try context.compare(areSame)
      }
      context.listen(to: other, by: inputs[1]) { context, event in
        switch event {
        case .value(let value): _ = context.state.others.append(value, isEnd: false)
        case .end(.finished): context.state.othersHaveEnded = true
        case .end(let end): return context.finish(end)
        }
        try context.compare(areSame)
      }
    }.labeled("sequenceEqual", file, line)
  }
}

extension SignalConvertible where Value: Equatable & Sendable {
  /// Emits whether another signal has equal values in the same order, then finishes: see
  /// ``sequenceEqual(_:by:file:line:)``.
  ///
  /// ![A marble diagram of sequenceEqual](sequenceEqual)
  ///
  /// ![A marble diagram of sequenceEqual, different](sequenceEqual-different)
  public func sequenceEqual(_ other: some SignalConvertible<Value>, file: StaticString = #fileID, line: UInt = #line)
    -> Signal<Bool>
  {
    sequenceEqual(other) { $0 == $1 }.labeled("sequenceEqual", file, line)
  }
}

/// The values of two signals that wait to be compared. Between events, at most one of the backlogs has values.
private struct Comparison<Value, Other> {
  var own = Backlog<Value>()
  var others = Backlog<Other>()
  var ownHasEnded = false
  var othersHaveEnded = false
}

extension OperatorContext where Output == Bool {
  fileprivate func compare<Value, Other: Sendable>(_ areSame: (Value, Other) throws -> Bool) throws
  where State == Comparison<Value, Other> {
    if !state.own.isEmpty, !state.others.isEmpty, let value = state.own.takeFirst(),
      let other = state.others.takeFirst()
    {
      if try !areSame(value, other) { return answer(false) }
    }
    let ownIsOver = state.ownHasEnded && state.own.isEmpty
    let othersAreOver = state.othersHaveEnded && state.others.isEmpty
    if ownIsOver, othersAreOver { return answer(true) }
    if ownIsOver && !state.others.isEmpty || othersAreOver && !state.own.isEmpty { answer(false) }
  }

  private func answer(_ isEqual: Bool) {
    pass(isEqual)
    finish(.finished)
  }
}
