internal import Signals

/// A part of a ``Property`` as an end of a binding.
///
/// Whether a write is stale depends on this part alone, and not on other parts of the same property. So the end compares stamps
/// with those of the part, which all bindings of it share: see ``PartStamps``. The value that the property holds prevails: if a
/// change of the part was stored after a newer one, it is reported under a new stamp.
// Unchecked, as its superclass: the state is guarded by the hub's lock, or belongs to the hub's owner.
final class BoundPart<Whole: Sendable, Value: Sendable>: BoundState<Whole, Value>, @unchecked Sendable {
  private let path: PartPath<Whole, Value>
  private let stamps: PartStamps
  /// One, once the stamps were given back.
  private let hasGivenBack = AtomicWord(0)
  /// The newest change that was reported. The hub's owner's.
  @safe @exclusivity(unchecked) private var told = Stamp.none

  init(_ part: PropertyPart<Whole, Value>) {
    path = part.path
    stamps = part.whole.store.stamps(of: path.keyPath)
    super.init(part.whole, home: .anywhere)
  }

  deinit { giveBackStamps() }

  private func giveBackStamps() { if hasGivenBack.acquire(0, as: 1) { store.forget(stamps) } }

  override var newest: Stamp { stamps.newest }

  override func begin(_ receiver: @escaping Receiver) {
    unsafe observe(
      for: receiver,
      by: BorrowedFunction { [self] update, connection in unsafe receive(update, by: connection, receiver) })
  }

  private func receive(_ update: Update<Whole, Whole>, by connection: Unmanaged<Connection>, _ receiver: Receiver) {
    // A change that was stored before the beginning has no stamp, and is included in the first value.
    if update.stamp.isNone { return }
    let new = path.change(in: update)?.state
    let (stamp, gone) = store.whileLocked {
      stamps.deliver(update.stamp.word, update.stamp, after: told, isChange: new != nil)
    }
    withExtendedLifetime(gone) {}
    guard let stamp else { return }
    told = stamp
    unsafe receiver(.changed(new ?? update.state[keyPath: path.keyPath], stamp, by: connection))
  }

  override func read() -> (value: Value, known: Stamp)? {
    let (current, newest) = present
    return (current.state[keyPath: path.keyPath], newest)
  }

  /// The state, and the newest change of the part that is in it.
  private var present: (Update<Whole, Whole>, newest: Stamp) {
    let (current, known, undelivered) = store.whileLocked { (store.presentState, stamps.newest, stamps.undelivered) }
    // Under no lock, since the key path may go through computed properties.
    let newest = PartStamps.newest(known, undelivered) { (update: Update<Whole, Whole>) in
      path.change(in: update) != nil
    }
    return (current, newest)
  }

  override func write(_ write: Write<Value>) { unsafe put(write, by: nil) }

  override func write(_ value: Value, ifNewer stamp: Stamp, by connection: Unmanaged<Connection>?) {
    let write = Write(value: value, stamp: stamp, condition: .ifNewer)
    Relay.run {
      unsafe put(write, by: connection)
    } orLater: {
      // The binding may be over by then.
      unsafe connection.later { [self] in if isObserved { unsafe put(write, by: nil) } }
    }
  }

  private func put(_ write: Write<Value>, by connection: Unmanaged<Connection>?) {
    var outcome = Write<Value>.Outcome.leave
    var isCurrent = false
    while !isCurrent {
      let (current, newest) = present
      var new = current.state
      new[keyPath: path.keyPath] = write.value
      let isChange = isSame?(current.state, new) != true
      // A setter may make another value of it, or keep the former one. Then this is a correction, which all bindings of the part are
      // told of (B2).
      let isCorrected = path.isSame?(new[keyPath: path.keyPath], write.value) == false
      let stamp = isCorrected ? Stamp.new(after: write.stamp.carried) : write.stamp
      isCurrent = unsafe store.carry(&new, isChange, ifStill: current.version, stamp, of: stamps, by: connection) {
        isAlone in
        outcome = write.outcome(max(newest, stamps.newest), isAlone: isAlone)
        if outcome != .leave { stamps.meet(outcome == .write ? stamp : write.stamp) }
        return outcome == .write
      }
    }
    // Only a set is delivered by the hub.
    if outcome == .restamp { unsafe tell(.changed(write.value, write.stamp, by: nil)) }
  }

  override func stop() {
    giveBackStamps()
    super.stop()
  }
}

extension Store where State == Change {
  /// Stores a state in which a binding has changed a part, if `decide` allows it.
  ///
  /// - Parameters:
  ///   - new: the state. It is replaced by the former one.
  ///   - isChange: false if the state is the same by the comparison of the property. Then only the bindings are notified.
  ///   - expected: the number of the state from which it was made.
  ///   - stamp: the stamp of the change of the part. It is stored under a newer one if another part has had a newer change.
  ///   - connection: the connection by which it arrives.
  ///   - decide: returns whether to store it. It receives whether there is no other binding. Called under the lock.
  /// - Returns: false if another state has been stored since, so that the new one has to be made again.
  fileprivate func carry(
    _ new: inout State, _ isChange: Bool, ifStill expected: UInt, _ stamp: Stamp,
    of part: PartStamps, by connection: Unmanaged<Connection>?,
    _ decide: (_ isAlone: Bool) -> Bool
  ) -> Bool {
    var isCurrent = true
    let extras = extras
    _ = unsafe hub.submit(by: connection) { isOwner in
      guard version == expected else {
        isCurrent = false
        return nil
      }
      let isNewest = stamp > extras.newestStamp
      let stored = isNewest ? stamp.carried : .new(after: stamp.carried)
      guard decide(extras.bindingCount == 1) else { return nil }
      extras.note(stored)
      guard isChange else {
        // No subscriber takes an update with this number, except for the bindings.
        let update = Update(version: 0, state: held, change: held, stamp: stored)
        part.append(KeptChange(update), stored.word, as: stamp.carried, isWritten: true)
        return .value(update)
      }
      _ = change { state in
        swap(&state, &new)
        return new
      }
      let update = Update(version: version, state: held, change: new, stamp: stored)
      boundParts(extras)?.note(KeptChange(update), stored.word, of: stored, writtenBy: (part, stamp.carried))
      changed(isOwner: isOwner, by: stored)
      return .value(update)
    }
    return isCurrent
  }
}
