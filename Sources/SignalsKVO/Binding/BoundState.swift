public import Signals

/// An end whose value is in the store of a ``Property``: the common part of ``BoundProperty`` and ``BoundPart``. It keeps what
/// the property keeps, but not the property, with which it ends (B6).
// Unchecked, as its superclass: mutable state is guarded.
@usableFromInline
class BoundState<State: Sendable, Value>: BoundEnd<Value>, @unchecked Sendable {
  @usableFromInline final let store: Store<State, State>
  /// Whether a new state is no change; nil if every set is one.
  @usableFromInline final let isSame: (@Sendable (State, State) -> Bool)?
  /// A binding observes the property.
  private final weak let feed: PropertyFeed<State>?
  // Set once, before the receiver is kept.
  @safe @exclusivity(unchecked) private final var connection: Connection?

  init(_ property: Property<State>, home: ExecutionContext) {
    store = property.store
    isSame = property.isSame
    feed = property.feed
    super.init(home: home, isResident: false)
  }

  /// Begins to observe the property.
  ///
  /// - Parameter handler: receives the changes of the property, and tells the receiver of those of the end.
  // Inlined, so that the way of a change is compiled into the module that binds.
  @inlinable
  @inline(__always)
  final func observe(
    for receiver: @escaping Receiver,
    by handler: consuming BorrowedFunction<Update<State, State>, Unmanaged<Connection>>
  ) {
    store.countBindings(1)
    let subscriber = unsafe InternalSubscriber<Update<State, State>>(
      handler, atEnd: { receiver(.gone) }, info: .unplaced(.endpoint, "bind"))
    observe(for: receiver, by: subscriber)
  }

  @usableFromInline
  final func observe(for receiver: @escaping Receiver, by subscriber: InternalSubscriber<Update<State, State>>) {
    connection = subscriber.connection
    keep(receiver)
    store.hub.add(subscriber, for: feed?.lifecycle(of: store), info: .unplaced(.source, "Property"))
  }

  override func stop() {
    connection?.cancel()
    store.countBindings(-1)
  }
}
