// Names of Combine, so that the compiler's message gives the name here. None of them can be called.
// `Tests/Advice` contains a program and the expected message for each of them.

extension Property {
  @available(*, unavailable, message: "Set `value`.")
  public func send(_ value: Value) { fatalError() }
}
