import Dispatch

/// A source with any number of observers: the core of a ``SignalInput`` and of the sharing operators.
// Unchecked, like all producers: see ``Producer``.
@usableFromInline
@safe
package final class Hub<Value: Sendable>: Serialiser<Event<Value>>, @unchecked Sendable {
  // In an order in which the short ones fill the gaps: a program may have a million hubs.
  // Used only by the owner.
  /// Whether an event is on its way to the observers, so that none may change its place.
  @safe @exclusivity(unchecked) private var isBroadcasting = false
  /// Whether the hub is starting or stopping its feed.
  @safe @exclusivity(unchecked) private var isChangingFeed = false
  /// Whether this is subscribing to its feed.
  @safe @exclusivity(unchecked) @usableFromInline var isSubscribingToFeed = false
  /// Whether the feed is cancelled at its next value if all subscribers have left meanwhile.
  @safe @exclusivity(unchecked) private var endsUnwantedFeed = false
  /// Whether there are actions for the time between two events.
  @safe @exclusivity(unchecked) private var hasPostponed = false
  @safe @exclusivity(unchecked) @usableFromInline var observers = ObserverList()
  /// The number of observers, for any thread.
  private let observerTally = AtomicHalfWord(0)
  /// The values or the end that new subscribers receive.
  @safe @exclusivity(unchecked) @usableFromInline var memory = Memory.nothing

  // Guarded by the lock.
  /// Whether the hub notes the claimants: the connections that want the feed, while the hub starts or stops it.
  @safe @exclusivity(unchecked) private var collectsClaims = false
  /// Whether the feed lasts only as long as the claimants are open.
  @safe @exclusivity(unchecked) private var canAbandonFeed = false
  /// Whether all of them were closed meanwhile, so that the feed was cancelled.
  @safe @exclusivity(unchecked) private var isFeedAbandoned = false

  // Used only by the owner.
  /// The object that follows the first and the last observer, while there are any.
  @safe @exclusivity(unchecked) private var lifecycle: (any HubLifecycle<Value>)?

  /// The object that acts on each event before the observers do. It is set at most once, and retained until the end.
  @usableFromInline let follower = AtomicWord(0)

  /// The object that keeps the state beside the events, if there is one. It dismisses itself before it is released. Guarded by
  /// the lock.
  // Not a reference: a thread that retained the keeper under the lock might release the last reference there.
  @safe @exclusivity(unchecked) private var keeper: UnsafeRawPointer?

  @inlinable
  package init(executor: Executor, weight: UInt = 0) {
    super.init(executor: executor, weight: weight)
    acceptsProgramEvents = true
  }

  /// A hub whose owner emits the results of a computation by `emit(in:_:)`, as a participant of turns.
  ///
  /// Its follower receives the results that have to wait.
  @inlinable
  package static func ofResults() -> Hub {
    let hub = Hub(executor: .inline, weight: 1)
    hub.acceptsProgramEvents = false
    return hub
  }

  /// A hub whose new subscribers receive the values in a buffer. `pass` feeds it and records every value; `send` does not.
  package convenience init(replayBuffer: ReplayBuffer<Value>?) {
    self.init(executor: .inline)
    if let replayBuffer { memory = .values(replayBuffer) }
  }

  deinit {
    observers.destroy()
    releaseFollower()
  }

  /// The number of observers that the hub has at this moment. From any thread.
  package var observerCount: Int { Int(observerTally.relaxed) }

  /// Whether all observers have received the end. Used only by the owner.
  var hasEnded: Bool { end != nil }

  private var end: End? { if case .end(let end) = memory { end } else { nil } }

  /// The memory of a hub for new subscribers.
  @usableFromInline
  enum Memory {
    case nothing
    /// The buffer records every value.
    case values(ReplayBuffer<Value>)
    /// A later subscriber receives the values that its own lifecycle replays, and the end.
    case end(End)
  }

  private func tallyObservers() { observerTally.store(UInt(observers.taken)) }

  /// Lets `follower` act on each later event that is submitted with a state. Called at most once, under the lock or
  /// before another thread can see the hub. The owner may be delivering an earlier event meanwhile.
  ///
  /// - Parameter act: the function of all followers.
  package func setFollower(_ follower: AnyObject, _ act: @escaping FollowerFunction) {
    unsafe HubFollowing.begin(by: act)
    unsafe self.follower.store(UInt(bitPattern: Unmanaged.passRetained(follower).toOpaque()))
  }

  private func releaseFollower() {
    guard let released = unsafe UnsafeRawPointer(bitPattern: follower.value) else { return }
    follower.store(0)
    unsafe Unmanaged<AnyObject>.fromOpaque(released).release()
  }

  /// Returns whether the value is still to be delivered to the observers.
  @inlinable
  @inline(never)
  func follow(_ follower: UnsafeRawPointer, _ value: Value) -> Bool {
    unsafe withUnsafePointer(to: value) { value in
      unsafe HubFollowing.act(follower, Unmanaged.passUnretained(self).toOpaque(), value)
    }
  }

  /// Emits a value as part of a turn, if this is idle.
  ///
  /// - Parameter next: returns the value, if there is one, in the owner.
  /// - Returns: false if this is not idle. Then `emitLater(_:)` leaves the value to the owner's follower.
  @inlinable
  @inline(__always)
  package func emit(in turn: Turn?, _ next: () -> Value?) -> Bool {
    let thread = currentThread()
    guard tryOwn(thread) else { return false }
    // Without a turn, the emission may begin one, which ends when the owner leaves.
    if let turn { self.turn = unsafe .passUnretained(turn) }
    if let value = next() { broadcast(value) }
    if turn != nil { self.turn = nil }
    leaveAfterEvent(thread)
    return true
  }

  /// Passes a value to the follower when this is idle.
  package func emitLater(_ value: Value) { _ = arrive(.value(value), isEnd: false) }

  /// Emits a value from within the follower.
  package func emitNow(_ value: Value) { broadcast(value) }

  // MARK: - Events

  /// Sends a value. For a source that no other thread uses at the moment, this is two atomic steps and the calls.
  @inlinable
  package func send(_ value: Value) -> SendResult {
    let thread = currentThread()
    guard tryOwn(thread) else { return arrive(.value(value), isEnd: false) }
    broadcast(value)
    leaveAfterEvent(thread)
    return .delivered
  }

  /// Passes on a value of the feed, as part of its upstream turn.
  ///
  /// The owner closes the connection when the last observer has left, and may open another one for a new observer. So a
  /// value that waited here meanwhile is delivered only if its connection is still open.
  @inlinable
  package func pass(_ value: Value, by connection: Connection) {
    let thread = currentThread()
    guard tryOwn(thread) else {
      _ = arrive(.value(value), isEnd: false, by: connection, whileOpen: connection)
      return
    }
    if connection.isOpen {
      inbound = unsafe .passUnretained(connection)
      receive(.value(value))
      inbound = nil
    }
    leaveAfterEvent(thread)
  }

  package func pass(_ end: End, by connection: Connection) { _ = arrive(.end(end), isEnd: true, by: connection) }

  @usableFromInline
  @discardableResult
  package func send(_ end: End) -> SendResult {
    endNow(end) ? .delivered : sendLater(end)
  }

  /// Ends a source that nothing refers to any more. All accepted events are delivered first, even if a handler released
  /// the last reference (C1).
  package func finishLast() {
    if !endNow(.finished) { finishLastLater() }
  }

  // Separate functions, since they look up generic metadata at run time.
  @inline(never)
  private func finishLastLater() { _ = arrive(.end(.finished), isEnd: true, isLast: true) }

  @inline(never)
  private func sendLater(_ end: End) -> SendResult { arrive(.end(end), isEnd: true) }

  /// Delivers an end if no other thread uses the source at the moment. As with a value, this is two atomic steps and the
  /// calls.
  private func endNow(_ end: End) -> Bool {
    let thread = currentThread()
    guard tryOwnAndClose(thread) else { return false }
    broadcast(end)
    leaveClosed(thread)
    return true
  }

  @inlinable
  package override func receive(_ event: Event<Value>) {
    switch event {
    case .value(let value):
      if case .values(let buffer) = memory { buffer.record(value, hasOpenObservers: hasOpenObservers) }
      // Another thread may have just set the follower, while this one delivers an earlier event.
      if let follower = unsafe UnsafeRawPointer(bitPattern: follower.value), unsafe !follow(follower, value) { return }
      broadcast(value)
    case .end(let end): broadcast(end)
    }
  }

  /// Calls the observers that were there when the event began, except those cancelled since.
  @inlinable
  func broadcast(_ value: Value) {
    let bound = observers.count
    var index = 0
    while index < bound {
      // The observer is borrowed in place, so the call retains nothing. Every change of the observers waits until the
      // call has returned, so none moves.
      do { unsafe try observers.place(index, of: Value.self).pointee.observe(value) } catch { fail(at: index, error) }
      index += 1
      if hasRequests { performRequestsWhileBroadcasting() }
    }
  }

  /// Ends everything downstream of an operator that has thrown, and releases everything upstream of it (C14).
  @usableFromInline
  @inline(never)
  func fail(at index: Int, _ error: any Error) {
    hasDeferredWork = true
    // A thread that has subscribed meanwhile doesn't know that the last observer leaves, and counts on the feed (C12).
    if hasRequests { performRequestsWhileBroadcasting(all: true) }
    // The observer may have left as well.
    if observers.isVacant(index) { return }
    let failed = observers.vacate(index)
    tallyObservers()
    failed.downstream.end(.failed(error))
    observersMayHaveGone()
  }

  @usableFromInline
  @inline(never)
  func performRequestsWhileBroadcasting(all: Bool = false) {
    let outer = isBroadcasting
    isBroadcasting = true
    if all { performAllRequests() } else { performRequests() }
    isBroadcasting = outer
  }

  /// Passes the end to all observers, and releases them.
  @usableFromInline
  func broadcast(_ end: End) {
    memory = .end(end)
    var index = 0
    while index < observers.count {
      if !observers.isVacant(index) {
        let observer = observers.vacate(index)
        // Requests wait until every observer has the end: a new subscriber receives it after them (C4).
        if observer.connection.isOpen { observer.downstream.end(end) }
      }
      index += 1
    }
    observers.clearAway()
    tallyObservers()
    let gone = lifecycle
    lifecycle = nil
    gone?.ended()
    releaseFollower()
  }

  @usableFromInline
  package override func performDeferredWork() {
    if observers.hasVacancies { observers.clearAway() }
    if hasPostponed { performPostponed() }
  }

  /// Performs `action` as the owner: now if the hub is idle, else when each observer has had the event under way.
  package func betweenEvents(_ action: @escaping () -> Void) {
    asOwner { [self] in
      guard isBroadcasting else { return action() }
      rareState.postponed.append(action)
      hasPostponed = true
      hasDeferredWork = true
    }
  }

  @inline(never)
  private func performPostponed() {
    hasPostponed = false
    while let action = rareState.postponed.popFirst() { action() }
  }

  // MARK: - The feed

  // In this file, since a row of shared signals takes more stack otherwise: see the rows `deep-shared` of `Endurance`.

  /// Subscribes to the feed, in the owner.
  ///
  /// - Parameter endsUnwanted: whether a feed that isn't cancelled with its last subscriber is cancelled at the next
  ///   value that it emits within this call. This stops a feed that emits without end.
  package func subscribeToFeed(endingUnwanted endsUnwanted: Bool = false, _ subscribe: () -> Void) {
    isSubscribingToFeed = true
    endsUnwantedFeed = endsUnwanted
    subscribe()
    isSubscribingToFeed = false
    endsUnwantedFeed = false
  }

  /// Delivers a value that the feed emits while this subscribes to it. So a source that emits without end, such as a
  /// sequence, learns between two values that no observer is left.
  @inlinable
  package func passWhileSubscribing(_ value: Value, by connection: Connection) -> Bool {
    isOwned(by: currentThread()) && isSubscribingToFeed && passNow(value, by: connection)
  }

  @usableFromInline
  @inline(never)
  func passNow(_ value: Value, by connection: Connection) -> Bool {
    if endsUnwantedFeed, !hasOpenObservers, !hasOpenClaimants {
      stopListening(by: connection)
      return true
    }
    // A subscription that this thread has requested while the feed starts receives the value, too (C12).
    if hasRequests { performRequestsWhileBroadcasting() }
    guard connection.isOpen else { return true }
    if keepsReentrant { return false }
    isSubscribingToFeed = false
    interpose {
      inbound = unsafe .passUnretained(connection)
      receive(.value(value))
    }
    isSubscribingToFeed = true
    return true
  }

  /// Starts or stops the feed, in the owner. Subscribers that arrive meanwhile are added before this returns, unless more
  /// keep arriving.
  ///
  /// The feed is foreign code and may take long, or never return. Its connection is closed at once if all subscribers cancel
  /// meanwhile, from any thread (C6).
  private func changeFeed(of lifecycle: any HubLifecycle<Value>, for connection: Connection?, _ change: () -> Void) {
    let isOutermost = !isChangingFeed
    beginClaims(of: lifecycle, for: connection)
    change()
    if isOutermost { endChange() }
  }

  // Separate functions, since consecutive shared signals start within each other, on one stack.
  @inline(never)
  private func beginClaims(of lifecycle: any HubLifecycle<Value>, for connection: Connection?) {
    isChangingFeed = true
    lock.lock()
    collectsClaims = true
    canAbandonFeed = lifecycle.startsFeed
    if canAbandonFeed, let connection { rareState.claimants.append(connection) }
    isFeedAbandoned = false
    lock.unlock()
    stay()
  }

  /// Notes that a subscriber wants the feed that is being started: the feed stays when all others cancel meanwhile.
  @inline(never)
  private func claimFeed(for connection: Connection) {
    lock.lock()
    if collectsClaims { rareState.claimants.append(connection) }
    lock.unlock()
  }

  /// Performs the requests of all claimants, since the claimants wait for that. They may change the feed again.
  @inline(never)
  private func endChange() {
    var rounds = 0
    while endClaims(), hasRequests, rounds < Self.requestRounds {
      performRequestsWhileBroadcasting(all: true)
      rounds += 1
    }
    isChangingFeed = false
  }

  /// Returns whether there were claims.
  private func endClaims() -> Bool {
    lock.lock()
    defer { lock.unlock() }
    guard collectsClaims else { return false }
    collectsClaims = false
    rareStateIfMade?.claimants = []
    return true
  }

  /// Under the lock.
  private var claimants: ContiguousArray<Connection> { rareStateIfMade?.claimants ?? [] }

  /// Whether a subscriber wants the feed and waits to be added, or is just being added.
  private var hasOpenClaimants: Bool {
    lock.lock()
    defer { lock.unlock() }
    return claimants.contains { $0.isOpen }
  }

  /// Called under the lock. Returns the connections to cancel, if every subscriber that wanted the feed has gone.
  private func abandonFeed() -> ContiguousArray<Connection> {
    guard canAbandonFeed, collectsClaims, claimants.allSatisfy({ !$0.isOpen }) else { return [] }
    isFeedAbandoned = true
    let taken = inputs
    inputs = []
    return taken
  }

  /// Removes the observers of a feed that was cancelled while it started, before a new subscriber starts another one.
  @inline(never)
  private func clearAbandonedFeed() {
    lock.lock()
    let wasAbandoned = isFeedAbandoned
    isFeedAbandoned = false
    lock.unlock()
    guard wasAbandoned else { return }
    for connection in observers.closedConnections { _ = remove(connection) }
  }

  // MARK: - Observers

  /// Adds an observer. Its first event is the one after the event under way.
  ///
  /// - Parameter lifecycle: follows the first observer that is added with it and the last one, and provides the replay.
  @inlinable
  package func add(
    _ downstream: Downstream<Value>, _ connection: Connection, for lifecycle: (any HubLifecycle<Value>)? = nil
  ) {
    add(erased: downstream.erased, connection, Entry(lifecycle: lifecycle, readState: nil))
  }

  /// Adds an observer that first receives the state that the keeper keeps.
  @inlinable
  package func add(
    _ downstream: Downstream<Value>, _ connection: Connection, readingState readState: @escaping StateReader
  ) {
    add(erased: downstream.erased, connection, Entry(lifecycle: nil, readState: readState))
  }

  /// Returns the state that a keeper keeps, as a value for a new subscriber (C12). The subscriber skips the events that the state
  /// includes. Called under the lock, from any thread.
  @usableFromInline package typealias StateReader = (_ keeper: UnsafeRawPointer) -> Value

  /// The options for a new observer.
  @usableFromInline
  @safe
  struct Entry {
    /// Follows the first observer that is added with it and the last one, and provides the replay.
    let lifecycle: (any HubLifecycle<Value>)?
    /// Returns the state that the keeper keeps, if the observer first receives that.
    @safe let readState: StateReader?

    @safe @usableFromInline
    init(lifecycle: (any HubLifecycle<Value>)?, readState: StateReader?) {
      self.lifecycle = lifecycle
      self.readState = unsafe readState
    }

    var isReadableFromAnyThread: Bool { unsafe readState != nil || lifecycle?.isReadableFromAnyThread == true }
    var hasCurrentValue: Bool { unsafe readState != nil || lifecycle?.providesCurrentValue == true }
    /// Whether values may arrive while the observer is added: replayed ones, or those of a feed that starts.
    var mayBringValues: Bool { unsafe readState != nil || lifecycle != nil }
  }

  @usableFromInline
  func add(erased downstream: Downstream<Never>, _ connection: Connection, _ entry: Entry) {
    guard connection.connect(to: self) else { return }
    let thread = currentThread()
    guard tryOwnBriefly(thread) else { return addLater(downstream, connection, entry, thread) }
    append(downstream, connection, entry)
    leaveBriefly(thread)
  }

  /// Adds an observer while another thread or a handler owns the hub.
  @inline(never)
  private func addLater(
    _ downstream: Downstream<Never>, _ connection: Connection, _ entry: Entry, _ thread: UInt
  ) {
    if entry.isReadableFromAnyThread, !isOwned(by: thread), !isReplaying(on: thread) {
      return addReplaying(downstream, connection, entry, thread)
    }
    let mayWait = entry.lifecycle != nil && !isOwned(by: thread)
    let added = mayWait ? Latch() : nil
    var isFeedMissing = false
    let turn = turnOfRequest(entry, thread)
    let startsFeed = entry.lifecycle?.startsFeed == true
    let released = ownBriefly(thread) { [self] in
      if startsFeed { beginAddition(of: connection) }
      if let turn {
        stay()
        resume(turn) { TurnContext.withSubscriber(turn) { append(downstream, connection, entry) } }
      } else {
        append(downstream, connection, entry)
      }
      added?.open()
      return nil
    } noting: {
      // Without an observer there is no feed yet, or none any more. Without one that stays it is about to stop.
      let present = Int(observerTally.relaxed)
      isFeedMissing = collectsClaims || present == 0 || startsFeed && present <= rareState.pendingRemovals
      if startsFeed { rareState.pendingAdditions.insert(ObjectIdentifier(connection)) }
      if collectsClaims { rareState.claimants.append(connection) }
    }
    if let released {
      append(downstream, connection, entry)
      withExtendedLifetime(released) { leaveBriefly(thread) }
    } else if isFeedMissing {
      // The other thread is starting the feed, or is about to leave after stopping it. An event that this thread sends
      // before the feed is connected would be lost, so this thread waits (C12). The wait is unavoidable, since the feed
      // can't be called twice. It is limited, since the feed may itself wait for this thread.
      added?.wait(timeout: .milliseconds(entry.lifecycle?.longestWaitForFeed ?? 0))
    }
  }

  /// The turn that the values for a new observer belong to, which waits for them: that of the event under way here, if an
  /// operator subscribes in the course of it (C10).
  private func turnOfRequest(_ entry: Entry, _ thread: UInt) -> Turn? {
    guard isOwned(by: thread), entry.mayBringValues, TurnContext.isSubscribing else { return nil }
    let turn = unsafe turnForOperator(thread).takeUnretainedValue()
    turn.eventWaits()
    return turn
  }

  func append(
    _ downstream: Downstream<Never>, _ connection: Connection, _ entry: Entry, replays: Bool = true
  ) {
    guard connection.isOpen else { return }
    let lifecycle = entry.lifecycle
    if !observers.isEmpty, lifecycle != nil { clearAbandonedFeed() }
    let buffer = replays ? lifecycle?.replayBuffer : nil
    let hasCurrentValue = replays && entry.hasCurrentValue
    // Otherwise no handler is called here, and no thread has to wait.
    if end != nil || buffer != nil || hasCurrentValue { stay() }
    if let buffer { replay(buffer, to: downstream, connection) }
    if hasCurrentValue { replayCurrentValue(of: entry, to: downstream) }
    guard connection.isOpen, end == nil else {
      if hasCurrentValue || buffer != nil, observers.isEmpty { lifecycle?.firstSubscriberLeft() }
      if let end, connection.isOpen { pass(end, toLate: downstream) }
      return
    }
    let isFirst = observers.isEmpty
    observers.append(downstream, connection)
    if isChangingFeed, lifecycle != nil { claimFeed(for: connection) }
    guard isFirst, let lifecycle else { return tallyObservers() }
    self.lifecycle = lifecycle
    changeFeed(of: lifecycle, for: connection) {
      // Not before: another thread that finds an observer and no claims takes the feed for one that has started.
      tallyObservers()
      lifecycle.firstObserverAdded()
    }
  }

  /// Passes the values in a buffer to a new subscriber, each as an event of its own.
  @inline(never)
  private func replay(_ buffer: ReplayBuffer<Value>, to downstream: Downstream<Never>, _ connection: Connection) {
    // This undoes the erasure: both have the same layout (see `erased`), and it was a downstream of this hub's values.
    let subscriber = unsafe unsafeBitCast(downstream, to: Downstream<Value>.self)
    buffer.replay { value in
      var isOpen = true
      interpose {
        turn = unsafe TurnContext.emission
        isOpen = subscriber.deliver(value)
      }
      return isOpen && connection.isOpen
    }
  }

  @inline(never)
  private func replayCurrentValue(of entry: Entry, to downstream: Downstream<Never>) {
    interpose {
      turn = unsafe TurnContext.emission
      // See above.
      unsafe passCurrentValue(of: entry, to: unsafeBitCast(downstream, to: Downstream<Value>.self))
    }
  }

  func passCurrentValue(of entry: Entry, to subscriber: Downstream<Value>) {
    guard let readState = entry.readState else {
      entry.lifecycle?.passCurrentValue(to: subscriber)
      return
    }
    let state: Value
    do {
      // The keeper may be about to be released, and waits for the lock then.
      lock.lock()
      defer { lock.unlock() }
      guard let keeper else { return }
      state = unsafe readState(keeper)
    }
    subscriber.deliver(state)
  }

  /// Sets the keeper of the state. Called before another thread can see the hub.
  package func appoint(_ keeper: UnsafeRawPointer) { unsafe self.keeper = keeper }

  /// Removes the keeper before its release. Waits for a thread that is reading the state.
  package func dismissKeeper() {
    lock.lock()
    keeper = nil
    lock.unlock()
  }

  /// Empties the replay buffer, and records no more values. For any thread.
  package func forget() { asOwner { [self] in if end == nil { memory = .nothing } } }

  /// Whether any observer still wants events. Used only by the owner.
  @usableFromInline var hasOpenObservers: Bool { observers.hasOpen }

  /// Passes the end to a late subscriber, on the queue of this source if it has one (C9).
  private func pass(_ end: End, toLate downstream: Downstream<Never>) {
    if executor.isInline {
      downstream.end(end)
    } else {
      schedule { downstream.end(end) }
    }
  }

  @usableFromInline
  package override func detach(_ connection: Connection) {
    let thread = currentThread()
    let isPending = isOwned(by: thread) && connection.position < 0
    if isPending, !isChangingFeed { return }
    guard !isPending, tryOwnBriefly(thread) else { return detachLater(connection, thread, isPending: isPending) }
    // User closures are released afterwards: on the cancelling thread, without a lock.
    withExtendedLifetime(remove(connection)) { leaveBriefly(thread) }
  }

  /// - Parameter isPending: whether the observer was removed already, or is waiting to be added, which its closed
  ///   connection prevents.
  @inline(never)
  private func detachLater(_ connection: Connection, _ thread: UInt, isPending: Bool) {
    var feeds: ContiguousArray<Connection> = []
    var isRemoval = false
    if isPending {
      lock.lock()
      feeds = abandonFeed()
      lock.unlock()
    } else if let released = ownBriefly(
      thread, orLater: { [self] in removeLater(connection, isCounted: isRemoval) },
      noting: {
        // A subscriber that was never added is not among the observers.
        isRemoval = !rareState.pendingAdditions.contains(ObjectIdentifier(connection))
        if isRemoval { rareState.pendingRemovals += 1 }
        feeds = abandonFeed()
      })
    {
      withExtendedLifetime((remove(connection), released)) { leaveBriefly(thread) }
    }
    for feed in feeds { feed.cancel() }
  }

  private func removeLater(_ connection: Connection, isCounted: Bool) -> Downstream<Never>? {
    let removed = remove(connection)
    if isCounted {
      lock.lock()
      rareState.pendingRemovals -= 1
      lock.unlock()
    }
    return removed
  }

  /// An observer that was waiting for the owner is being added.
  private func beginAddition(of connection: Connection) {
    lock.lock()
    rareStateIfMade?.pendingAdditions.remove(ObjectIdentifier(connection))
    lock.unlock()
  }

  private func remove(_ connection: Connection) -> Downstream<Never>? {
    guard connection.position >= 0 else { return nil }
    let observer = observers.vacate(Int(connection.position)).downstream
    tallyObservers()
    if isBroadcasting { hasDeferredWork = true } else { observers.clearAway() }
    observersMayHaveGone()
    return observer
  }

  private func observersMayHaveGone() {
    guard observers.isEmpty, end == nil, let gone = lifecycle else { return }
    lifecycle = nil
    endFeed(of: gone) { gone.lastObserverRemoved() }
  }

  /// Calls `stop`, which returns whether the feed is over, in the owner.
  func endFeed(of lifecycle: any HubLifecycle<Value>, _ stop: () -> Bool) {
    changeFeed(of: lifecycle, for: nil) {
      if stop() { dropEvents() }
    }
  }

  // The waiting events were meant for the observers that have left; the next subscriber begins anew (C2). Only an end
  // stays.
  //
  // A separate function, since it looks up generic metadata at run time.
  @inline(never)
  private func dropEvents() {
    for case .end(let end) in takeBacklog() { memory = .end(end) }
  }
}
