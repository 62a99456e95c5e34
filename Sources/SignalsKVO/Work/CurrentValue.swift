internal import Signals

/// The current value of a source, for any thread. It keeps the source.
///
/// A value that any thread may read is read where it is needed, so it is never behind its source. A value that belongs
/// to an actor, such as a ``Computed``, `$name` or a derived collection of the main actor, is copied into a property at each
/// change.
struct CurrentValue<Value: Sendable>: Sendable {
  /// Returns the value, which becomes an input of the computation that is running.
  let read: @Sendable () -> Value
  /// Returns the value. The read is not recorded.
  let peek: @Sendable () -> Value

  init(of source: some CurrentValueConvertible<Value>) {
    if let shared = source as? any SharedValue<Value>, shared.home == nil {
      self.init(reading: shared)
    } else {
      self.init(copying: source)
    }
  }

  private init(reading source: some SharedValue<Value>) {
    read = { source.value }
    peek = { source.unnoted }
  }

  private init(copying source: some CurrentValueConvertible<Value>) {
    let copy = Property(untracked { source.value })
    let endpoint = source.signal.subscribe(as: .unplaced(.endpoint, "CurrentValue")) { event in
      if case .value(let value) = event { copy.value = value }
    }
    // A source that nothing else refers to would end.
    let kept = Unchecked<(Any, Endpoint)>((source, endpoint))
    read = { withExtendedLifetime(kept) { copy.value } }
    peek = { withExtendedLifetime(kept) { copy.unnoted } }
  }
}
