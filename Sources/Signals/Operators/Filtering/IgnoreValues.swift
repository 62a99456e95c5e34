extension Signal {
  /// Leaves out all values, and passes on the end alone.
  ///
  /// ![A marble diagram of ignoreValues](ignoreValues)
  ///
  /// ```swift
  /// let isDone = upload.ignoreValues().subscribe { print($0) }  // prints "finished"
  /// ```
  @inlinable
  public func ignoreValues(file: StaticString = #fileID, line: UInt = #line) -> Signal<Never> {
    Signal<Never> { downstream, line in
      attach(Downstream(receiver: downstream.receiver) { _, _ in }, line)
    }.seen(as: "ignoreValues", file, line)
  }
}
