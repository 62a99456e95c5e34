// Names of RxSwift and RxCocoa, so that the compiler's message gives the name here. None of them can be called.
// `Tests/Advice` contains a program and the expected message for each of them.

extension Property {
  @available(*, unavailable, message: "Set `value`.")
  public func accept(_ value: Value) { fatalError() }

  @available(*, unavailable, message: "Set `value`.")
  public func onNext(_ value: Value) { fatalError() }
}
