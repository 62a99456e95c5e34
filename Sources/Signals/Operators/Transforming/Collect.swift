extension SignalConvertible where Value: Sendable {
  /// Collects all values into one array, and emits it at the finish.
  ///
  /// ![A marble diagram of collect](collect)
  ///
  /// A signal without values emits an empty array. A failure is passed on at once, and the collected values are
  /// dropped.
  ///
  /// ```swift
  /// let lines = file.collect()
  /// ```
  @inlinable
  public func collect(file: StaticString = #fileID, line: UInt = #line) -> Signal<[Value]> {
    signal.stage([Value]()) { gathered, value, _ in
      gathered.append(value)
    } atEnd: { gathered, end, downstream in
      downstream.end(end, after: gathered)
    }.labeled("collect", file, line)
  }

  /// Collects values into arrays of `count` elements, and emits each array when its last value arrives.
  ///
  /// ![A marble diagram of collect, count](collect-count)
  ///
  /// At the finish, the remaining values are emitted as a shorter array, unless there are none. At a failure, they are
  /// dropped.
  ///
  /// ```swift
  /// let rows = cells.collect(8)
  /// ```
  @inlinable
  public func collect(_ count: Int, file: StaticString = #fileID, line: UInt = #line) -> Signal<[Value]> {
    requireArgument(count > 0, "collect(\(count)): the number of values must be positive; use 1 or more.", file, line)
    return signal.stage([Value]()) { gathered, value, downstream in
      gathered.append(value)
      guard gathered.count == count else { return }
      let full = gathered
      gathered = []
      downstream.deliver(full)
    } atEnd: { gathered, end, downstream in
      downstream.end(end, after: gathered.isEmpty ? nil : gathered)
    }.labeled("collect", file, line)
  }
}
