extension SignalConvertible where Value: Sendable {
  /// Emits the latest value of this signal whenever `trigger` emits, if that value is new since the last sample.
  ///
  /// ![A marble diagram of sample](sample)
  ///
  /// If one turn reaches both signals, the sampled value is the latest one when the turn settles (C10). The result
  /// finishes with the trigger, or when this signal has finished and no value is left to sample. It fails if either
  /// signal fails.
  ///
  /// ```swift
  /// let shown = measurements.sample(on: screenRefresh)
  /// ```
  @inlinable
  public func sample<Trigger: Sendable>(
    on trigger: some SignalConvertible<Trigger>, file: StaticString = #fileID, line: UInt = #line
  ) -> Signal<Value> {
    Signal<Value> { [signal, trigger = trigger.signal] downstream, connection in
      let join = Join(downstream, connection)
      let own = LatestInput<Value, Value>(join)
      let triggers = QueueInput<Trigger, Value>(join)
      let isConnected = join.begin(connection, [own, triggers]) { join, isCommitting in
        if isCommitting {
          own.commit()
          triggers.commit()
          join.endStaging()
        }
        if join.hasEnds, join.failIfInputFailed() { return }
        if !triggers.values.isEmpty {
          triggers.values.removeAll(keepingCapacity: true)
          if let value = own.value {
            own.value = nil
            join.emit(value)
          }
        }
        if triggers.end != nil || own.end != nil && own.value == nil { join.finish(.finished) }
      }
      guard isConnected else { return }
      own.listen(to: signal)
      triggers.listen(to: trigger)
    }.labeled("sample", file, line)
  }
}
