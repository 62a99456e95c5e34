// Names of ReactiveSwift, so that the compiler's message gives the name here. None of them can be called.
// `Tests/Advice` contains a program and the expected message for each of them.

public import Dispatch
public import Signals

extension Property {
  @available(*, unavailable, message: "Read `value`.")
  public func withValue<Result>(_ action: (Value) throws -> Result) -> Result { fatalError() }

  @available(*, unavailable, message: "Use the property: `signal.assign(to: property)`.")
  public var bindingTarget: Property { fatalError() }
}

extension ObservedCollection {
  @available(*, unavailable, message: "Use `batch`, whose editor has the edits of an array or a dictionary.")
  public func modify<Result>(_ body: (inout Contents) throws -> Result) -> Result { fatalError() }
}

extension ObservableValue {
  @available(*, unavailable, message: "Use `deliver(on:)`.")
  public func observe(on queue: DispatchQueue) -> Signal<Value> where Value: Sendable { fatalError() }

  @available(*, unavailable, message: "Use `subscribeValues(_:)`.")
  public func observe(_ handler: (Event<Value>) -> Void) -> Endpoint where Value: Sendable { fatalError() }

  @available(*, unavailable, message: "Use `derived(_:)`, whose result is a value again.")
  public func lazyMap<Result: Sendable>(_ transform: (Value) -> Result) -> Derived<Result> { fatalError() }
}

extension Computed where Value: Sendable {
  @available(*, unavailable, message: "Use `deliver(on:)`.")
  public func observe(on queue: DispatchQueue) -> Signal<Value> { fatalError() }

  @available(*, unavailable, message: "Use `subscribeValues(_:)`.")
  public func observe(_ handler: (Value) -> Void) -> Endpoint { fatalError() }
}

extension ObservedProperty where Value: Sendable {
  @available(*, unavailable, message: "Use `deliver(on:)`.")
  public func observe(on queue: DispatchQueue) -> Signal<Value> { fatalError() }

  @available(*, unavailable, message: "Use `subscribeValues(_:)`.")
  public func observe(_ handler: (Value) -> Void) -> Endpoint { fatalError() }
}

extension Action {
  @available(*, unavailable, renamed: "isRunning")
  public var isExecuting: Derived<Bool> { fatalError() }

  @available(*, unavailable, renamed: "run(_:)")
  public func apply(_ input: Input) -> Signal<Output> { fatalError() }
}
