extension Signal {
  /// Emits what this signal brought last, whenever `trigger` brings a value, if that is new since the last time.
  ///
  /// ![A marble diagram of sample](sample)
  ///
  /// Where one turn reaches both, it is what this signal has brought when the turn settles (C10). The result finishes with
  /// the trigger, or when this signal has finished and nothing of it is left to be sampled. It fails with either.
  ///
  /// ```swift
  /// let shown = measurements.sample(on: screenRefresh)
  /// ```
  public func sample<Trigger>(on trigger: Signal<Trigger>, file: StaticString = #fileID, line: UInt = #line) -> Signal {
    Signal { downstream, line in
      let join = Join(downstream, line)
      let own = Latest<Value, Value>(join)
      let triggers = Arrivals<Trigger, Value>(join)
      let isConnected = join.begin(line, [own, triggers]) { join, takingIn in
        if takingIn {
          own.takeIn()
          triggers.takeIn()
          join.free()
        }
        if join.hasEnds, join.fails() { return }
        if triggers.hasValue {
          triggers.values.removeAll(keepingCapacity: true)
          if let value = own.value {
            own.value = nil
            join.emit(value)
          }
        }
        if triggers.end != nil || own.end != nil && !own.hasValue { join.finish(.finished) }
      }
      guard isConnected else { return }
      own.listen(to: self)
      triggers.listen(to: trigger)
    }.seen(as: "sample", file, line)
  }
}
