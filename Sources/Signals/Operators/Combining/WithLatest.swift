// One, two and three others are written out beside any number: closures that name what they get as `$0.1` compile for
// them.

extension Signal {
  /// Emits each value of this signal together with what another holds.
  ///
  /// ![A marble diagram of withLatest](withLatest)
  ///
  /// ![A marble diagram of withLatest, diamond](withLatest-diamond)
  ///
  /// Values that come before the other has one are dropped. Where one turn reaches both, it is what the other holds when
  /// the turn settles (C10). The result finishes with this signal and fails with either; the other's finish ends nothing.
  ///
  /// ```swift
  /// let submitted = button.withLatest(from: form).map { _, form in form }
  /// ```
  @inlinable
  public func withLatest<Other>(from other: Signal<Other>, file: StaticString = #fileID, line: UInt = #line) -> Signal<
    (Value, Other)
  > {
    Signal<(Value, Other)> { downstream, line in
      let join = Join(downstream, line)
      let a = Latest<Other, (Value, Other)>(join)
      let own = join.beginAccompanying([a], line) { value in if let a = a.value { (value, a) } else { nil } }
      guard let own else { return }
      a.listen(to: other)
      own.listen(to: self)
    }.seen(as: "withLatest", file, line)
  }

  /// Emits each value of this signal together with what two others hold: see `withLatest(from:)` of one.
  ///
  /// ![A marble diagram of withLatest](withLatest)
  @inlinable
  public func withLatest<First, Second>(
    from first: Signal<First>, _ second: Signal<Second>,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Signal<(Value, First, Second)> {
    Signal<(Value, First, Second)> { downstream, line in
      let join = Join(downstream, line)
      let a = Latest<First, (Value, First, Second)>(join)
      let b = Latest<Second, (Value, First, Second)>(join)
      let own = join.beginAccompanying([a, b], line) { value in
        if let a = a.value, let b = b.value { (value, a, b) } else { nil }
      }
      guard let own else { return }
      a.listen(to: first)
      b.listen(to: second)
      own.listen(to: self)
    }.seen(as: "withLatest", file, line)
  }

  /// Emits each value of this signal together with what three others hold: see `withLatest(from:)` of one.
  ///
  /// ![A marble diagram of withLatest](withLatest)
  @inlinable
  public func withLatest<First, Second, Third>(
    from first: Signal<First>, _ second: Signal<Second>, _ third: Signal<Third>,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Signal<(Value, First, Second, Third)> {
    Signal<(Value, First, Second, Third)> { downstream, line in
      let join = Join(downstream, line)
      let a = Latest<First, (Value, First, Second, Third)>(join)
      let b = Latest<Second, (Value, First, Second, Third)>(join)
      let c = Latest<Third, (Value, First, Second, Third)>(join)
      let own = join.beginAccompanying([a, b, c], line) { value in
        if let a = a.value, let b = b.value, let c = c.value { (value, a, b, c) } else { nil }
      }
      guard let own else { return }
      a.listen(to: first)
      b.listen(to: second)
      c.listen(to: third)
      own.listen(to: self)
    }.seen(as: "withLatest", file, line)
  }

  /// Emits each value of this signal together with what others hold, however many they are: see
  /// ``withLatest(from:file:line:)``.
  @inlinable
  public func withLatest<each Other: Sendable>(
    from others: repeat Signal<each Other>,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Signal<(Value, repeat each Other)> {
    Signal<(Value, repeat each Other)> { downstream, line in
      let join = Join<(Value, repeat each Other)>(downstream, line)
      let inputs = LatestOfAll<(Value, repeat each Other), repeat each Other>(
        repeat Latest<each Other, (Value, repeat each Other)>(join))
      let own = join.beginAccompanying(inputs.all, line) { (value: Value) in
        if let others = inputs.values { (value, repeat each others) } else { nil }
      }
      guard let own else { return }
      inputs.listen(to: repeat each others)
      own.listen(to: self)
    }.seen(as: "withLatest", file, line)
  }

  /// Emits each value of this signal together with what all signals of a collection hold, in its order: see
  /// ``withLatest(from:file:line:)``.
  @inlinable
  public func withLatest<Other>(
    from others: some Sequence<Signal<Other>>, file: StaticString = #fileID, line: UInt = #line
  ) -> Signal<(Value, [Other])> {
    let others = Array(others)
    return Signal<(Value, [Other])> { downstream, line in
      let join = Join(downstream, line)
      let inputs = others.map { _ in Latest<Other, (Value, [Other])>(join) }
      let own = join.beginAccompanying(inputs, line) { value in
        let held = inputs.compactMap(\.value)
        return held.count == inputs.count ? (value, held) : nil
      }
      guard let own else { return }
      for (input, other) in Swift.zip(inputs, others) { input.listen(to: other) }
      own.listen(to: self)
    }.seen(as: "withLatest", file, line)
  }
}

extension Join {
  /// Has the join emit what each value of an input of its own makes with what the others hold.
  ///
  /// Returns that input, unless nobody below wants anything any more.
  @inlinable
  func beginAccompanying<Own>(
    _ others: [JoinInput<Output>], _ line: Line, _ output: @escaping (Own) -> Output?
  ) -> Arrivals<Own, Output>? {
    let own = Arrivals<Own, Output>(self)
    let isConnected = begin(line, others + [own]) { join, takingIn in
      if takingIn {
        own.takeIn()
        for other in others { other.takeIn() }
        join.free()
      }
      if join.hasEnds, join.fails() { return }
      // Only the owner touches them, which is here, so nobody adds to them meanwhile.
      for value in own.values {
        guard join.isWanted else { break }
        if let output = output(value) { join.emit(output) }
      }
      own.values.removeAll(keepingCapacity: true)
      if join.hasEnds, let end = own.end { join.finish(end) }
    }
    return isConnected ? own : nil
  }
}
