public import Signals

/// The source of a signal of a path.
///
/// It observes from when the signal is made, where the objects live, and keeps the last value: so a new subscriber, on any
/// thread, receives that and reads no object (C13). It lasts as long as the signal does, or a subscription to it.
// Unchecked: nothing of it changes once it observes; the rest is the store's.
@usableFromInline
final class PathFeed<Value: Sendable>: @unchecked Sendable {
  @usableFromInline let store: Store<WeakSnapshot<Value>, Value>
  @usableFromInline let kind: ValueKind
  @usableFromInline var observation: PathObservation?

  @inlinable
  init() {
    store = .make(.nothing)
    store.makeHub(weight: PathObservation.weight)
    kind = ValueKind(Value.self)
  }

  /// Begins to observe, and answers the signal.
  // Inlined, so that the code for a change is compiled into the module that observes.
  @inlinable
  static func signal<Root: AnyObject>(
    of root: Root, _ keyPath: KeyPath<Root, Value>, home: ExecutionContext, info: NodeInfo
  ) -> Signal<Value> {
    let feed = PathFeed()
    let (store, kind) = (feed.store, feed.kind)
    let options: KeyValueObservingOptions = [.initial, .new]
    let values = PathValues(
      root, keyPath, options: options,
      outlet: BorrowedFunction { change, turn in
        if let value = change.new { store.hear(value, kind: kind, in: turn) } else { store.finish() }
      })
    let observation = PathObservation(
      root, keyPath, options: options, context: home, hub: store.hub, operate: values.operate)
    feed.observation = observation
    store.note(info)
    observation.begin()
    return feed.source.heard(kind: kind).labeled(info, at: store.hub)
  }

  /// The last value, and all later ones.
  @usableFromInline
  var source: Signal<Update<WeakSnapshot<Value>, Value>> {
    // While there is a subscriber, the hub keeps the provider, and so this.
    Signal { downstream, connection in
      ReadingContext.pause {
        // Otherwise the subscriber would get the value from before the turn, and the new one after it (C12).
        if let observation = self.observation { SettlementBatch.settleEarly(observation) }
        self.store.hub.add(downstream, connection, for: CurrentValueProvider { self.present })
      }
    }
  }

  deinit { observation?.cancel() }

  /// The value for a new subscriber. After the end there is none (K4).
  private var present: Update<WeakSnapshot<Value>, Value>? {
    let current = store.current
    if case .nothing = current.state { return nil }
    return current
  }
}

extension Store {
  @inlinable
  func hear(_ value: Change, kind: ValueKind, in turn: Turn?) where State == WeakSnapshot<Change> {
    // The former value is released after the lock (C7).
    var kept = WeakSnapshot(value, kind: kind)
    commit(in: turn) { state in
      swap(&state, &kept)
      return value
    }
  }

  @usableFromInline
  func finish() where State == WeakSnapshot<Change> {
    var kept = WeakSnapshot<Change>.nothing
    whileLocked { swap(&storing.storedState, &kept) }
    finishSignals()
  }
}

extension Signal {
  /// The current value, and then all later ones.
  @inlinable
  func heard<Heard>(kind: ValueKind) -> Signal<Heard> where Value == Update<WeakSnapshot<Heard>, Heard> {
    stage(UInt(0)) { since, update, downstream in
      guard update.isNews(since: &since), let value = update.change ?? update.state.value(kind: kind) else { return }
      try downstream.pass(value)
    }
  }
}

extension SignalConvertible {
  /// Makes a signal of the values of `keyPath`: the current value to each subscriber, then every change (C12, K2).
  ///
  /// ```swift
  /// let name = Signal.keyValueObserving(package, \.recipient.fullName)
  /// let endpoint = name.subscribeValues { print($0) }
  /// ```
  ///
  /// The path is followed as by a ``KeyValueObserver``, beginning now and for as long as the signal exists, or a
  /// subscription to it. The object is observed where it lives; the signal may be used anywhere. It keeps neither the object
  /// nor any object on the path alive, and finishes when the object goes; a later subscriber gets the end alone (K4).
  ///
  /// `isolation` is the actor on which the objects live: that of the code that calls this, where nothing else is said.
  @inlinable
  public static func keyValueObserving<Root: AnyObject, Output: Sendable>(
    _ object: Root, _ keyPath: KeyPath<Root, Output>, isolation: isolated (any Actor)? = #isolation,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Signal<Output> where Self == Signal<Output> {
    PathFeed.signal(
      of: object, keyPath, home: .ofCode(on: isolation), info: NodeInfo(.source, "keyValueObserving", file, line))
  }
}

extension Computed: InfallibleSignalConvertible {
  @inlinable
  public static func _signal<Output: Sendable>(of source: Computed, _ type: Output.Type) -> Signal<Output> {
    // The same type by another name.
    unsafe unsafeDowncast(source, to: Computed<Output>.self).signal
  }
}

extension Computed where Value: Sendable {
  /// The current value to each subscriber, then one value for each change (C12). It finishes when this object is released.
  ///
  /// The value is observed where this is read; the signal may be used anywhere.
  @inlinable public var signal: Signal<Value> { core.signal.map { $0.value }.continuous() }
}
