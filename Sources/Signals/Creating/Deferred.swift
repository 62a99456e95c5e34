extension SignalConvertible {
  /// Calls `make` at each subscription, and subscribes to the signal that it returns. If `make` throws, the signal
  /// fails with the thrown error.
  ///
  /// ![A marble diagram of deferred](deferred)
  ///
  /// ```swift
  /// let greeting = Signal.deferred { Signal.just("It is \(Date.now)") }
  /// ```
  public static func deferred<Output: Sendable>(
    _ make: @escaping @Sendable () throws -> Signal<Output>, file: StaticString = #fileID, line: UInt = #line
  ) -> Signal<Output> where Self == Signal<Output> {
    Signal<Output> { downstream, connection in
      let made: Signal<Output>
      do { made = try make() } catch { return downstream.end(.failed(error)) }
      // The connection may have been cancelled meanwhile, and a sequence checks that only after its first element.
      if connection.isOpen { made.attach(downstream, connection) }
    }.labeled("deferred", file, line)
  }

  /// Does the same with a closure that returns a property, or something else that has a signal. That object isn't kept alive.
  ///
  /// ```swift
  /// let greeting = Signal.deferred { isFormal ? formalGreeting : shortGreeting }
  /// ```
  // Disfavored, so that `.just(1)` and `.empty()` are signals in the closure.
  @_disfavoredOverload
  public static func deferred<Output: Sendable, Source: SignalConvertible<Output> & SendableMetatype>(
    _ make: @escaping @Sendable () throws -> Source, file: StaticString = #fileID, line: UInt = #line
  ) -> Signal<Output> where Self == Signal<Output> {
    deferred { try make().signal }.labeled("deferred", file, line)
  }
}
