internal import Signals

/// A part of a ``Property`` as an end of a binding. It keeps what the property keeps, but not the property, with which it ends
/// (B6).
///
/// Whether a write is stale is a question of this part alone, and no other part of the same property has a say in it. So the
/// end doesn't go by the newest stamp of the property: it goes by the changes of the part that it has told and written. What
/// the property holds is right: a change of the part that was stored after a newer one is told under a new stamp.
// Unchecked, as its superclass: what changes is guarded by the hub's lock, or belongs to the hub's owner.
final class PartTerminal<Whole: Sendable, Value: Sendable>: Terminal<Value>, @unchecked Sendable {
  private let store: Store<Whole, Whole>
  private let path: PartPath<Whole, Value>
  private weak let feed: PropertyFeed<Whole>?
  /// What is let go of at the end; nil before the beginning and after the end.
  private let attachment = Guarded<Attachment?>(nil)
  /// The newest change of the part that was told or written. Changed under the hub's lock.
  private let newestWord = AtomicWord(0)
  /// The writes of this end that were not delivered yet, by the number of the state that they have made. The property may
  /// have stored them under newer stamps than their own.
  private let ownWrites = Guarded<[UInt: Stamp]>([:])
  /// The newest change that was told. The hub's owner's.
  @exclusivity(unchecked) private var told = Stamp.none

  // Unchecked: what it calls guards itself.
  private struct Attachment: @unchecked Sendable {
    let tap: InternalSubscriber<Update<Whole, Whole>>
    let outlet: Outlet
  }

  init(_ part: PropertyPart<Whole, Value>) {
    store = part.whole.store
    path = part.path
    feed = part.whole.feed
    super.init(home: .anywhere, isResident: false)
  }

  override var newest: Stamp { Stamp(word: newestWord.relaxed) }

  override func begin(_ outlet: @escaping Outlet) {
    store.countBindings(1)
    let tap = InternalSubscriber<Update<Whole, Whole>>(
      BorrowedFunction { [self] update, connection in hear(update, by: connection, outlet) },
      atEnd: { outlet(.gone) }, info: .unplaced(.endpoint, "bind"))
    attachment.change { $0 = Attachment(tap: tap, outlet: outlet) }
    store.hub.add(tap, for: feed?.lifecycle(of: store), info: .unplaced(.source, "Property"))
  }

  private func hear(_ update: Update<Whole, Whole>, by connection: Unmanaged<Connection>, _ outlet: Outlet) {
    // What was stored before the beginning has no stamp, and is no news.
    if update.stamp.isNone { return }
    let own = ownWrites.change { $0.removeValue(forKey: update.version) }
    let value: Value
    if own != nil {
      value = update.state[keyPath: path.keyPath]
    } else if let change = path.change(in: update) {
      value = change.state
    } else {
      return
    }
    var stamp = own?.carried ?? update.stamp
    if stamp <= told { stamp = .new(after: stamp) }
    told = stamp
    store.hub.lockState()
    if stamp > newest { newestWord.store(stamp.word) }
    store.hub.unlockState()
    outlet(.changed(value, stamp, by: connection))
  }

  override func read() -> (value: Value, known: Stamp)? {
    let (state, known) = store.stateAndStamp
    return (state[keyPath: path.keyPath], known)
  }

  override func write(_ write: Write<Value>) { put(write, by: nil) }

  override func write(_ value: Value, ifNewer stamp: Stamp, by connection: Unmanaged<Connection>?) {
    let write = Write(value: value, stamp: stamp, condition: .ifNewer)
    Relay.run {
      put(write, by: connection)
    } orLater: {
      // The binding may be over by then.
      connection.later { [self] in if attachment.change({ $0 != nil }) { put(write, by: nil) } }
    }
  }

  private func put(_ write: Write<Value>, by connection: Unmanaged<Connection>?) {
    var outcome = Write<Value>.Outcome.leave
    var isCurrent = false
    while !isCurrent {
      let current = store.current
      // With nothing held, since a path may lead through properties that are computed.
      var new = current.state
      new[keyPath: path.keyPath] = write.value
      isCurrent = store.carry(&new, ifStill: current.version, write.stamp, by: connection) { version, isAlone in
        outcome = write.outcome(newest, isAlone: isAlone)
        if outcome != .leave { newestWord.store(write.stamp.word) }
        if outcome == .write { ownWrites.change { $0[version] = write.stamp } }
        return outcome == .write
      }
    }
    // A set tells of itself.
    if outcome == .restamp { attachment.change { $0 }?.outlet(.changed(write.value, write.stamp, by: nil)) }
  }

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

extension Store where State == Change {
  /// Stores a state in which a binding has changed a part, if that is still wanted.
  ///
  /// - Parameters:
  ///   - new: the state. It is replaced by the former one.
  ///   - expected: the number of the state that it was made of.
  ///   - stamp: the stamp of the change. It is stored under a newer one if another part has had a newer change.
  ///   - connection: the connection by which it comes.
  ///   - decide: says whether it is wanted, where the new state gets this number, and nobody else is bound to this or somebody
  ///     is. Called under the lock.
  /// - Returns: false if somebody has stored something since, so that the state has to be made anew.
  fileprivate func carry(
    _ new: inout State, ifStill expected: UInt, _ stamp: Stamp, by connection: Unmanaged<Connection>?,
    _ decide: (_ number: UInt, _ isAlone: Bool) -> Bool
  ) -> Bool {
    var isCurrent = true
    _ = hub.submit(by: connection) {
      guard version == expected else {
        isCurrent = false
        return nil
      }
      guard decide(version &+ 1, bindingCount == 1) else { return nil }
      swap(&held, &new)
      version &+= 1
      lastSetter = currentThread()
      let isNewest = stamp > Stamp(word: newestStamp.relaxed)
      let stored = isNewest ? stamp.carried : .new(after: stamp.carried)
      newestStamp.store(stored.word)
      if let node { node.changed() }
      return .value(Update(version: version, state: held, change: new, stamp: stored))
    }
    return isCurrent
  }
}
