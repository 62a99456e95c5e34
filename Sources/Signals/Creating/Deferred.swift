extension Signal {
  /// Calls `make` at each subscription, and subscribes to the signal that it returns. If `make` throws, the signal
  /// fails with the thrown error.
  ///
  /// ![A marble diagram of deferred](deferred)
  ///
  /// ```swift
  /// let greeting = Signal.deferred { Signal.just("It is \(Date.now)") }
  /// ```
  public static func deferred(
    _ make: @escaping @Sendable () throws -> Signal, file: StaticString = #fileID, line: UInt = #line
  ) -> Signal {
    Signal { downstream, connection in
      let made: Signal
      do { made = try make() } catch { return downstream.end(.failed(error)) }
      // The connection may have been cancelled meanwhile, and a sequence checks it only after making its first element.
      if connection.isOpen { made.attach(downstream, connection) }
    }.labeled("deferred", file, line)
  }
}
