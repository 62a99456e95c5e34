// Names of RxSwift and RxCocoa, so that the compiler's message gives the name here. None of them can be called.
// `Tests/Advice` contains a program and the expected message for each of them.

public import Signals

extension Property {
  @available(*, unavailable, message: "Set `value`.")
  public func accept(_ value: Value) { fatalError() }

  @available(*, unavailable, message: "Set `value`.")
  public func onNext(_ value: Value) { fatalError() }
}

extension SignalInput {
  // For a `Property`, the compiler finds that of `Signals` ambiguous.
  @available(*, unavailable, message: "Use `assign(to:)`.")
  public func bind(to target: Property<Value>) -> Endpoint { fatalError() }
}

extension Action where Input == Void {
  @available(*, unavailable, renamed: "run()")
  public func execute() -> Signal<Output> { fatalError() }
}

extension Action {
  @available(*, unavailable, renamed: "run(_:)")
  public func execute(_ input: Input) -> Signal<Output> { fatalError() }

  @available(*, unavailable, renamed: "values")
  public var elements: Signal<Output> { fatalError() }

  @available(*, unavailable, renamed: "isRunning")
  public var executing: Derived<Bool> { fatalError() }

  @available(*, unavailable, renamed: "isEnabled")
  public var enabled: Derived<Bool> { fatalError() }
}
