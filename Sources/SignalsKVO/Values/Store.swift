/// A state that any thread may change: that of a ``Property``, or of the signal of a key path. The changes are delivered in the
/// order in which they were stored (C4).
///
/// A change is stored at once, so the thread that makes it reads it back. A hub delivers it inline if the source is idle, after
/// the current event if a handler makes it, and on the source's queue if several threads set at once (C5): the serialiser of
/// `Signals` decides its place in the step in which it is stored.
///
/// Releasing the store finishes its signals.
///
/// A state that only computations follow has no hub: a change is stored under the store's own lock, and the reactions that
/// it reaches act in a turn of their own. The first subscriber or binding creates the hub, and from then on the hub's lock
/// guards the state. The hub is published under the store's lock, so a thread that holds that lock and finds no hub has the
/// state for itself.
// Unchecked, because one of the two locks guards the state.
@usableFromInline
final class Store<State: Sendable, Change: Sendable>: RecordedState, @unchecked Sendable {
  @usableFromInline typealias UpdateHub = Hub<Update<State, Change>>

  /// The hub, which is retained until the end. While there is none, this is the lock of the state.
  @usableFromInline let hubWord = HubWord()
  @usableFromInline let presence = LiveObject()

  // Guarded by the lock. No user code runs and no user object is released under it (C7), so a replaced value is handed out.
  @safe @exclusivity(unchecked) @usableFromInline var held: State
  /// The same, if it fits in one word, for threads that don't take the lock: see `stateIfUnlocked`. Changed under the lock.
  @usableFromInline let heldWord: AtomicWord
  /// How many changes have been stored, and one: so the state at the beginning has a number too.
  @safe @exclusivity(unchecked) @usableFromInline var version: UInt = 1
  /// The thread that stored last.
  @safe @exclusivity(unchecked) @usableFromInline var lastSetter: UInt = 0
  /// The node in the dependency graph, once a computation or a binding has followed the state.
  @usableFromInline let nodeIfAny = LazyReference<StateSource>()
  /// Whose state this is, if that can be on the way to something bound.
  @safe @exclusivity(unchecked) @usableFromInline var owner: ObjectIdentifier?

  @usableFromInline
  init(_ state: State) {
    held = state
    heldWord = AtomicWord(OneWord.fits(State.self) ? OneWord.word(of: state) : 0)
  }

  deinit { if unsafe hubWord.hub != nil { releaseHub() } }

  // A separate function, since it looks up the type of the hub at run time.
  @inline(never)
  private func releaseHub() {
    guard let hub = unsafe hubIfMade else { return }
    unsafe hub._withUnsafeGuaranteedRef { hub in
      hub.dismissKeeper()
      hub.finishLast()
    }
    unsafe hub.release()
  }

  /// Finishes the signals. No later change is stored.
  ///
  /// If computations read the state, its owner calls this while it still keeps the store, since the node refers to that.
  @usableFromInline
  func finishSignals() {
    if hubWord.lock() {
      hubWord.finish()
    } else if let hubIfMade = unsafe hubIfMade {
      unsafe hubIfMade._withUnsafeGuaranteedRef { $0.finishLast() }
      // A thread that is just making a node has either made it or finds the signals finished.
      unsafe hubIfMade._withUnsafeGuaranteedRef { hub in
        hub.lockState()
        hub.unlockState()
      }
    }
    if let node = unsafe node { unsafe node._withUnsafeGuaranteedRef { $0.forgetState() } }
  }

  /// Whether the signals are finished. Under the lock.
  private var isFinished: Bool {
    unsafe hubIfMade?._withUnsafeGuaranteedRef { $0.acceptsNoMore } ?? hubWord.isFinished
  }

  // MARK: - The hub

  @inlinable
  @inline(__always)
  var hubIfMade: Unmanaged<UpdateHub>? {
    guard let hub = unsafe hubWord.hub else { return nil }
    return unsafe .fromOpaque(hub)
  }

  /// The hub, which is created if there is none.
  @inlinable
  var hub: UpdateHub { unsafe hubIfMade?.takeUnretainedValue() ?? makeHub() }

  @usableFromInline
  @inline(never)
  func makeHub() -> UpdateHub {
    let new = unsafe Unmanaged.passRetained(UpdateHub(executor: .inline))
    unsafe new._withUnsafeGuaranteedRef { unsafe $0.appoint(Unmanaged.passUnretained(self).toOpaque()) }
    if unsafe publish(new, isFinished: false) { return unsafe new.takeUnretainedValue() }
    if unsafe hubIfMade == nil {
      // Nothing is stored any more. A subscriber receives the end.
      unsafe new._withUnsafeGuaranteedRef { $0.finishLast() }
      if unsafe publish(new, isFinished: true) { return unsafe new.takeUnretainedValue() }
    }
    unsafe new.release()
    return hub
  }

  /// Makes this the hub, unless there is one, or the signals are finished and the hub isn't, or the other way round.
  private func publish(_ new: Unmanaged<UpdateHub>, isFinished: Bool) -> Bool {
    guard hubWord.lock() else { return false }
    let isRight = hubWord.isFinished == isFinished
    // Under the lock, so that no other thread is at the state.
    if isRight {
      if let node = unsafe nodeIfRead {
        unsafe new._withUnsafeGuaranteedRef { hub in
          unsafe node._withUnsafeGuaranteedRef { hub.setFollower($0.makeFollower()) }
          unsafe SourceTurn.keepBusy(hub, of: node)
        }
      }
      unsafe hubWord.publish(new.toOpaque())
    } else {
      hubWord.unlock()
    }
    return isRight
  }

  /// Shows the state as one node from the beginning, if the live graph is recorded at this moment.
  @usableFromInline
  @inline(never)
  func note(_ info: NodeInfo) { if CurrentRecorder.isRecording { hub.note(info) } }

  /// Locks the state. Returns the hub if its lock was taken, for `unlock(_:)`.
  @inlinable
  @inline(__always)
  func lockState() -> Unmanaged<UpdateHub>? {
    if let hub = unsafe hubIfMade {
      unsafe hub._withUnsafeGuaranteedRef { $0.lockState() }
      return unsafe hub
    }
    return unsafe hubWord.lock() ? nil : lockAtHub()
  }

  /// Takes the lock of the hub, which was created meanwhile, instead of the store's own.
  @usableFromInline
  @inline(never)
  func lockAtHub() -> Unmanaged<UpdateHub>? {
    let hub = unsafe hubIfMade
    unsafe hub?._withUnsafeGuaranteedRef { $0.lockState() }
    return unsafe hub
  }

  @inlinable
  @inline(__always)
  func unlock(_ hub: Unmanaged<UpdateHub>?) {
    if let hub = unsafe hub { unsafe hub._withUnsafeGuaranteedRef { $0.unlockState() } } else { hubWord.unlock() }
  }

  // MARK: - The state

  /// The state as it is now. From any thread, also while a handler runs.
  @inlinable
  @inline(__always)
  var state: State {
    if let state = stateIfUnlocked { return state }
    if OneWord.isReadUnlocked(State.self) { return lockedState }
    let hub = unsafe lockState()
    defer { unsafe unlock(hub) }
    return held
  }

  // A function of its own, so that a read that needs no lock saves no registers for it.
  @inlinable var lockedState: State {
    @inline(never)
    get {
      let hub = unsafe lockState()
      defer { unsafe unlock(hub) }
      return held
    }
  }

  /// The state, if it fits in one word and no other thread is at it, read without the lock.
  ///
  /// A change is shown in the word before the dependents are marked, and both take place under the lock. So a thread that finds
  /// dependents marked finds the new word. A thread that finds the new word while the dependents may not be marked finds the lock
  /// held, since the word is read with acquiring ordering before the hub and the lock are looked at.
  @inlinable
  @inline(__always)
  var stateIfUnlocked: State? {
    guard OneWord.isReadUnlocked(State.self) else { return nil }
    let word = heldWord.value
    let isFree =
      unsafe hubWord.isUnused
      || (hubIfMade.map { unsafe $0._withUnsafeGuaranteedRef { $0.isStateFree } } ?? hubWord.isFree)
    return isFree ? OneWord.value(of: word, as: State.self) : nil
  }

  /// Makes a change, and shows it to threads that read without the lock. Under the lock, before the dependents are marked.
  @inlinable
  @inline(__always)
  func change(_ body: (inout State) -> Change) -> Change {
    let change = body(&held)
    if OneWord.fits(State.self) { heldWord.store(OneWord.word(of: held)) }
    version &+= 1
    lastSetter = currentThread()
    return change
  }

  /// The state with its number, as a newcomer gets it.
  @inlinable
  var current: Update<State, Change> {
    let hub = unsafe lockState()
    defer { unsafe unlock(hub) }
    return Update(version: version, state: held, change: nil)
  }

  /// The same. Under the lock.
  @usableFromInline var presentState: Update<State, Change> { Update(version: version, state: held, change: nil) }

  /// The state of a store for a new subscriber. Under the lock of the hub.
  @usableFromInline
  static func presentState(of store: UnsafeRawPointer) -> Update<State, Change> {
    unsafe Unmanaged<Store>.fromOpaque(store)._withUnsafeGuaranteedRef { $0.presentState }
  }

  /// Runs `body` under the lock, as one step.
  @discardableResult
  func whileLocked<Answer>(_ body: () -> Answer) -> Answer {
    let hub = unsafe lockState()
    defer { unsafe unlock(hub) }
    return body()
  }

  /// Where the last change came from, if a binding wanted to know.
  @inlinable var newestStamp: Stamp { unsafe node?._withUnsafeGuaranteedRef { $0.newestStamp } ?? .none }

  // MARK: - The node

  /// The node in the dependency graph, once a computation or a binding has followed the state.
  @inlinable
  @inline(__always)
  var node: Unmanaged<StateSource>? { unsafe nodeIfAny.ifMade }

  /// The same, once a computation has read the state.
  @inlinable
  @inline(__always)
  var nodeIfRead: Unmanaged<StateSource>? {
    guard let node = unsafe node, unsafe node._withUnsafeGuaranteedRef({ $0.isRead }) else { return nil }
    return unsafe node
  }

  /// The node, made if there is none.
  @usableFromInline var madeNode: StateSource { nodeIfAny.object { StateSource(of: self) } }

  /// The node, for a computation that reads the state.
  @usableFromInline var nodeToRead: StateSource { unsafe nodeIfRead?.takeUnretainedValue() ?? beRead() }

  /// Has the node be told of changes from now on.
  ///
  /// - Parameter feed: sets the state while it is observed.
  @inline(never)
  @discardableResult
  func beRead(feed: SourceFeed? = nil) -> StateSource {
    let node = madeNode
    let hub = unsafe lockState()
    defer { unsafe unlock(hub) }
    if isFinished { node.forgetState() }
    if node.isRead { return node }
    // In one step: a change that marks the node has to be followed when it is delivered.
    if let hub = unsafe hub { unsafe hub._withUnsafeGuaranteedRef { $0.setFollower(node.makeFollower()) } }
    node.beRead(feed: feed)
    return node
  }

  func recordedChanges() -> Signal<Void> { hub.changes.labeled(.unplaced(.source, "Property"), at: hub) }

  /// The state, which becomes an input of the computation that is running.
  @inlinable
  @inline(__always)
  func read(in context: ReadingContext.Pointer) -> State {
    // The store keeps both.
    let isRepeated = unsafe node?._withUnsafeGuaranteedRef { context.pointee.noteRepeatedRead(of: $0) } ?? false
    if !isRepeated { noteNewRead(in: context) }
    return state
  }

  /// Makes the state an input that the computation has not read in its last run. That comes before the read, so that no change is
  /// missed.
  @usableFromInline
  @inline(never)
  func noteNewRead(in context: ReadingContext.Pointer) { context.pointee.noteRead(of: nodeToRead, isLocked: false) }

  /// Has the next event of this thread follow the turn of this state that the thread is in, if the hub was made since then.
  @inlinable
  @inline(__always)
  func followTurn(at hub: UpdateHub) {
    if let node = unsafe node { unsafe SourceTurn.keepBusy(hub, of: node) }
  }

  /// Stores a change and delivers it.
  ///
  /// - Parameters:
  ///   - recordings: see ``AccessTracking``.
  ///   - body: makes the change and returns it. It runs under the lock: it calls no user code and releases no user
  ///     object (C7), so the returned change contains everything that it removes from the state.
  @inlinable
  @inline(__always)
  @discardableResult
  func commit(
    in turn: Turn? = nil, _ recordings: Recordings.Pointer = Recordings.shared,
    _ body: (inout State) -> Change
  ) -> SendResult {
    commit(ifStill: nil, in: turn, recordings, body) ?? .ended
  }

  /// The same, if nothing was stored since the state had this number.
  ///
  /// - Returns: nil if the number is another one, so that nothing was stored.
  @inlinable
  @inline(__always)
  func commit(
    ifStill expected: UInt?, in turn: Turn? = nil, _ recordings: Recordings.Pointer = Recordings.shared,
    _ body: (inout State) -> Change
  ) -> SendResult? {
    // The reads of the handlers are no inputs of the computation that makes the change.
    let paused = recordings.pointee.underWay.relaxed == 0 ? nil : AccessTracking.pauseForChange()
    defer { if let paused { AccessTracking.resume(paused) } }
    var made = unsafe hubIfMade
    if unsafe made == nil {
      if hubWord.lock() {
        let isFinished = hubWord.isFinished
        if isFinished || expected != nil && version != expected {
          hubWord.unlock()
          return isFinished ? .ended : nil
        }
        let change = change(body)
        return withExtendedLifetime(change) {
          if let node = unsafe nodeIfRead { unsafe hubWord.unlock(marking: node, of: owner) } else { hubWord.unlock() }
          return .delivered
        }
      }
      unsafe made = hubIfMade
    }
    guard let hub = unsafe made else { return .ended }
    return unsafe hub._withUnsafeGuaranteedRef { hub in
      followTurn(at: hub)
      return unsafe hub.submit(in: turn) { isOwner in
        if let expected, version != expected { return nil }
        let change = change(body)
        let stamp = unsafe node == nil ? .none : beFollowed(isOwner: isOwner, change)
        return .value(Update(version: version, state: held, change: change, stamp: stamp))
      }
    }
  }

  /// Stores the value that a binding delivers, if it is not out of date.
  ///
  /// - Parameters:
  ///   - connection: the connection by which it arrives.
  ///   - expected: the number that the state must have for that.
  ///   - isChange: false if the value is the same as the state, which then only takes the new stamp: only the bindings are told.
  ///   - decide: decides about the write from the stamp of the newest change and from whether this binding is the only one.
  /// - Returns: whether the state has had the expected number, if there was one.
  @inlinable
  @inline(__always)
  @discardableResult
  func carry(
    _ value: State, _ stamp: Stamp, by connection: Unmanaged<Connection>? = nil, ifStill expected: UInt? = nil,
    isChange: Bool = true, _ decide: (_ newest: Stamp, _ isAlone: Bool) -> Write<State>.Outcome
  ) -> Bool where State == Change {
    var new = value
    var isExpected = true
    // The store keeps both.
    let node = unsafe node ?? .passUnretained(madeNode)
    let hub = unsafe hubIfMade ?? .passUnretained(makeHub())
    unsafe hub._withUnsafeGuaranteedRef { hub in
      followTurn(at: hub)
      unsafe node._withUnsafeGuaranteedRef { node in
        _ = unsafe hub.submit(by: connection) { isOwner in
          if let expected, version != expected {
            isExpected = false
            return nil
          }
          let outcome = decide(node.newestStamp, node.bindingCount == 1)
          if outcome != .leave { node.note(stamp) }
          guard outcome == .write else { return nil }
          // No subscriber takes an update with this number, except for the bindings.
          guard isChange else { return .value(Update(version: 0, state: held, change: held, stamp: stamp.carried)) }
          _ = change { state in
            swap(&state, &new)
            return new
          }
          if node.boundParts != nil { noteInParts(new, stamp.carried, node) }
          node.changed(isOwner: isOwner, by: stamp.carried)
          return .value(Update(version: version, state: held, change: new, stamp: stamp.carried))
        }
      }
    }
    return isExpected
  }

  /// The same, for a property that has a comparison.
  ///
  /// - Parameter isSame: compares the state with the new one. It is the user's, and called under no lock (C7).
  @usableFromInline
  @inline(never)
  func carry(
    _ value: State, _ stamp: Stamp, by connection: Unmanaged<Connection>? = nil, unless isSame: (State, State) -> Bool,
    _ decide: (_ newest: Stamp, _ isAlone: Bool) -> Write<State>.Outcome
  ) where State == Change {
    var isDone = false
    while !isDone {
      let current = current
      let isChange = !isSame(current.state, value)
      isDone = unsafe carry(
        value, stamp, by: connection, ifStill: current.version, isChange: isChange, decide)
    }
  }

  /// Counts one binding more or less that wants to know where changes come from.
  @usableFromInline
  func countBindings(_ difference: Int) {
    let node = madeNode
    whileLocked { node.bindingCount += difference }
  }

  /// Marks the dependents of the state, and returns the stamp of the change. Under the lock.
  @usableFromInline
  @inline(never)
  func beFollowed(isOwner: Bool, _ change: Change) -> Stamp {
    guard let node = unsafe node else { return .none }
    return unsafe node._withUnsafeGuaranteedRef { node in
      let stamp = node.stampOfChange(of: owner)
      if node.boundParts != nil { noteInParts(change, stamp, node) }
      node.changed(isOwner: isOwner, by: stamp)
      return stamp
    }
  }

  /// Stops the program if this thread has set the state within the closure of `modify`, which could never succeed.
  @usableFromInline
  func checkSetter(_ file: StaticString, _ line: UInt) {
    requireArgument(
      whileLocked { lastSetter != currentThread() },
      "The closure of `modify` has set the property that it changes. Let it change the value that it is given, and nothing else.",
      file, line)
  }

  /// The current state, and then every change, to be sifted by `since`. The store isn't kept alive by it.
  @usableFromInline
  var source: Signal<Update<State, Change>> {
    Signal { [hub] downstream, connection in
      ReadingContext.pause { unsafe hub.add(downstream, connection, readingState: Self.presentState(of:)) }
    }
  }
}

extension Hub {
  /// Emits for each value.
  var changes: Signal<Void> { Signal<Value> { [self] in add($0, $1) }.map { _ in } }
}
