/// A state that any thread may change: that of a ``Property``, or of the signal of a key path. The changes are delivered in the
/// order in which they were stored (C4).
///
/// A change is stored at once, so the thread that makes it reads it back. A hub delivers it inline if the source is idle, after
/// the current event if a handler makes it, and on the source's queue if several threads set at once (C5): the serialiser of
/// `Signals` decides its place in the step in which it is stored.
///
/// Releasing the store finishes its signals. It is the node of the state in the dependency graph.
///
/// A state that only computations follow has no hub: a change is stored under the store's own lock, and the reactions that
/// it reaches act in a turn of their own. The first subscriber or binding creates the hub, and from then on the hub's lock
/// guards the state. The hub is published under the store's lock, so a thread that holds that lock and finds no hub has the
/// state for itself.
// Unchecked, because one of the two locks guards the state.
@usableFromInline
class Store<State: Sendable, Change: Sendable>: StateSource, @unchecked Sendable {
  @usableFromInline typealias UpdateHub = Hub<Update<State, Change>>

  /// The hub, which is retained until the end. While there is none, this is the lock of the state.
  @usableFromInline final let hubWord = HubWord()
  @usableFromInline final let presence = LiveObject()

  // Guarded by the lock.
  /// The state, if it fits in one word. Threads that don't take the lock read it, too: see `stateIfUnlocked`.
  @usableFromInline final let heldWord: AtomicWord
  /// How many changes have been stored, and one: so the state at the beginning has a number too.
  @safe @exclusivity(unchecked) @usableFromInline final var version: UInt = 1

  @usableFromInline
  init(heldWord: UInt) {
    self.heldWord = AtomicWord(heldWord)
    super.init()
  }

  /// Creates a store with a place for the state if that doesn't fit in one word.
  @inlinable
  static func make(_ state: State) -> Store {
    OneWord.fits(State.self) ? Store(heldWord: OneWord.word(of: state)) : StoringStore(state)
  }

  deinit { if unsafe hubWord.hub != nil { releaseHub() } }

  // A separate function, since it looks up the type of the hub at run time.
  @inline(never)
  private final func releaseHub() {
    guard let hub = unsafe hubIfMade else { return }
    unsafe hub._withUnsafeGuaranteedRef { hub in
      hub.dismissKeeper()
      hub.finishLast()
    }
    unsafe hub.release()
  }

  /// Finishes the signals. No later change is stored. The owner calls this before it gives up its reference.
  @usableFromInline
  final func finishSignals() {
    if hubWord.lock() {
      hubWord.finish()
    } else if let hubIfMade = unsafe hubIfMade {
      unsafe hubIfMade._withUnsafeGuaranteedRef { hub in
        hub.finishLast()
        // A computation that is just reading the state for the first time is known now, or finds the signals finished.
        hub.lockState()
        hub.unlockState()
      }
    }
    if isRead { leaveDependents() }
  }

  /// Whether the signals are finished. Under the lock.
  private final var isFinished: Bool {
    unsafe hubIfMade?._withUnsafeGuaranteedRef { $0.acceptsNoMore } ?? hubWord.isFinished
  }

  // MARK: - The hub

  @inlinable
  @inline(__always)
  final var hubIfMade: Unmanaged<UpdateHub>? {
    guard let hub = unsafe hubWord.hub else { return nil }
    return unsafe .fromOpaque(hub)
  }

  /// The hub, which is created if there is none.
  @inlinable
  final var hub: UpdateHub { unsafe hubIfMade?.takeUnretainedValue() ?? makeHub() }

  /// Creates the hub, if there is none.
  ///
  /// - Parameter weight: see ``Hub``.
  @usableFromInline
  @inline(never)
  @discardableResult
  final func makeHub(weight: UInt = 0) -> UpdateHub {
    let new = unsafe Unmanaged.passRetained(UpdateHub(executor: .inline, weight: weight))
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
  private final func publish(_ new: Unmanaged<UpdateHub>, isFinished: Bool) -> Bool {
    guard hubWord.lock() else { return false }
    let isRight = hubWord.isFinished == isFinished
    // Under the lock, so that no other thread is at the state.
    if isRight {
      if isRead {
        unsafe new._withUnsafeGuaranteedRef { hub in
          hub.setFollower(extras)
          SourceTurn.keepBusy(hub, of: self)
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
  final func note(_ info: NodeInfo) { if CurrentRecorder.isRecording { hub.note(info) } }

  /// Locks the state. Returns the hub if its lock was taken, for `unlock(_:)`.
  @inlinable
  @inline(__always)
  final func lockState() -> Unmanaged<UpdateHub>? {
    if let hub = unsafe hubIfMade {
      unsafe hub._withUnsafeGuaranteedRef { $0.lockState() }
      return unsafe hub
    }
    return unsafe hubWord.lock() ? nil : lockAtHub()
  }

  /// Takes the lock of the hub, which was created meanwhile, instead of the store's own.
  @usableFromInline
  @inline(never)
  final func lockAtHub() -> Unmanaged<UpdateHub>? {
    let hub = unsafe hubIfMade
    unsafe hub?._withUnsafeGuaranteedRef { $0.lockState() }
    return unsafe hub
  }

  @inlinable
  @inline(__always)
  final func unlock(_ hub: Unmanaged<UpdateHub>?) {
    if let hub = unsafe hub { unsafe hub._withUnsafeGuaranteedRef { $0.unlockState() } } else { hubWord.unlock() }
  }

  // MARK: - The state

  /// The state as it is now. From any thread, also while a handler runs.
  @inlinable
  @inline(__always)
  final var state: State {
    if let state = stateIfUnlocked { return state }
    if OneWord.isReadUnlocked(State.self) { return lockedState }
    let hub = unsafe lockState()
    defer { unsafe unlock(hub) }
    return held
  }

  // A function of its own, so that a read that needs no lock saves no registers for it.
  @inlinable final var lockedState: State {
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
  final var stateIfUnlocked: State? {
    guard OneWord.isReadUnlocked(State.self) else { return nil }
    let word = heldWord.value
    let isFree =
      unsafe hubWord.isUnused
      || (hubIfMade.map { unsafe $0._withUnsafeGuaranteedRef { $0.isStateFree } } ?? hubWord.isFree)
    return isFree ? OneWord.value(of: word, as: State.self) : nil
  }

  /// The state. Under the lock.
  @inlinable
  @inline(__always)
  final var held: State {
    OneWord.fits(State.self) ? OneWord.value(of: heldWord.relaxed, as: State.self) : storing.storedState
  }

  @inlinable
  @inline(__always)
  final var storing: StoringStore<State, Change> {
    unsafe unsafeDowncast(self, to: StoringStore<State, Change>.self)
  }

  /// Makes a change, and shows it to threads that read without the lock. Under the lock, before the dependents are marked.
  ///
  /// No user code runs and no user object is released under it (C7), so a replaced value is handed out.
  ///
  /// - Returns: the change, and the new state.
  @inlinable
  @inline(__always)
  final func change(_ body: (inout State) -> Change) -> (change: Change, state: State) {
    version &+= 1
    if notesSetter { noteSetter() }
    if OneWord.fits(State.self) {
      var state = held
      let change = body(&state)
      heldWord.store(OneWord.word(of: state))
      return (change, state)
    }
    return (body(&storing.storedState), storing.storedState)
  }

  @usableFromInline
  @inline(never)
  final func noteSetter() { extras.lastSetter = currentThread() }

  /// The state with its number, as a newcomer gets it.
  @inlinable
  final var current: Update<State, Change> {
    let hub = unsafe lockState()
    defer { unsafe unlock(hub) }
    return Update(version: version, state: held, change: nil)
  }

  /// The same. Under the lock.
  @usableFromInline final var presentState: Update<State, Change> { Update(version: version, state: held, change: nil) }

  /// The state of a store for a new subscriber. Under the lock of the hub.
  @usableFromInline
  static func presentState(of store: UnsafeRawPointer) -> Update<State, Change> {
    unsafe Unmanaged<Store>.fromOpaque(store)._withUnsafeGuaranteedRef { $0.presentState }
  }

  /// Runs `body` under the lock, as one step.
  @discardableResult
  final func whileLocked<Answer>(_ body: () -> Answer) -> Answer {
    let hub = unsafe lockState()
    defer { unsafe unlock(hub) }
    return body()
  }

  // MARK: - In the dependency graph

  /// Has the computations that read the state be told of changes from now on.
  ///
  /// - Parameter feed: sets the state while it is observed.
  @inline(never)
  final func beRead(settingBy feed: SourceFeed? = nil) {
    let hub = unsafe lockState()
    defer { unsafe unlock(hub) }
    if isRead { return }
    // Something else may have kept the store, and there will be no change.
    if isFinished { return leaveDependents() }
    // In one step: a change that marks the dependents has to be followed when it is delivered.
    if let hub = unsafe hub { unsafe hub._withUnsafeGuaranteedRef { $0.setFollower(extras) } }
    markRead(settingBy: feed)
  }

  override final func recordedChanges() -> Signal<Void>? {
    hub.changes.labeled(.unplaced(.source, "Property"), at: hub)
  }

  /// The same, unless they are already. Any thread may call this.
  @usableFromInline
  final func noteRead() { if !isRead { beRead() } }

  /// The state, which becomes an input of the computation that is running.
  @inlinable
  @inline(__always)
  final func read(in context: ReadingContext.Pointer) -> State {
    if !context.pointee.noteRepeatedRead(of: self) { noteNewRead(in: context) }
    return state
  }

  /// Makes the state an input that the computation has not read in its last run. That comes before the read, so that no change is
  /// missed.
  @usableFromInline
  @inline(never)
  final func noteNewRead(in context: ReadingContext.Pointer) {
    noteRead()
    context.pointee.noteRead(of: self, isLocked: false)
  }

  /// Has the next event of this thread follow the turn of this state that the thread is in, if the hub was made since then.
  @inlinable
  @inline(__always)
  final func followTurn(at hub: UpdateHub) { if isRead { SourceTurn.keepBusy(hub, of: self) } }

  /// Stores a change and delivers it.
  ///
  /// - Parameters:
  ///   - owner: whose state this is, if that can be on the way to something bound.
  ///   - recordings: see ``AccessTracking``.
  ///   - body: makes the change and returns it. It runs under the lock: it calls no user code and releases no user
  ///     object (C7), so the returned change contains everything that it removes from the state.
  @inlinable
  @inline(__always)
  @discardableResult
  final func commit(
    of owner: @autoclosure () -> ObjectIdentifier? = nil, in turn: Turn? = nil,
    _ recordings: Recordings.Pointer = Recordings.shared, _ body: (inout State) -> Change
  ) -> SendResult {
    commit(ifStill: nil, of: owner(), in: turn, recordings, body) ?? .ended
  }

  /// The same, if nothing was stored since the state had this number.
  ///
  /// - Returns: nil if the number is another one, so that nothing was stored.
  @inlinable
  @inline(__always)
  final func commit(
    ifStill expected: UInt?, of owner: @autoclosure () -> ObjectIdentifier? = nil, in turn: Turn? = nil,
    _ recordings: Recordings.Pointer = Recordings.shared, _ body: (inout State) -> Change
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
        let (change, _) = change(body)
        return withExtendedLifetime(change) {
          if isRead { hubWord.unlock(marking: self, of: owner()) } else { hubWord.unlock() }
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
        let (change, state) = change(body)
        let stamp = unsafe extrasIfMade == nil ? .none : beFollowed(isOwner: isOwner, change, of: owner())
        return .value(Update(version: version, state: state, change: change, stamp: stamp))
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
  final func carry(
    _ value: State, _ stamp: Stamp, by connection: Unmanaged<Connection>? = nil, ifStill expected: UInt? = nil,
    isChange: Bool = true, _ decide: (_ newest: Stamp, _ isAlone: Bool) -> Write<State>.Outcome
  ) -> Bool where State == Change {
    var new = value
    var isExpected = true
    // This keeps it.
    let hub = unsafe hubIfMade ?? .passUnretained(makeHub())
    unsafe hub._withUnsafeGuaranteedRef { hub in
      followTurn(at: hub)
      withExtras { extras in
        _ = unsafe hub.submit(by: connection) { isOwner in
          if let expected, version != expected {
            isExpected = false
            return nil
          }
          let outcome = decide(extras.newestStamp, extras.bindingCount == 1)
          if outcome != .leave { extras.note(stamp) }
          guard outcome == .write else { return nil }
          // No subscriber takes an update with this number, except for the bindings.
          guard isChange else { return .value(Update(version: 0, state: held, change: held, stamp: stamp.carried)) }
          let (old, state) = change { state in
            swap(&state, &new)
            return new
          }
          if extras.boundParts != nil { noteInParts(old, stamp.carried) }
          changed(isOwner: isOwner, by: stamp.carried)
          return .value(Update(version: version, state: state, change: old, stamp: stamp.carried))
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
  final func carry(
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
  final func countBindings(_ difference: Int) {
    let extras = extras
    whileLocked { extras.bindingCount += difference }
  }

  /// Marks the dependents of the state, and returns the stamp of the change. Under the lock.
  ///
  /// - Parameter owner: whose state this is, if that can be on the way to something bound.
  @usableFromInline
  @inline(never)
  final func beFollowed(isOwner: Bool, _ change: Change, of owner: ObjectIdentifier?) -> Stamp {
    let stamp = stampOfChange(of: owner)
    if withExtras({ $0.boundParts != nil }) { noteInParts(change, stamp) }
    changed(isOwner: isOwner, by: stamp)
    return stamp
  }

  /// Stops the program if this thread has set the state within the closure of `modify`, which could never succeed. Called when
  /// another change was stored while that ran.
  @usableFromInline
  final func checkSetter(_ file: StaticString, _ line: UInt) {
    let extras = extras
    let isOtherThread = whileLocked {
      defer { notesSetter = true }
      // The first time this isn't known. The closure runs again.
      return !notesSetter || extras.lastSetter != currentThread()
    }
    requireArgument(
      isOtherThread,
      "The closure of `modify` has set the property that it changes. Let it change the value that it is given, and nothing else.",
      file, line)
  }

  /// The current state, and then every change, to be sifted by `since`. The store isn't kept alive by it.
  @usableFromInline
  final var source: Signal<Update<State, Change>> {
    Signal { [hub] downstream, connection in
      ReadingContext.pause { unsafe hub.add(downstream, connection, readingState: Self.presentState(of:)) }
    }
  }
}

/// A store of a state that doesn't fit in one word.
// Unchecked, as its superclass.
@usableFromInline
final class StoringStore<State: Sendable, Change: Sendable>: Store<State, Change>, @unchecked Sendable {
  // Unsafe by name only, since the lock guards it.
  @safe @exclusivity(unchecked) @usableFromInline var storedState: State

  @usableFromInline
  init(_ state: State) {
    storedState = state
    super.init(heldWord: 0)
  }
}

extension Hub {
  /// Emits for each value.
  var changes: Signal<Void> { Signal<Value> { [self] in add($0, $1) }.map { _ in } }
}
