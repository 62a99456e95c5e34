extension Signal {
  /// Gathers all values into one array, and passes it on at the finish.
  ///
  /// ![A marble diagram of collect](collect)
  ///
  /// A signal without values gives an empty array. A failure comes at once, and what was gathered is dropped.
  ///
  /// ```swift
  /// let lines = file.collect()
  /// ```
  public func collect(file: StaticString = #fileID, line: UInt = #line) -> Signal<[Value]> {
    stage([Value]()) { gathered, value, _ in
      gathered.append(value)
    } atEnd: { gathered, end, downstream in
      downstream.end(end, after: gathered)
    }.seen(as: "collect", file, line)
  }

  /// Gathers values into arrays of `count`, and passes each on with its last value.
  ///
  /// ![A marble diagram of collect, count](collect-count)
  ///
  /// What is left at the finish is passed on then, as a shorter array; never as an empty one. At a failure it is dropped.
  ///
  /// ```swift
  /// let rows = cells.collect(8)
  /// ```
  public func collect(_ count: Int, file: StaticString = #fileID, line: UInt = #line) -> Signal<[Value]> {
    precondition(count > 0, "collect gathers at least one value at a time: give a count of 1 or more, not \(count).")
    return stage([Value]()) { gathered, value, downstream in
      gathered.append(value)
      guard gathered.count == count else { return }
      let full = gathered
      gathered = []
      downstream.deliver(full)
    } atEnd: { gathered, end, downstream in
      downstream.end(end, after: gathered.isEmpty ? nil : gathered)
    }.seen(as: "collect", file, line)
  }
}
