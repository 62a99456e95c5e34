public import Signals

extension SignalConvertible where Value: Sendable {
  /// Sets a property to every value, on the thread that emits it. The property isn't kept alive.
  ///
  /// ```swift
  /// lengths.assign(to: count).store(in: &endpoints)
  /// ```
  @inlinable
  public func assign(to property: Property<Value>, file: StaticString = #fileID, line: UInt = #line) -> Endpoint {
    let info = NodeInfo(.endpoint, "assign", file, line)
    return signal.subscribeValues(for: property, as: info) { property, value in
      property.value = value
    }.expectedToBeKept(info)
  }

  /// Sets a property of optional type to every value, on the thread that emits it. The property isn't kept alive.
  ///
  /// ```swift
  /// let lastKey: Property<Character?> = Property(nil)
  /// keys.assign(to: lastKey).store(in: &endpoints)
  /// ```
  @inlinable
  public func assign(to property: Property<Value?>, file: StaticString = #fileID, line: UInt = #line) -> Endpoint {
    let info = NodeInfo(.endpoint, "assign", file, line)
    return signal.subscribeValues(for: property, as: info) { property, value in
      property.value = value
    }.expectedToBeKept(info)
  }

  @available(*, unavailable, message: "Use `subscribeValues { input.send($0) }`.")
  public func assign(to input: SignalInput<Value>) -> Endpoint { fatalError() }
}
