internal import Signals

/// A part of an observed collection as an end of a binding, which doesn't keep the collection, and ends with it (B6).
///
/// It compares stamps with those of the part, as a ``BoundPart`` does. An edit may be made on any thread, and is reported where
/// the binding was made.
// Unchecked, as its superclass: each variable has an owner.
final class BoundCollectionPart<Part: WatchedPart>: BoundEnd<Part.Value>, @unchecked Sendable {
  private let part: Part
  private let stamps: PartStamps
  private let isSame = equalityIfEquatable(Part.Value.self)
  /// One, once the stamps were given back.
  private let hasGivenBack = AtomicWord(0)
  // Set once, before the receiver is kept.
  @safe @exclusivity(unchecked) private var connection: Connection?
  /// The number of the contents when it began.
  @safe @exclusivity(unchecked) private var begun: UInt = 0
  // The hub's owner's.
  /// The value after the last edit.
  @safe @exclusivity(unchecked) private var former: Part.Value?
  /// The newest change that was delivered.
  @safe @exclusivity(unchecked) private var told = Stamp.none
  // Used where the binding was made.
  /// The newest change that was reported.
  @safe @exclusivity(unchecked) private var reported = Stamp.none

  init(_ part: Part, of collection: ObservedCollection<Part.Contents>, home: ExecutionContext) {
    self.part = part
    stamps = collection.stamps(of: part.identity)
    super.init(home: home, isResident: true)
  }

  deinit { giveBackStamps() }

  private func giveBackStamps() { if hasGivenBack.acquire(0, as: 1) { part.collection?.forget(stamps) } }

  override var newest: Stamp { stamps.newest }

  override func begin(_ receiver: @escaping Receiver) {
    guard let collection = part.collection else { return receiver(.gone) }
    collection.countBindings(1)
    let (version, contents) = collection.current
    begun = version
    former = part.value(in: contents)
    let subscriber = unsafe InternalSubscriber<PartState<Part.Value>>(
      BorrowedFunction { [self] state, connection in unsafe receive(state, by: connection) },
      atEnd: { [self] in tell(.gone) }, info: .unplaced(.endpoint, "bind"))
    connection = subscriber.connection
    keep(receiver)
    part.states.attach(
      Downstream(receiver: subscriber) { state, receiver in
        unsafe unsafeDowncast(receiver, to: InternalSubscriber<PartState<Part.Value>>.self).receive(state)
      },
      subscriber.connection)
  }

  private func receive(_ state: PartState<Part.Value>, by connection: Unmanaged<Connection>) {
    guard state.version > begun, let collection = part.collection else { return }
    var isChange = false
    if let new = state.value {
      isChange = former.map { isSame?($0, new) != true } ?? true
      former = new
    }
    let (stamp, gone) = collection.whileLocked {
      stamps.deliver(state.version, state.stamp, after: told, isChange: isChange)
    }
    withExtendedLifetime(gone) {}
    guard let stamp, let value = former else { return }
    told = stamp
    // Off every actor it is unknown which thread may use the other end.
    guard home.isActor else { return }
    if home.isHere { return unsafe report(value, stamp, by: connection) }
    home.run { [self] in unsafe report(value, stamp, by: nil) }
  }

  // A change on another thread may arrive after a newer one.
  private func report(_ value: Part.Value, _ stamp: Stamp, by connection: Unmanaged<Connection>?) {
    guard stamp > reported else { return }
    reported = stamp
    unsafe tell(.changed(value, stamp, by: connection))
  }

  override func read() -> (value: Part.Value, known: Stamp)? {
    guard let collection = part.collection else { return nil }
    // In this order: an edit meanwhile is reported later.
    let known = newestChange(in: collection)
    return (part.value(in: collection.current.answer), known)
  }

  /// The newest change of the part that is stored.
  private func newestChange(in collection: ObservedCollection<Part.Contents>) -> Stamp {
    let (known, undelivered) = collection.whileLocked { (stamps.newest, stamps.undelivered) }
    return PartStamps.newest(known, undelivered) { (edit: CollectionEvent<Part.Contents>) in
      guard let changes = edit.changes, let (old, new) = part.change(in: changes) else { return false }
      return isSame?(old, new) != true
    }
  }

  override func write(_ write: Write<Part.Value>) { unsafe put(write, by: nil) }

  override func write(_ value: Part.Value, ifNewer stamp: Stamp, by connection: Unmanaged<Connection>?) {
    let write = Write(value: value, stamp: stamp, condition: .ifNewer)
    Relay.run {
      unsafe put(write, by: connection)
    } orLater: {
      // The binding may be over by then.
      unsafe connection.later { [self] in if isObserved { unsafe put(write, by: nil) } }
    }
  }

  // If another thread edits the collection meanwhile, that change gets a newer stamp when it is delivered.
  private func put(_ write: Write<Part.Value>, by connection: Unmanaged<Connection>?) {
    guard let collection = part.collection else { return }
    let newest = newestChange(in: collection)
    let extras = collection.extras
    let outcome = collection.whileLocked {
      let outcome = write.outcome(max(newest, stamps.newest), isAlone: extras.bindingCount == 1)
      if outcome != .leave { stamps.meet(write.stamp) }
      return outcome
    }
    switch outcome {
    case .write:
      Origin.write(write.stamp, for: stamps) { part.set(write.value) }
      check(write.value, write.stamp, in: collection)
    // Only a set is delivered by the hub.
    case .restamp: unsafe tell(.changed(write.value, write.stamp, by: nil))
    case .leave: break
    }
  }

  /// Looks whether the edit has given the part another value, as the removal of one of two elements with the same identity does (B2).
  private func check(_ value: Part.Value, _ stamp: Stamp, in collection: ObservedCollection<Part.Contents>) {
    let now = part.value(in: collection.current.answer)
    guard let isSame, !isSame(now, value), newestChange(in: collection) == stamp else { return }
    let correction = Stamp.new(after: stamp.carried)
    collection.whileLocked { stamps.meet(correction) }
    // An edit, which tells all bindings of the part.
    Origin.write(correction, for: stamps) { part.set(now) }
  }

  override func stop() {
    connection?.cancel()
    part.collection?.countBindings(-1)
    giveBackStamps()
  }
}
