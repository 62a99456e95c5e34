public import Dispatch
public import Signals

/// A ``Property`` as an end of a binding. It keeps what the property keeps, but not the property, with which it ends (B6).
// Unchecked, as its superclass: mutable state is guarded.
@usableFromInline
final class BoundProperty<Value: Sendable>: BoundEnd<Value>, @unchecked Sendable {
  @usableFromInline let store: Store<Value, Value>
  /// Whether a new value is no change; nil if every set is one.
  @usableFromInline let isSame: (@Sendable (Value, Value) -> Bool)?
  /// A binding observes the property.
  private weak let feed: PropertyFeed<Value>?
  /// The state that is released at the end; nil before the beginning and after the end.
  private let attachment = Guarded<Attachment?>(nil)

  // Unchecked: its members guard themselves.
  @usableFromInline
  struct Attachment: @unchecked Sendable {
    let tap: InternalSubscriber<Update<Value, Value>>
    let receiver: Receiver

    @usableFromInline
    init(tap: InternalSubscriber<Update<Value, Value>>, receiver: @escaping Receiver) {
      self.tap = tap
      self.receiver = receiver
    }
  }

  @usableFromInline
  init(_ property: Property<Value>, on queue: DispatchQueue? = nil) {
    store = property.store
    isSame = property.isSame
    feed = property.feed
    super.init(home: queue.map { ExecutionContext(queue: $0) } ?? .anywhere, isResident: false)
  }

  @inlinable
  override var newest: Stamp { store.newestStamp }

  @inlinable
  override func begin(_ receiver: @escaping Receiver) {
    store.countBindings(1)
    let tap = unsafe InternalSubscriber<Update<Value, Value>>(
      BorrowedFunction { update, connection in
        // A state that was stored before the beginning has no stamp, and is no change.
        if !update.stamp.isNone { unsafe receiver(.changed(update.state, update.stamp, by: connection)) }
      },
      atEnd: { receiver(.gone) }, info: .unplaced(.endpoint, "bind"))
    keep(Attachment(tap: tap, receiver: receiver))
    observe(by: tap)
  }

  @usableFromInline
  func observe(by tap: InternalSubscriber<Update<Value, Value>>) {
    store.hub.add(tap, for: feed?.lifecycle(of: store), info: .unplaced(.source, "Property"))
  }

  @usableFromInline
  func keep(_ new: Attachment) { attachment.change { $0 = new } }

  override func read() -> (value: Value, known: Stamp)? {
    store.whileLocked { (store.held, store.newestStamp) }
  }

  @usableFromInline
  override func write(_ write: Write<Value>) {
    var outcome = Write<Value>.Outcome.leave
    func decide(_ newest: Stamp, _ isAlone: Bool) -> Write<Value>.Outcome {
      outcome = write.outcome(newest, isAlone: isAlone)
      return outcome
    }
    if let isSame {
      unsafe store.carry(write.value, write.stamp, unless: isSame, decide)
    } else {
      unsafe store.carry(write.value, write.stamp, decide)
    }
    // A set tells of itself.
    if outcome == .restamp { attachment.change { $0 }?.receiver(unsafe .changed(write.value, write.stamp, by: nil)) }
  }

  @inlinable
  override func write(_ value: Value, ifNewer stamp: Stamp, by connection: Unmanaged<Connection>?) {
    Relay.run {
      if isSame != nil { return unsafe writeUnlessSame(value, ifNewer: stamp, by: connection) }
      unsafe store.carry(value, stamp, by: connection) { newest, _ in stamp > newest ? .write : .leave }
    } orLater: {
      unsafe connection.later { [self] in writeLate(Write(value: value, stamp: stamp, condition: .ifNewer)) }
    }
  }

  @usableFromInline
  @inline(never)
  func writeUnlessSame(_ value: Value, ifNewer stamp: Stamp, by connection: Unmanaged<Connection>?) {
    guard let isSame else { return }
    unsafe store.carry(value, stamp, by: connection, unless: isSame) { newest, _ in stamp > newest ? .write : .leave }
  }

  /// The binding may be over by now.
  @usableFromInline
  func writeLate(_ write: Write<Value>) { if attachment.change({ $0 != nil }) { self.write(write) } }

  override func end() {
    let taken = attachment.change { attachment in
      defer { attachment = nil }
      return attachment
    }
    guard let taken else { return }
    taken.tap.connection.cancel()
    store.countBindings(-1)
  }
}
