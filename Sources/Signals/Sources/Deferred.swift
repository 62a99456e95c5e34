extension Signal {
  /// Asks `make` for a signal at each subscription, and is that signal for it. If `make` throws, it fails with that error.
  ///
  /// ![A marble diagram of deferred](deferred)
  ///
  /// ```swift
  /// let greeting = Signal.deferred { Signal.just("It is \(Date.now)") }
  /// ```
  public static func deferred(
    _ make: @escaping @Sendable () throws -> Signal, file: StaticString = #fileID, line: UInt = #line
  ) -> Signal {
    Signal { downstream, line in
      let made: Signal
      do { made = try make() } catch { return downstream.end(.failed(error)) }
      // It may have been cancelled in between, and a sequence would not look before its first value.
      if line.isOpen { made.attach(downstream, line) }
    }.seen(as: "deferred", file, line)
  }
}
