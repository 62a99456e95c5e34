extension SignalConvertible where Value: Sendable {
  /// Collects values into arrays of `count` elements, of which one begins at every `step`-th value.
  ///
  /// ![A marble diagram of collect, step](collect-step)
  ///
  /// With a step shorter than the count, arrays overlap; with a longer one, the values between them are dropped. Each
  /// array is emitted when its last value arrives. At the finish, the arrays that have begun are emitted as shorter
  /// ones, in the order of their beginning; at a failure, they are dropped.
  ///
  /// ```swift
  /// let trends = prices.collect(5, step: 1).map { $0[$0.count - 1] - $0[0] }
  /// ```
  @inlinable
  public func collect(
    _ count: Int, step: Int, file: StaticString = #fileID, line: UInt = #line
  ) -> Signal<[Value]> {
    requireArgument(
      count > 0, "collect(\(count), step:): the number of values must be positive; use 1 or more.", file, line)
    requireArgument(step > 0, "collect(step: \(step)): the step must be positive; use 1 or more.", file, line)
    return Signal<[Value]> { [signal] downstream, connection in
      let collecting: Signal<[Value]> = signal.stage(CollectByStep<Value>()) { state, value, downstream in
        if let full = state.append(value, count, step) { downstream.deliver(full) }
      } atEnd: { state, end, downstream in
        if case .finished = end {
          // The values of the first array include those of all later ones.
          let values = state.values
          state.values = []
          for start in Swift.stride(from: 0, to: values.count, by: step) {
            guard connection.isOpen, downstream.deliver(Array(values[start...])) else { return }
          }
        }
        downstream.end(end)
      }
      collecting.attach(downstream, connection)
    }.labeled("collect", file, line)
  }
}

@usableFromInline
struct CollectByStep<Value: Sendable>: Sendable {
  /// The values since the beginning of the first array that isn't full.
  @usableFromInline var values: [Value] = []
  /// The number of values to drop before the next array begins.
  @usableFromInline var gap = 0

  @inlinable
  init() {}

  @inlinable
  mutating func append(_ value: Value, _ count: Int, _ step: Int) -> [Value]? {
    guard gap == 0 else {
      gap -= 1
      return nil
    }
    values.append(value)
    guard values.count == count else { return nil }
    let full = values
    values.removeFirst(min(step, count))
    gap = max(step - count, 0)
    return full
  }
}
