// One, two and three others are written out beside any number: closures that name what they get as `$0.1` compile for
// them.

extension Signal {
  /// Emits each value of this signal together with what another holds.
  ///
  /// Values that come before the other has one are dropped. Where one turn reaches both, it is what the other holds when
  /// the turn settles (C10). The result finishes with this signal and fails with either; the other's finish ends nothing.
  ///
  /// ```swift
  /// let submitted = button.withLatest(from: form).map { _, form in form }
  /// ```
  @inlinable
  public func withLatest<Other>(from other: Signal<Other>) -> Signal<(Value, Other)> {
    Signal<(Value, Other)> { downstream, line in
      let join = Join(downstream, line)
      let own = Arrivals<Value, (Value, Other)>(join)
      let a = Latest<Other, (Value, Other)>(join)
      let isConnected = join.begin(line, [a, own]) { join, takingIn in
        if takingIn {
          own.takeIn()
          a.takeIn()
          join.free()
        }
        join.accompany(own) { value in if let a = a.value { (value, a) } else { nil } }
      }
      guard isConnected else { return }
      a.listen(to: other)
      own.listen(to: self)
    }
  }

  /// Emits each value of this signal together with what two others hold: see ``withLatest(from:)``.
  @inlinable
  public func withLatest<First, Second>(
    from first: Signal<First>, _ second: Signal<Second>
  ) -> Signal<(Value, First, Second)> {
    withLatest(from: Signals.combineLatest(first, second)).map { value, others in (value, others.0, others.1) }
  }

  /// Emits each value of this signal together with what three others hold: see ``withLatest(from:)``.
  @inlinable
  public func withLatest<First, Second, Third>(
    from first: Signal<First>, _ second: Signal<Second>, _ third: Signal<Third>
  ) -> Signal<(Value, First, Second, Third)> {
    withLatest(from: Signals.combineLatest(first, second, third))
      .map { value, others in (value, others.0, others.1, others.2) }
  }

  /// Emits each value of this signal together with what others hold, however many they are: see ``withLatest(from:)``.
  @inlinable
  public func withLatest<each Other: Sendable>(
    from others: repeat Signal<each Other>
  ) -> Signal<(Value, repeat each Other)> {
    withLatest(from: Signals.combineLatest(repeat each others))
      .map { value, others in (value, repeat each others) }
  }

  /// Emits each value of this signal together with what all signals of a collection hold, in its order: see
  /// ``withLatest(from:)``.
  @inlinable
  public func withLatest<Other>(from others: some Sequence<Signal<Other>>) -> Signal<(Value, [Other])> {
    let others = Array(others)
    guard !others.isEmpty else { return map { ($0, []) } }
    return withLatest(from: Signals.combineLatest(others))
  }
}

extension Join {
  /// Emits what each value of `own` makes with what the others hold.
  @inlinable
  func accompany<Own>(_ own: Arrivals<Own, Output>, _ output: (Own) -> Output?) {
    if hasEnds, fails() { return }
    // Only the owner touches them, which is here, so nobody adds to them meanwhile.
    for value in own.values {
      guard isWanted else { break }
      if let output = output(value) { emit(output) }
    }
    own.values.removeAll(keepingCapacity: true)
    if hasEnds, let end = own.end { finish(end) }
  }
}
