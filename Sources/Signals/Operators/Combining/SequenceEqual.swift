extension Signal {
  /// Says once whether another signal brings the same values, as `areSame` sees it, and finishes: with false as soon as
  /// two differ or one signal is longer, with true when both have finished. It fails with either, or if `areSame` throws.
  ///
  /// ![A marble diagram of sequenceEqual](sequenceEqual)
  ///
  /// ```swift
  /// let isUnchanged = saved.sequenceEqual(loaded) { $0.id == $1.id }
  /// ```
  public func sequenceEqual<Other>(
    _ other: Signal<Other>, by areSame: @escaping @Sendable (Value, Other) throws -> Bool,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Signal<Bool> {
    Signal<Bool> { downstream, line in
      let crossing = Crossing(Comparison<Value, Other>(), downstream, line)
      let inputs = crossing.makeInputs(2)
      guard line.connect(to: crossing) else { return }
      crossing.listen(to: self, by: inputs[0]) { crossing, event in
        switch event {
        case .value(let value): _ = crossing.state.own.append(value, isEnd: false)
        case .end(.finished): crossing.state.ownHasEnded = true
        case .end(let end): return crossing.finish(end)
        }
        try crossing.compare(areSame)
      }
      crossing.listen(to: other, by: inputs[1]) { crossing, event in
        switch event {
        case .value(let value): _ = crossing.state.others.append(value, isEnd: false)
        case .end(.finished): crossing.state.othersHaveEnded = true
        case .end(let end): return crossing.finish(end)
        }
        try crossing.compare(areSame)
      }
    }.seen(as: "sequenceEqual", file, line)
  }
}

extension Signal where Value: Equatable {
  /// Says once whether another signal brings equal values, and finishes: see ``sequenceEqual(_:by:file:line:)``.
  ///
  /// ![A marble diagram of sequenceEqual](sequenceEqual)
  ///
  /// ![A marble diagram of sequenceEqual, different](sequenceEqual-different)
  public func sequenceEqual(_ other: Signal, file: StaticString = #fileID, line: UInt = #line) -> Signal<Bool> {
    sequenceEqual(other) { $0 == $1 }.seen(as: "sequenceEqual", file, line)
  }
}

/// What has come from two signals and waits to be compared. Only one of them has something waiting.
private struct Comparison<Value, Other> {
  var own = Backlog<Value>()
  var others = Backlog<Other>()
  var ownHasEnded = false
  var othersHaveEnded = false
}

extension Crossing where Output == Bool {
  fileprivate func compare<Value, Other>(_ areSame: (Value, Other) throws -> Bool) throws
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
