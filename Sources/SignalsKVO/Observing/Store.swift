/// A state that any thread may change, and the changes of it, delivered in exactly the order in which they were stored
/// (C4): what stands behind a ``Property`` and behind observed collections.
///
/// A change is stored at once, so that whoever makes it reads it back. It is delivered inline where the source is idle,
/// after the current event where a handler makes it, and on the source's queue where threads meet (C5): the serialiser
/// of `Signals` decides its place among the others in the step in which it is stored.
///
/// Releasing the store finishes its signals.
// Unchecked, because the hub's lock guards what changes.
@usableFromInline
final class Store<State: Sendable, Change: Sendable>: @unchecked Sendable {
  @usableFromInline let hub = Hub<Update<State, Change>>(executor: .inline)

  /// See ``Recording``.
  @usableFromInline let recordings = Recording.underWay
  @usableFromInline let presence = LiveObject()

  // Guarded by the hub's lock. Nothing of the user's is called or released under it (C7), so what is replaced has to be
  // handed out.
  @exclusivity(unchecked) @usableFromInline var held: State
  /// How many changes have been stored, and one: so the state at the beginning has a number too.
  @exclusivity(unchecked) @usableFromInline var version: UInt = 1
  /// The thread that stored last.
  @exclusivity(unchecked) @usableFromInline var lastSetter: UInt = 0
  /// The node in the dependency graph, once a computation has read the state.
  @exclusivity(unchecked) @usableFromInline var node: StateSource?
  /// Whether there is a node, or a binding wants to know where changes come from.
  @exclusivity(unchecked) @usableFromInline var isFollowed = false
  /// How many bindings want to know where changes come from.
  @exclusivity(unchecked) @usableFromInline var bindingCount = 0
  /// Whose state this is, if that can be on the way to something bound.
  @exclusivity(unchecked) @usableFromInline var owner: ObjectIdentifier?
  /// Where the last change came from, if one of them wanted to know. Changed under the lock.
  @usableFromInline let newestStamp = AtomicWord(0)

  @usableFromInline
  init(_ state: State) { held = state }

  deinit { finishSignals() }

  @usableFromInline
  func finishSignals() { hub.finishLast() }

  /// The state as it is now. From any thread, also while a handler runs.
  @inlinable
  var state: State {
    hub.lockState()
    defer { hub.unlockState() }
    return held
  }

  /// The same, with the newest change that bindings know.
  var stateAndStamp: (State, Stamp) {
    hub.lockState()
    defer { hub.unlockState() }
    return (held, Stamp(word: newestStamp.relaxed))
  }

  /// The same, with its number, as a newcomer gets it.
  @inlinable
  var current: Update<State, Change> {
    hub.lockState()
    defer { hub.unlockState() }
    return Update(version: version, state: held, change: nil)
  }

  /// The node in the dependency graph, for a computation that reads the state.
  @usableFromInline
  var madeNode: StateSource {
    hub.lockState()
    let made = node
    hub.unlockState()
    if let made { return made }
    return makeNode()
  }

  @inline(never)
  private func makeNode() -> StateSource {
    let kind: StaticString = "Property"
    var new: StateSource? = StateSource { [hub] in hub.changes.labeled(.unplaced(.source, kind), at: hub) }
    let follower = new?.follower
    hub.lockState()
    defer { hub.unlockState() }
    if let node { return node }
    // In one step: a change that marks the node has to be followed when it is delivered.
    if let follower { hub.setFollower(follower) }
    swap(&node, &new)
    isFollowed = true
    return node.unsafelyUnwrapped
  }

  /// The state, which becomes an input of the computation that is running.
  @inlinable
  @inline(__always)
  func read(by computation: Unmanaged<Computation>) -> State {
    hub.lockState()
    let (node, state) = (node, held)
    hub.unlockState()
    let isNoted = computation._withUnsafeGuaranteedRef { node.map($0.noteRepeatedRead(of:)) }
    return isNoted == true ? state : readNew(by: computation)
  }

  /// The same, for a state that the computation has not read in its last run. It becomes an input before it is read, so that
  /// no change is missed.
  @usableFromInline
  @inline(never)
  func readNew(by computation: Unmanaged<Computation>) -> State {
    let node = madeNode
    computation._withUnsafeGuaranteedRef { $0.noteRead(of: node, isLocked: false) }
    return state
  }

  var currentVersion: UInt {
    hub.lockState()
    defer { hub.unlockState() }
    return version
  }

  /// Stores a change and delivers it.
  ///
  /// - Parameter body: makes the change and says which it is. It runs under the lock: it is this library's own code, calls
  ///   nothing of the user's and releases nothing of it (C7). What it takes out of the state goes into its answer.
  @inlinable
  @inline(__always)
  @discardableResult
  func commit(in turn: Turn? = nil, _ body: (inout State) -> Change) -> SendResult {
    commit(ifStill: nil, in: turn, body) ?? .ended
  }

  /// The same, if nobody has stored anything since the state had this number.
  ///
  /// - Returns: nil if somebody has, and nothing was stored.
  @inlinable
  @inline(__always)
  func commit(ifStill expected: UInt?, in turn: Turn? = nil, _ body: (inout State) -> Change) -> SendResult? {
    // What the handlers read is no input of the computation that makes the change.
    let paused = recordings.pointee.relaxed == 0 ? nil : Recording.pauseForChange()
    defer { if let paused { Recording.resume(paused) } }
    return hub.submit(in: turn) {
      if let expected, version != expected { return nil }
      let change = body(&held)
      version &+= 1
      lastSetter = currentThread()
      let stamp = isFollowed ? beFollowed() : .none
      return .value(Update(version: version, state: held, change: change, stamp: stamp))
    }
  }

  /// Stores what a binding brings, if that is still wanted.
  ///
  /// - Parameters:
  ///   - connection: the connection by which it arrives.
  ///   - expected: the number that the state must have for that.
  ///   - decide: says that where `newest` is the newest change, and nobody else is bound to this or somebody is.
  /// - Returns: whether the state has had the expected number, if there was one.
  @inlinable
  @inline(__always)
  @discardableResult
  func carry(
    _ value: State, _ stamp: Stamp, by connection: Unmanaged<Connection>? = nil, ifStill expected: UInt? = nil,
    _ decide: (_ newest: Stamp, _ isAlone: Bool) -> Write<State>.Outcome
  ) -> Bool where State == Change {
    var new = value
    var isExpected = true
    _ = hub.submit(by: connection) {
      if let expected, version != expected {
        isExpected = false
        return nil
      }
      let outcome = decide(Stamp(word: newestStamp.relaxed), bindingCount == 1)
      if outcome != .leave { newestStamp.store(stamp.word) }
      guard outcome == .write else { return nil }
      swap(&held, &new)
      version &+= 1
      lastSetter = currentThread()
      if let node { node.changed() }
      return .value(Update(version: version, state: held, change: new, stamp: stamp.carried))
    }
    return isExpected
  }

  /// Stores what a binding brings, if that is still wanted, and if it is not the same as the state. If it is the same, the
  /// state keeps its value under the new stamp, and only the bindings are told.
  ///
  /// - Parameter isSame: compares the state with the new one. It is the user's, and called under no lock (C7).
  @usableFromInline
  @inline(never)
  func carry(
    _ value: State, _ stamp: Stamp, by connection: Unmanaged<Connection>? = nil, unless isSame: (State, State) -> Bool,
    _ decide: (_ newest: Stamp, _ isAlone: Bool) -> Write<State>.Outcome
  ) where State == Change {
    while true {
      let current = current
      if isSame(current.state, value) {
        if keep(current.version, stamp, by: connection, decide) { return }
      } else if carry(value, stamp, by: connection, ifStill: current.version, decide) {
        return
      }
    }
  }

  /// Gives the state a new stamp, if it has this number and `decide` allows to write it.
  private func keep(
    _ expected: UInt, _ stamp: Stamp, by connection: Unmanaged<Connection>?,
    _ decide: (_ newest: Stamp, _ isAlone: Bool) -> Write<State>.Outcome
  ) -> Bool where State == Change {
    var isExpected = true
    _ = hub.submit(by: connection) {
      isExpected = version == expected
      guard isExpected else { return nil }
      let outcome = decide(Stamp(word: newestStamp.relaxed), bindingCount == 1)
      if outcome != .leave { newestStamp.store(stamp.word) }
      guard outcome == .write else { return nil }
      // No subscriber takes an update with this number, except for the bindings.
      return .value(Update(version: 0, state: held, change: held, stamp: stamp.carried))
    }
    return isExpected
  }

  /// Counts one binding more or less that wants to know where changes come from.
  @usableFromInline
  func countBindings(_ difference: Int) {
    hub.lockState()
    bindingCount += difference
    isFollowed = bindingCount != 0 || node != nil
    hub.unlockState()
  }

  /// Marks what depends on the state, and returns the stamp of the change. Under the lock.
  @usableFromInline
  @inline(never)
  func beFollowed() -> Stamp {
    if let node { node.changed() }
    return bindingCount == 0 ? .none : newStamp()
  }

  /// The stamp of a change that somebody makes. Under the lock.
  @usableFromInline
  func newStamp() -> Stamp {
    var stamp = owner.map { Origin.stamp(for: $0) } ?? .new(after: Origin.cause)
    // What a binding has set by a path that leads here may be older, and yet it has replaced what is newer.
    if stamp < Stamp(word: newestStamp.relaxed) { stamp = .new(after: stamp) }
    newestStamp.store(stamp.word)
    return stamp
  }

  /// Whoever sets in the course of changing depending on what is there would come too late each time.
  @usableFromInline
  func checkSetter() {
    hub.lockState()
    let isOwn = lastSetter == currentThread()
    hub.unlockState()
    precondition(
      !isOwn,
      "The closure of `modify` has set the property that it changes. Let it change the value that it is given, and nothing else."
    )
  }

  /// The current state, and then every change, to be sifted by `since`. The store isn't kept alive by it.
  @usableFromInline
  var source: Signal<Update<State, Change>> {
    Signal { [hub, weak self] downstream, connection in
      hub.add(downstream, connection, for: CurrentValueProvider(isStored: true) { [weak self] in self?.current })
    }
  }

  /// The current state, with no change, and then every update: nothing missed, nothing twice (C12).
  @inlinable
  var updates: Signal<Update<State, Change>> { source.sifted() }

  /// Every update that is stored from now on.
  @inlinable
  var laterUpdates: Signal<Update<State, Change>> { source.siftedForChanges() }

  /// The current state, and then the state after every change.
  @inlinable
  var states: Signal<State> { source.siftedForStates() }
}

extension Hub {
  /// Emits for each value.
  var changes: Signal<Void> { Signal<Value> { [self] in add($0, $1) }.map { _ in } }
}

/// One change of a store, or what a newcomer finds there.
@usableFromInline
struct Update<State: Sendable, Change: Sendable>: Sendable {
  /// The number of the state.
  @usableFromInline let version: UInt
  /// The state after the change.
  @usableFromInline let state: State
  /// What was done, or nil if this is what a newcomer finds.
  @usableFromInline let change: Change?
  /// Where it came from, if a binding wants to know.
  @usableFromInline let stamp: Stamp

  @inlinable
  init(version: UInt, state: State, change: Change?, stamp: Stamp = .none) {
    self.version = version
    self.state = state
    self.change = change
    self.stamp = stamp
  }

  /// Runs what calls the handlers, so that whatever they set is known to come from this.
  @inlinable
  @inline(__always)
  func tell(_ body: () throws -> Void) rethrows {
    if stamp.isNone { try body() } else { try tellStamped(body) }
  }

  @usableFromInline
  @inline(never)
  func tellStamped(_ body: () throws -> Void) rethrows { try Origin.tell(stamp, body) }

  /// Whether a subscriber has yet to hear of this, who was given the state with the number `since` when it came. What
  /// was stored before that may still be on its way.
  @inlinable
  @inline(__always)
  func isNews(since: inout UInt) -> Bool {
    if change == nil {
      since = version
      return true
    }
    return version > since
  }
}

// What a newcomer finds comes first, and tells which updates it has yet to hear of.
extension Signal {
  @inlinable
  func sifted<State, Change>() -> Signal where Value == Update<State, Change> {
    stage(UInt(0)) { since, update, downstream in
      if update.isNews(since: &since) { try update.tell { try downstream.pass(update) } }
    }
  }

  @inlinable
  func siftedForChanges<State, Change>() -> Signal where Value == Update<State, Change> {
    stage(UInt(0)) { since, update, downstream in
      if update.isNews(since: &since), update.change != nil { try update.tell { try downstream.pass(update) } }
    }
  }

  @inlinable
  func siftedForStates<State, Change>() -> Signal<State> where Value == Update<State, Change> {
    stage(UInt(0)) { since, update, downstream in
      if update.isNews(since: &since) { try update.tell { try downstream.pass(update.state) } }
    }
  }

  /// Something for each change after the state with this number; at once, if the state has changed since.
  func pulses<State, Change>(after version: UInt) -> Signal<Void> where Value == Update<State, Change> {
    stage(version) { told, update, downstream in
      guard update.version > told else { return }
      told = update.version
      try update.tell { try downstream.pass(()) }
    }
  }
}
