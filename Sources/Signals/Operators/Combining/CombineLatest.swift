// Two and three inputs are written out beside any number: closures that name what they get as `$0.1` compile for them.

/// Emits what all signals hold, whenever one of them has a new value, as soon as all have one.
///
/// ![A marble diagram of combineLatest](combineLatest)
///
/// ![A marble diagram of combineLatest, diamond](combineLatest-diamond)
///
/// ![A marble diagram of combineLatest, end](combineLatest-end)
///
/// However many of them one turn reaches, it emits once for that turn, after all of them, and nobody sees old and new
/// mixed (C10). Where an input fails, the result fails, and says nothing else for that turn. It finishes when all have
/// finished, or at once when one has finished without a value.
///
/// ```swift
/// let fullName = combineLatest(first, last).map { first, last in "\(first) \(last)" }
/// ```
@inlinable
public func combineLatest<First, Second>(
  _ first: Signal<First>, _ second: Signal<Second>,
  file: StaticString = #fileID, line: UInt = #line
) -> Signal<(First, Second)> {
  Signal { downstream, line in
    let join = Join(downstream, line)
    let a = Latest<First, (First, Second)>(join)
    let b = Latest<Second, (First, Second)>(join)
    let isConnected = join.begin(line, [a, b]) { join, takingIn in
      if takingIn {
        a.takeIn()
        b.takeIn()
        join.free()
      }
      join.combine { if let a = a.value, let b = b.value { (a, b) } else { nil } }
    }
    guard isConnected else { return }
    a.listen(to: first)
    b.listen(to: second)
  }.seen(as: "combineLatest", file, line)
}

/// Emits what all three signals hold, whenever one of them has a new value: see ``combineLatest(_:_:file:line:)``.
///
/// ![A marble diagram of combineLatest](combineLatest)
@inlinable
public func combineLatest<First, Second, Third>(
  _ first: Signal<First>, _ second: Signal<Second>, _ third: Signal<Third>,
  file: StaticString = #fileID, line: UInt = #line
) -> Signal<(First, Second, Third)> {
  Signal { downstream, line in
    let join = Join(downstream, line)
    let a = Latest<First, (First, Second, Third)>(join)
    let b = Latest<Second, (First, Second, Third)>(join)
    let c = Latest<Third, (First, Second, Third)>(join)
    let isConnected = join.begin(line, [a, b, c]) { join, takingIn in
      if takingIn {
        a.takeIn()
        b.takeIn()
        c.takeIn()
        join.free()
      }
      join.combine { if let a = a.value, let b = b.value, let c = c.value { (a, b, c) } else { nil } }
    }
    guard isConnected else { return }
    a.listen(to: first)
    b.listen(to: second)
    c.listen(to: third)
  }.seen(as: "combineLatest", file, line)
}

/// Emits what all signals hold, however many they are, whenever one of them has a new value: see
/// ``combineLatest(_:_:file:line:)``.
///
/// ![A marble diagram of combineLatest](combineLatest)
///
/// Combining nothing finishes at once.
@inlinable
public func combineLatest<each Value: Sendable>(
  _ signals: repeat Signal<each Value>,
  file: StaticString = #fileID, line: UInt = #line
) -> Signal<(repeat each Value)> {
  Signal { downstream, line in
    let join = Join<(repeat each Value)>(downstream, line)
    let inputs = LatestOfAll<(repeat each Value), repeat each Value>(
      repeat Latest<each Value, (repeat each Value)>(join))
    guard !inputs.all.isEmpty else { return downstream.end(.finished) }
    let isConnected = join.begin(line, inputs.all) { join, takingIn in
      if takingIn {
        inputs.takeIn()
        join.free()
      }
      join.combine { inputs.values }
    }
    guard isConnected else { return }
    inputs.listen(to: repeat each signals)
  }.seen(as: "combineLatest", file, line)
}

/// Emits what all signals of a collection hold, in its order, whenever one of them has a new value: see
/// ``combineLatest(_:_:file:line:)``.
///
/// Combining nothing finishes at once.
@inlinable
public func combineLatest<Value>(
  _ signals: some Sequence<Signal<Value>>, file: StaticString = #fileID, line: UInt = #line
) -> Signal<[Value]> {
  let signals = Array(signals)
  return Signal { downstream, line in
    guard !signals.isEmpty else { return downstream.end(.finished) }
    let join = Join(downstream, line)
    let inputs = signals.map { _ in Latest<Value, [Value]>(join) }
    let isConnected = join.begin(line, inputs) { join, takingIn in
      if takingIn {
        for input in inputs { input.takeIn() }
        join.free()
      }
      join.combine {
        var values: [Value] = []
        values.reserveCapacity(inputs.count)
        for input in inputs {
          guard let value = input.value else { return nil }
          values.append(value)
        }
        return values
      }
    }
    guard isConnected else { return }
    for (input, signal) in zip(inputs, signals) { input.listen(to: signal) }
  }.seen(as: "combineLatest", file, line)
}

extension Signal {
  /// Emits what this signal and another hold, whenever one of them has a new value: see
  /// ``combineLatest(_:_:file:line:)``.
  @inlinable
  public func combineLatest<Other>(_ other: Signal<Other>, file: StaticString = #fileID, line: UInt = #line) -> Signal<
    (Value, Other)
  > {
    Signals.combineLatest(self, other).seen(as: "combineLatest", file, line)
  }
}

extension Join {
  /// Emits the output, if there are news and every input has a value, then what follows from the inputs' ends.
  @inlinable
  func combine(_ output: () -> Output?) {
    if hasEnds, fails() { return }
    if hasNews {
      hasNews = false
      if let output = output() { emit(output) }
    }
    if hasEnds { finishIfOver() }
  }

  @usableFromInline
  func finishIfOver() {
    let inputs = currentInputs
    if inputs.allSatisfy({ $0.end != nil }) || inputs.contains(where: { $0.end != nil && !$0.hasValue }) {
      finish(.finished)
    }
  }
}
