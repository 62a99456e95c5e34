// Names of Combine, so that the compiler's message gives the name here. None of them can be called.
// `Tests/Advice` contains a program and the expected message for each of them.

public import Signals

extension SignalConvertible where Value: Sendable {
  // `assign(to: &$x)` gives no such message: the compiler refuses `&` in front of it before it looks at the declaration.
  @available(*, unavailable, message: "`$x` is for reading only: `assign(to: \\.x, on: model)`.")
  public func assign<Target>(to property: ObservedProperty<Target>) -> Endpoint { fatalError() }
}

extension Property {
  @available(*, unavailable, message: "Set `value`.")
  public func send(_ value: Value) { fatalError() }
}
