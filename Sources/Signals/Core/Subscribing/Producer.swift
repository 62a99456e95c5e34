/// The upstream end of a connection: a source, or an operator with a serialiser of its own. One thread at a time owns it.
///
/// This file is about ownership: how subscribing and cancelling wait for a moment between two handlers. Extensions hold
/// the turn of the event under way, the connections to upstream producers, and the node in the live graph. ``Serialiser``
/// adds the events; ``SerialiserState`` has the steps between threads.
///
/// Lock rules: `lock` guards the requests, the events that wait in an inbox, and every change of the word that another
/// thread decides by. The owner alone takes and gives up an uncontended word, and marks its own moments. All other state
/// belongs to the owner. No user code runs under the lock, and no user
/// object is released under it (C7).
// Unchecked for the whole family, because a producer's state belongs to its owner or is guarded by the lock.
@usableFromInline
@safe
package class Producer: TurnSource, @unchecked Sendable {
  @usableFromInline final let word: AtomicWord
  @usableFromInline final let lock = Lock()
  /// The largest number of joins on any path downstream, including this one if it is a join. Changed under the lock.
  @usableFromInline final let inputDepth: AtomicHalfWord
  @usableFromInline final let executor: Executor

  /// The state that most producers never need. Created on demand.
  @usableFromInline final let rareReference = UntypedLazyReference()
  /// Guarded by the lock.
  @safe @exclusivity(unchecked) final var inputs: ContiguousArray<Connection> = []

  // Used only by the owner.
  /// The connection by which the event under way arrived inline from further up.
  @safe @exclusivity(unchecked) @usableFromInline final var inbound: Unmanaged<Connection>?
  /// The turn of the event under way, once a join has asked for it or an upstream operator has passed it on.
  @safe @exclusivity(unchecked) @usableFromInline final var turn: Unmanaged<Turn>?
  /// The turn of the events that begin here. They follow each other, so all of them use the same one.
  // Unmanaged, so that reading it retains nothing.
  @safe @exclusivity(unchecked) final var ownTurn: Unmanaged<Turn>?

  private final let presence = LiveObject()

  // Short ones last, since those of a subclass fit beside them.
  /// Whether the owner has work to do before it leaves.
  @safe @exclusivity(unchecked) @usableFromInline final var hasDeferredWork = false
  /// Whether an event that begins here is one that a program sends, not one that a subscription emits by itself.
  @safe @exclusivity(unchecked) @usableFromInline final var acceptsProgramEvents = false
  /// Whether this producer is a join itself, and so adds one to those downstream.
  final let isJoin: Bool

  @usableFromInline
  init(executor: Executor, depth: UInt = 0, weight: UInt = 0) {
    self.executor = executor
    isJoin = weight > 0
    word = AtomicWord(executor.isInline ? 0 : SerialiserState.remote)
    inputDepth = AtomicHalfWord(depth + weight)
  }

  deinit { unsafe ownTurn?.release() }

  /// Whether the owner delays at most one subscription while it delivers a value.
  var servesOneSubscription: Bool { false }

  /// Releases the subscription on `connection` and calls it no more: at once if no event is being delivered, else when
  /// the running handler has returned (C8). Called after the connection was closed.
  @usableFromInline
  package func detach(_ connection: Connection) {
    preconditionFailure("\(Self.self) must override detach(_:).")
  }

  /// Performs the owner's deferred work, and gives up ownership.
  @usableFromInline
  func leaveSlowly(_ thread: UInt) {
    preconditionFailure("\(Self.self) must override leaveSlowly(_:).")
  }

  /// Calls `action` when no handler that began before this call is running any more.
  func whenIdle(_ action: @escaping @Sendable () -> Void) { asOwner(action) }

  /// Takes one step of the state machine, and returns the thread's next action.
  @inlinable
  final func change<Answer>(_ step: (inout SerialiserState) -> Answer) -> Answer {
    while true {
      let before = word.value
      var after = SerialiserState(word: before)
      let answer = step(&after)
      if after.word == before || word.replace(before, by: after.word) { return answer }
    }
  }

  @inlinable
  final func isOwned(by thread: UInt) -> Bool { SerialiserState(word: word.relaxed).owner == thread }

  // MARK: - Owning for a moment

  /// Makes this thread the owner if the producer is idle and no event waits. The thread then has to `leave`.
  @inlinable
  final func tryOwn(_ thread: UInt) -> Bool { word.relaxed == 0 && word.acquire(0, as: thread) }

  /// The same, and accepts no more events. The thread then has to `leaveClosed`.
  final func tryOwnAndClose(_ thread: UInt) -> Bool {
    word.relaxed == 0 && word.acquire(0, as: thread | SerialiserState.closed)
  }

  /// Makes this thread the owner for a step that takes no time and runs no user code: other threads wait for it. The
  /// thread then has to `leaveBriefly`, or to `stay` first if the step turns out to take time.
  @inlinable
  final func tryOwnBriefly(_ thread: UInt) -> Bool {
    word.relaxed == 0 && word.acquire(0, as: thread | SerialiserState.brief)
  }

  /// Makes this thread the owner if an event of it would be delivered at once, so that its events follow until it has left.
  package final func takeOver(_ thread: UInt) -> Bool {
    if tryOwn(thread) { return true }
    if SerialiserState(word: word.relaxed).has(SerialiserState.closed) { return false }
    var backoff = Backoff()
    while true {
      lock.lock()
      let admission = change { $0.takeOver(thread) }
      lock.unlock()
      if admission != .lookAgain { return admission == .perform }
      backoff.pause()
    }
  }

  @usableFromInline
  final func stay() { word.clear(SerialiserState.brief) }

  @inlinable
  final func leaveBriefly(_ thread: UInt) {
    if !hasDeferredWork, word.release(thread | SerialiserState.brief, as: 0) { return }
    leaveBrieflySlowly(thread)
  }

  @usableFromInline
  final func leaveBrieflySlowly(_ thread: UInt) {
    if !hasDeferredWork {
      lock.lock()
      // Requests are left to the next owner: a sender must not find this busy because other threads subscribe (C5).
      let departure = hasNoOwnRequest ? change { $0.departBriefly() } : .stay
      lock.unlock()
      if departure == .leaveRequests { scheduleRequests() }
      if departure != .stay { return }
    }
    stay()
    leave(thread)
  }

  @inlinable
  package final func leave(_ thread: UInt) {
    if hasDeferredWork || !word.release(thread, as: 0) { leaveSlowly(thread) }
  }

  final func leaveClosed(_ thread: UInt) {
    if hasDeferredWork || !word.release(thread | SerialiserState.closed, as: SerialiserState.closed) {
      leaveSlowly(thread)
    }
  }

  /// Performs `action` as the owner: now if the producer is idle, else at the end of the running handler.
  package final func asOwner(_ action: @escaping () -> Void) {
    let thread = currentThread()
    lock.lock()
    let admission = change { $0.admit(thread) }
    if admission == .afterHandler {
      leave(thread) { [self] in
        stay()
        action()
        return nil
      }
    }
    lock.unlock()
    guard admission == .perform else { return }
    // All that wait, since an action may emit to the subscribers: see `ConnectableSignal.connect()`.
    if hasRequests { performAllRequests() }
    action()
    leave(thread)
  }

  /// Nil if no thread has needed it.
  final var rareStateIfMade: RareState? { unsafe rareReference.ifMade(as: RareState.self)?.takeUnretainedValue() }

  final var rareState: RareState { rareReference.object { makeRareState() } }

  @usableFromInline
  func makeRareState() -> RareState { RareState() }

  /// Under the lock.
  private final var hasNoOwnRequest: Bool { rareStateIfMade.map { $0.ownRequestCount == 0 } ?? true }

  /// A step that a thread leaves to the owner. It takes no time and runs no user code, or calls `stay` first, and returns the
  /// subscription that is to be released after it.
  typealias Request = () -> Downstream<Never>?

  /// Requests that were performed, and the subscriptions that they ended. They retain user objects, and are released
  /// after this thread has given up its brief ownership.
  struct Performed {
    fileprivate(set) var requests: ContiguousArray<Request> = []
    fileprivate(set) var ended: ContiguousArray<Downstream<Never>> = []
  }

  /// Makes this thread the owner for a moment, as `tryOwnBriefly` does, although events wait. If another thread or a handler
  /// owns the producer, leaves `request` for the end of the running handler.
  ///
  /// - Parameters:
  ///   - isUrgent: whether the request is performed before every event that is submitted after it, however many requests
  ///     there are.
  ///   - note: called under the lock in that case.
  /// - Returns: nil in that case; otherwise the objects to release after leaving.
  final func ownBriefly(
    _ thread: UInt, isUrgent: Bool = false, orLater request: @escaping Request, noting note: () -> Void = {}
  ) -> Performed? {
    lock.lock()
    var admission = change { $0.admit(thread, briefly: true) }
    var backoff = Backoff()
    while admission == .lookAgain {
      lock.unlock()
      backoff.pause()
      lock.lock()
      admission = change { $0.admit(thread, briefly: true) }
    }
    if admission == .afterHandler {
      leave(thread, isUrgent: isUrgent, request)
      note()
    }
    lock.unlock()
    guard admission == .perform else { return nil }
    // Earlier requests come first (C4). Their number is limited, since other threads wait meanwhile.
    return hasRequests ? performRequests(atMost: .max) : Performed()
  }

  /// Under the lock.
  private final func leave(_ thread: UInt, isUrgent: Bool = false, _ request: @escaping Request) {
    let isOwn = isOwned(by: thread)
    let rare = rareState
    if isOwn { rare.ownRequestCount += 1 }
    if isUrgent { rare.urgentRequestCount += 1 }
    rare.requests.append((thread, isOwn, isUrgent, request))
  }

  @inlinable
  final var hasRequests: Bool { SerialiserState(word: word.relaxed).has(SerialiserState.requests) }

  /// The number of requests of other threads in a batch, and the number of batches that an owner performs before it
  /// leaves the rest. Threads that subscribe and cancel without a pause must not occupy a sender forever (C5).
  static var requestBatch: Int { 64 }
  @usableFromInline static var requestRounds: Int { 4 }

  /// Performs some of the requests that other threads left while this one was delivering, and all urgent ones and those of
  /// the owner's own handlers, with those before them.
  @usableFromInline
  final func performRequests() {
    withExtendedLifetime(performRequests(atMost: Self.requestBatch)) { stay() }
  }

  /// Performs all pending requests.
  @usableFromInline
  final func performAllRequests() {
    withExtendedLifetime(performRequests(atMost: .max)) { stay() }
  }

  /// Performs requests that an earlier owner has left. All of them, if one is this thread's own: a thread that subscribes and
  /// then sends gets its own event (C12).
  @usableFromInline
  final func catchUpWithRequests(_ thread: UInt) {
    for _ in 0..<Self.requestRounds where hasRequests { performRequests() }
    guard hasRequests else { return }
    lock.lock()
    let hasOwn = rareStateIfMade?.requests.contains { $0.thread == thread } ?? false
    lock.unlock()
    if hasOwn { performAllRequests() }
  }

  /// Afterwards this thread owns the producer for a moment only: while it performs requests, other threads wait instead of
  /// leaving more of them. A request that takes time ends that by `stay`.
  private final func performRequests(atMost limit: Int) -> Performed {
    var performed = Performed()
    lock.lock()
    let rare = rareState
    while performed.requests.count < limit || rare.ownRequestCount > 0 || rare.urgentRequestCount > 0,
      let request = rare.requests.popFirst()
    {
      if request.isOwn { rare.ownRequestCount -= 1 }
      if request.isUrgent { rare.urgentRequestCount -= 1 }
      performed.requests.append(request.perform)
    }
    if rare.requests.isEmpty { change { $0.takeRequests() } }
    lock.unlock()
    for request in performed.requests {
      word.set(SerialiserState.brief)
      if let downstream = request() { performed.ended.append(downstream) }
    }
    return performed
  }

  /// Whether an owner leaves the remaining requests after this number of batches. Called under the lock.
  @usableFromInline
  final func leavesRequests(after rounds: Int) -> Bool { rounds >= Self.requestRounds && hasNoOwnRequest }

  /// Has the requests that this thread leaves performed on the queue, unless another owner performs them first.
  @usableFromInline
  final func scheduleRequests() {
    lock.lock()
    let rare = rareState
    let wasScheduled = rare.areRequestsScheduled
    rare.areRequestsScheduled = true
    lock.unlock()
    if wasScheduled { return }
    schedule { [self] in
      lock.lock()
      rare.areRequestsScheduled = false
      lock.unlock()
      let thread = currentThread()
      guard let performed = ownBriefly(thread, orLater: { nil }) else { return }
      withExtendedLifetime(performed) { leaveBriefly(thread) }
    }
  }

  /// Calls `arrive`, which decides the place of a message, and repeats the call while another thread is the brief
  /// owner. The lock is held at the call and at the return.
  @inlinable
  @inline(__always)
  final func waitForPlace(_ arrive: (inout SerialiserState) -> SerialiserState.Arrival) -> SerialiserState.Arrival {
    var arrival = change(arrive)
    var backoff = Backoff()
    while arrival == .lookAgain {
      lock.unlock()
      backoff.pause()
      lock.lock()
      arrival = change(arrive)
    }
    return arrival
  }
}
