// Names of ReactiveKit and Bond, so that the compiler's message gives the name here. None of them can be called.
// `Tests/Advice` contains a program and the expected message for each of them.

public import Signals

extension ObservableValue {
  @available(*, unavailable, renamed: "subscribeValues(_:)")
  public func bind(onNext: (Value) -> Void) -> Endpoint where Value: Sendable { fatalError() }

  // Disfavored, so that a closure is no target.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message: "Use `bind(one, to: other)`, or `assign(to:)` and `assign(to:on:)` for one direction."
  )
  public func bind<Target>(to target: Target) -> Endpoint { fatalError() }
}

extension ObservedProperty {
  @available(
    *, unavailable,
    message: "Use `bind(model, \\.name, to: other)`, or `assign(to:)` and `assign(to:on:)` for one direction."
  )
  public func bind<Target>(to target: Target) -> Endpoint { fatalError() }
}

extension Property {
  @available(*, unavailable, message: "Set `value`: each change is reported.")
  public func silentUpdate(value: Value) { fatalError() }

  @available(*, unavailable, message: "Set `value`.")
  public func next(_ value: Value) { fatalError() }

  @available(*, unavailable, message: "Declare it as an `ObservableValue`, or use `signal`.")
  public var readOnlyView: ObservableValue<Value> { fatalError() }

  @available(*, unavailable, message: "Use `bind(one, to: other)`.")
  public func bidirectionalBind(to other: Property) -> TwoWayBinding { fatalError() }
}
