extension SignalConvertible where Value: Sendable {
  /// Emits the last `count` values at the finish, in their order. If there were fewer values, it emits all of them.
  ///
  /// ![A marble diagram of suffix](suffix)
  ///
  /// A failure is passed on without a value. With a count of zero, only the end is passed on.
  ///
  /// ```swift
  /// let latest = entries.suffix(10)
  /// ```
  @inlinable
  public func suffix(_ count: Int, file: StaticString = #fileID, line: UInt = #line) -> Signal<Value> {
    requireArgument(count >= 0, "suffix(\(count)): the number of values is negative; use 0 or more.", file, line)
    return Signal<Value> { [signal] downstream, connection in
      let keeping: Signal<Value> = signal.stage(RecentValues<Value>()) { recent, value, _ in
        _ = recent.exchange(for: value, keeping: count)
      } atEnd: { recent, end, downstream in
        let last = recent.takeAll()
        if case .finished = end {
          for value in last {
            guard connection.isOpen, downstream.deliver(value) else { return }
          }
        }
        downstream.end(end)
      }
      keeping.attach(downstream, connection)
    }.labeled("suffix", file, line)
  }
}
