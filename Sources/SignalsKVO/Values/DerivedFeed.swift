public import Signals

/// Delivers the changes of a derived value to its observers, while there are any.
///
/// It acts at the end of a turn in which an input may have changed: it brings the value up to date, and emits it if it is
/// another one (C10, C11). If the hub is busy then, the value waits there like any other event, and is emitted unless a later
/// one has been. The hub retains this until its end, and this retains the hub.
// Unchecked, because everything that changes belongs to the hub's owner.
@usableFromInline
final class DerivedFeed<Value: Sendable>: Reaction, HubLifecycle, @unchecked Sendable {
  @usableFromInline typealias Message = Update<Value, Value>

  @usableFromInline
  enum Step {
    /// Passes the current value to a new subscriber. The hub's owner's, as the two below.
    case passCurrentValue(Downstream<Message>)
    /// The first observer was added.
    case begin
    /// The last observer has left, or has received the end; or the first subscriber has left before it was an observer.
    case end
    case deliver(Turn?)
    /// The same, on the actor on which the closure has to run.
    case deliverAtHome
  }

  @usableFromInline let computation: ValueComputation<Value>
  @usableFromInline let hub: Hub<Message>
  /// The actor on which the closure has to run, if there is one.
  override var home: ExecutionContext? {
    hasHome ? unsafe unsafeDowncast(computation, to: ComparingComputation<Value>.self).home : nil
  }
  // A function of the code that created the derived value, which knows the type of the value; a method would look it up at run
  // time.
  @usableFromInline let perform: (DerivedFeed, Step) -> Void

  /// One while the hub has a node in the live graph. The thread that delivers need not be the owner.
  @usableFromInline let recording = AtomicHalfWord(0)
  @usableFromInline let hasHome: Bool
  /// Whether there are observers. The hub's owner's, as all below.
  @safe @exclusivity(unchecked) @usableFromInline var isActive = false
  /// Whether `delivered` is a result that the computation keeps, so that the next version is another value.
  @safe @exclusivity(unchecked) @usableFromInline var isKept = false
  /// The version of `delivered`. The hub's owner changes it, and any thread may look whether a result is a later one.
  @usableFromInline let deliveredVersion = AtomicWord(0)

  /// The value that the first observer was given, or that was delivered last.
  @safe @exclusivity(unchecked) @usableFromInline var delivered: Value?
  /// The values of the subscribers that were given a later one than `delivered`, such as within a transaction, with their
  /// versions. By their receivers, which this doesn't retain (C8).
  @safe @exclusivity(unchecked) @usableFromInline var ahead: [ObjectIdentifier: (value: Value, version: UInt)] = [:]
  /// The inputs of the computation, with the connections that show them in the live graph.
  @safe @exclusivity(unchecked) @usableFromInline var recorded: [ObjectIdentifier: RecordedInput] = [:]

  #if DEBUG
    /// The check of the value, which has to be kept, and the version that the first observer was given; zero, if there was none
    /// yet. Guarded by the lock of the graph.
    @safe @exclusivity(unchecked) private var expectation: (check: EarlyReleaseCheck, version: UInt)?

    /// Has the value be reported if it is released in this turn, and no observer comes and leaves before.
    func expectValueToBeKept() {
      let check = EarlyReleaseCheck(computation.info)
      GraphLock.lock()
      // Later observers are none of a value that is new.
      if expectation.map({ $0.version == 0 }) ?? true { expectation = (check, deliveredVersion.relaxed) }
      GraphLock.unlock()
    }

    /// - Parameter wasObserved: whether there were observers before this stopped.
    private func reportEarlyRelease(_ wasObserved: Bool) {
      GraphLock.lock()
      let known = expectation
      GraphLock.unlock()
      guard let expectation = known else { return }
      let knowsNoChange = wasObserved && expectation.version == deliveredVersion.relaxed
      if knowsNoChange || expectation.version == 0 { expectation.check.release(wasObserved: true) }
    }
  #endif

  @inlinable
  init(_ computation: ValueComputation<Value>, hasHome: Bool = false) {
    self.hasHome = hasHome
    self.computation = computation
    let hub = Hub<Message>.ofResults()
    self.hub = hub
    perform = { feed, step in
      switch step {
      case .passCurrentValue(let subscriber): feed.passTheValue(to: subscriber)
      case .begin: feed.begin()
      case .end: feed.end()
      case .deliver(let turn): feed.deliver(in: turn)
      case .deliverAtHome: feed.deliverHere(in: nil)
      }
    }
    super.init(emitter: hub)
    followHub()
  }

  @usableFromInline
  func followHub() {
    hub.setFollower(self)
    hub.note(computation.info)
  }

  // MARK: - The observers

  @usableFromInline var providesCurrentValue: Bool { true }
  @usableFromInline var replayBuffer: ReplayBuffer<Message>? { nil }
  @usableFromInline var isReadableFromAnyThread: Bool { false }
  @usableFromInline var startsFeed: Bool { false }

  @usableFromInline
  func passCurrentValue(to subscriber: Downstream<Message>) { perform(self, .passCurrentValue(subscriber)) }

  @usableFromInline
  func firstSubscriberLeft() { perform(self, .end) }

  @usableFromInline
  func firstObserverAdded() { perform(self, .begin) }

  @usableFromInline
  func lastObserverRemoved() -> Bool {
    perform(self, .end)
    return false
  }

  @usableFromInline
  func ended() { perform(self, .end) }

  @inlinable
  func passTheValue(to subscriber: Downstream<Message>) {
    guard let current = computation.readForObserver() else { return }
    if !isActive {
      keep(current.value, current.version)
      // The subscriber may change an input now. Then the turn of that change waits for the new value.
      react()
    } else if current.version > deliveredVersion.relaxed {
      ahead[ObjectIdentifier(subscriber.receiver)] = current
    }
    subscriber.deliver(Update(version: current.version, state: current.value, change: nil))
  }

  @inlinable
  func begin() {
    if delivered == nil {
      guard let current = computation.readForObserver() else { return }
      keep(current.value, current.version)
      react()
    }
    isKept = false
    isActive = true
    // The inputs may have changed since the value was read. Otherwise nothing has to wait for the hub, which is busy now.
    if !hasHome, recording.relaxed == 0, let result = computation.readUnlessBusy(for: self),
      result.version == deliveredVersion.relaxed
    {
      if isFed { updateFeeds(of: computation) }
      return
    }
    deliver(in: nil)
  }

  @inlinable
  @inline(__always)
  func keep(_ value: Value, _ version: UInt) {
    delivered = value
    deliveredVersion.store(version)
  }

  @usableFromInline
  func react() {
    recording.store(hub.isRecorded ? 1 : 0)
    #if DEBUG
      expectValueToBeKept()
    #endif
    GraphLock.lock()
    unsafe computation.reaction = .passUnretained(self)
    GraphLock.unlock()
  }

  @inlinable
  func end() {
    stop()
    isActive = false
    delivered = nil
    ahead = [:]
    if !recorded.isEmpty { endRecord() }
  }

  override func finish() {
    #if DEBUG
      reportEarlyRelease(stop())
    #else
      stop()
    #endif
    hub.finishLast()
  }

  /// From any thread. Returns whether there were observers.
  @usableFromInline
  @discardableResult
  func stop() -> Bool {
    let wasObserved = computation.removeReaction(self)
    stopFeeds()
    return wasObserved
  }

  // MARK: - Delivering

  @usableFromInline
  override func settle(in turn: Turn) {
    let cause = takeCause()
    if cause == 0 { return perform(self, .deliver(turn)) }
    // A later change of this turn may have reached this for a further cause than the turn has kept.
    let present = Turn.cause
    Turn.act(for: present == 0 ? cause : Turn.further(cause, present)) { perform(self, .deliver(turn)) }
  }

  @inlinable
  func deliver(in turn: Turn?) {
    if hasHome, moveHome() { return }
    deliverHere(in: turn)
  }

  @inlinable
  @inline(__always)
  func deliverHere(in turn: Turn?) {
    if recording.relaxed != 0 { recordInputs() }
    // Most changes of inputs far up don't change the result, and the hub isn't needed then.
    if let result = computation.readUnlessBusy(for: self), result.version > deliveredVersion.relaxed,
      !hub.emit(in: turn, { next(after: result.value, result.version) })
    {
      wait(with: result.value, result.version, in: turn)
    }
    if isFed { updateFeeds(of: computation) }
  }

  /// The update that the observers have to get, if any. The hub's owner's.
  @inlinable
  func next(after result: Value, _ version: UInt) -> Message? {
    guard isActive, let old = delivered, version > deliveredVersion.relaxed else { return nil }
    let isNext = isKept && version == deliveredVersion.relaxed &+ 1
    keep(result, version)
    isKept = true
    let isChange = isNext || !computation.isSame(old, result)
    if isChange, ahead.isEmpty { return Update(version: version, state: result, change: old) }
    catchUp(with: result, version, after: old, isChange: isChange)
    return nil
  }

  /// Passes the result to the observers for which it is a change: some were given a later value than the others.
  @inlinable
  @inline(never)
  func catchUp(with result: Value, _ version: UInt, after delivered: Value, isChange: Bool) {
    let given = ahead
    // Results that had to wait may be older than the values that subscribers were given meanwhile.
    ahead = given.filter { $0.value.version > version }
    hub.emitNow { receiver in
      let known = given[ObjectIdentifier(receiver)]
      if let known, known.version > version { return nil }
      let own = known?.value
      let isNews = own.map { !computation.isSame($0, result) } ?? (isChange || readsItself(receiver))
      return isNews ? Update(version: version, state: result, change: own ?? delivered) : nil
    }
  }

  /// Whether an observer reads the value itself, and so may have read one in between that was not delivered.
  @usableFromInline
  func readsItself(_ receiver: Receiver) -> Bool { receiver is Stage<ToldVersion, UInt> }

  /// Has the result wait for the hub, and the turn for the result.
  @usableFromInline
  @inline(never)
  func wait(with result: Value, _ version: UInt, in turn: Turn?) {
    TurnContext.withTurn(turn) { hub.emitLater(Update(version: version, state: result, change: nil)) }
  }

  /// Emits a result that had to wait, unless a later one was emitted.
  override func act(on value: UnsafeRawPointer, at hub: Producer) -> Bool {
    let update = unsafe value.assumingMemoryBound(to: Message.self).pointee
    if let next = next(after: update.state, update.version) { self.hub.emitNow(next) }
    return false
  }

  /// Delivers the value later on the actor on which the closure has to run, unless this code is known to run there: only of the
  /// main queue can that be told.
  @usableFromInline
  @inline(never)
  func moveHome() -> Bool {
    guard let home, !home.isHere else { return false }
    home.run { [self] in perform(self, .deliverAtHome) }
    return true
  }

  // MARK: - In the live graph

  /// Connects the hub with the nodes that were read last, so that the live graph shows them (C16).
  @usableFromInline
  func recordInputs() {
    _ = computation.readUnlessBusy()
    hub.asOwner { [self] in updateRecord() }
  }

  private func updateRecord() {
    var unread = recorded
    for node in computation.inputs {
      let identity = ObjectIdentifier(node)
      if recorded[identity]?.node === node {
        unread[identity] = nil
        continue
      }
      // A node that is gone may have been at this address.
      if let former = unread.removeValue(forKey: identity) { hub.stopListening(by: former.connection) }
      recorded[identity] = node.recordedChanges().map { RecordedInput(node: node, connection: hub.follow($0)) }
    }
    for (identity, entry) in unread {
      recorded[identity] = nil
      hub.stopListening(by: entry.connection)
    }
  }

  @usableFromInline
  func endRecord() {
    for entry in recorded.values { hub.stopListening(by: entry.connection) }
    recorded = [:]
  }
}

/// An input of a computation, with the connection that shows it in the live graph.
@usableFromInline
struct RecordedInput {
  // Not retained: the node of a state holds the state, and that may keep the computation.
  weak let node: DependencyNode?
  let connection: Connection
}
