extension SignalConvertible where Value: Sendable {
  /// Collects values into arrays, each from a value of `openings` to the first value of the signal that `closing`
  /// returns for it.
  ///
  /// ![A marble diagram of collect, from to](collect-from-to)
  ///
  /// Arrays may overlap, and values that arrive while none is open are dropped. `openings` is subscribed to before this
  /// signal. Each array is emitted when its signal emits; one without values, too. If that signal finishes without a
  /// value, the array is emitted at the finish of this signal. The finish of `openings` has no effect on the arrays
  /// that are open.
  ///
  /// At the finish of this signal, all open arrays are emitted in the order of their beginning, even if they are empty;
  /// at a failure, they are dropped. If `openings` or a closing signal fails, or `closing` throws, the result fails.
  ///
  /// ```swift
  /// let strokes = moves.collect(from: mouseDown) { _ in mouseUp }
  /// ```
  public func collect<Opening: Sendable, Closing: Sendable>(
    from openings: some SignalConvertible<Opening>, to closing: @escaping @Sendable (Opening) throws -> Signal<Closing>,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Signal<[Value]> {
    Signal<[Value]> { [signal, openings = openings.signal] downstream, connection in
      let context = OperatorContext(CollectFromTo<Value>(), downstream, connection)
      let inputs = context.makeInputs(2)
      guard connection.connect(to: context) else { return }
      context.listen(to: openings, by: inputs[0]) { context, event in
        switch event {
        case .value(let opening): context.open(until: try closing(opening))
        case .end(.finished): break
        case .end(let failure): context.finish(failure)
        }
      }
      context.listen(to: signal, by: inputs[1]) { context, event in context.receive(event) }
    }.labeled("collect", file, line)
  }
}

private struct CollectFromTo<Value: Sendable>: Sendable {
  /// The open arrays, in the order of their beginning, each with its number.
  var open: [(number: Int, values: [Value])] = []
  /// The number of arrays so far.
  var count = 0

  /// The place of an open array, by binary search.
  func index(of number: Int) -> Int? {
    var (lower, upper) = (0, open.count)
    while lower < upper {
      let middle = (lower + upper) / 2
      if open[middle].number < number { lower = middle + 1 } else { upper = middle }
    }
    return lower < open.count && open[lower].number == number ? lower : nil
  }
}

extension OperatorContext {
  fileprivate func open<Value>(
    until closing: Signal<some Sendable>
  ) where State == CollectFromTo<Value>, Output == [Value] {
    let number = state.count
    state.count += 1
    state.open.append((number, []))
    wait(for: closing) { context, isDue in
      guard isDue, let index = context.state.index(of: number) else { return }
      context.pass(context.state.open.remove(at: index).values)
    }
  }

  fileprivate func receive<Value>(
    _ event: Event<Value>
  ) where State == CollectFromTo<Value>, Output == [Value] {
    switch event {
    case .value(let value):
      for index in state.open.indices { state.open[index].values.append(value) }
    case .end(.finished):
      state.open.reverse()
      while isWanted, let first = state.open.popLast() { pass(first.values) }
      finish(.finished)
    case .end(let failure):
      finish(failure)
    }
  }
}
