extension Signal {
  /// Passes on the values as they are listed when this signal has finished, and then the finish. After a failure nothing
  /// is added.
  ///
  /// ![A marble diagram of append](append)
  ///
  /// ```swift
  /// let status = steps.append("done")
  /// ```
  public func append(_ values: Value..., file: StaticString = #fileID, line: UInt = #line) -> Signal {
    append(contentsOf: values).seen(as: "append", file, line)
  }

  /// Passes on the elements of a sequence when this signal has finished, and then the finish.
  ///
  /// ![A marble diagram of append](append)
  ///
  /// ```swift
  /// let page = body.append(contentsOf: footnotes)
  /// ```
  public func append(
    contentsOf sequence: some Sequence<Value> & Sendable, file: StaticString = #fileID, line: UInt = #line
  ) -> Signal {
    Signal { downstream, line in
      let appending: Signal = stage(()) { _, value, downstream in
        downstream.deliver(value)
      } atEnd: { _, end, downstream in
        if case .finished = end {
          for value in sequence {
            guard line.isOpen, downstream.deliver(value) else { return }
          }
        }
        downstream.end(end)
      }
      appending.attach(downstream, line)
    }.seen(as: "append", file, line)
  }
}
