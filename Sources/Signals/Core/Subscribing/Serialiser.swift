/// A producer that delivers one message at a time (C3, C4, C5).
///
/// This class is the storage. The extension of ``Serialised`` has the steps of a thread.
// Unchecked, like all producers: see ``Producer``.
@usableFromInline
package class Serialiser<Message>: Producer, Serialised, @unchecked Sendable {
  /// Whether a drain has left the re-entrant messages to the next one. Until then nothing else delivers them, since a
  /// thread that owns this to subscribe or to cancel is not on the queue (C9). Used only by the owner.
  @safe @exclusivity(unchecked) @usableFromInline final var isPostponed = false

  @inlinable
  package init(
    executor: Executor, policy: BufferingPolicy = .unbounded, depth: UInt = 0, weight: UInt = 0
  ) {
    super.init(executor: executor, depth: depth, weight: weight)
    if policy.limit != nil { makeMessages(policy) }
  }

  @usableFromInline
  override final func makeRareState() -> RareState { WaitingMessages<Message>(.unbounded) }

  /// Creates the list of waiting messages, if there is none.
  @usableFromInline
  @inline(never)
  @discardableResult
  final func makeMessages(_ policy: BufferingPolicy) -> WaitingMessages<Message> {
    unsafe unsafeDowncast(
      rareReference.object { WaitingMessages<Message>(policy) as RareState }, to: WaitingMessages<Message>.self)
  }

  @inlinable final var messagesIfAny: Unmanaged<WaitingMessages<Message>>? {
    unsafe rareReference.ifMade(as: WaitingMessages<Message>.self)
  }

  /// The messages that wait.
  // Inlined, like those below: code without the type of the messages would look it up at run time, under the lock. A
  // sender borrows the object, since retaining an object that several threads use costs more than everything else
  // here.
  @inlinable final var messages: Unmanaged<WaitingMessages<Message>> {
    unsafe messagesIfAny ?? .passUnretained(makeMessages(.unbounded))
  }

  /// Whether no message waits in the inbox. Under the lock.
  @inlinable final var isInboxEmpty: Bool {
    unsafe messagesIfAny?._withUnsafeGuaranteedRef { $0.inbox.isEmpty } ?? true
  }

  /// Whether no message of a batch waits. Used only by the owner.
  @inlinable final var isBatchEmpty: Bool {
    unsafe messagesIfAny?._withUnsafeGuaranteedRef { $0.batch.isEmpty } ?? true
  }

  @inlinable
  package final var storage: Serialiser { self }

  /// Delivers one message. Runs in the owner, never inside itself.
  @usableFromInline
  package func receive(_ message: Message) {
    preconditionFailure("\(Self.self) must override receive(_:).")
  }

  /// Whether a message that the owner's own handlers cause has to wait behind the messages of other threads.
  ///
  /// - Parameter fromAbove: whether it arrives by a connection. Then it was ordered at the source where it began, so it
  ///   must not overtake messages that wait here and may come from that source too (C4).
  @usableFromInline
  package func holdsBack(fromAbove: Bool) -> Bool { fromAbove && hasBacklog }

  /// Whether messages of other threads wait. Used only by the owner.
  final var hasBacklog: Bool {
    isPostponed || !isBatchEmpty || SerialiserState(word: word.relaxed).has(SerialiserState.events)
  }

  /// Called by the owner between two messages, after `hasDeferredWork` was set.
  @usableFromInline
  package func performDeferredWork() {}

  @usableFromInline
  final override func leaveSlowly(_ thread: UInt) { settleAndLeave(thread) }

  /// Stores a message until the event under way has been delivered.
  ///
  /// - Parameter fromAbove: whether it arrives by a connection.
  @usableFromInline
  final func keep(_ message: Message, fromAbove: Bool) {
    keep(message, in: unsafe surroundingTurn(fromAbove: fromAbove)?.takeUnretainedValue())
  }

  /// Stores the message that a binding has made of an event until the event under way here has been delivered. It is a part of the
  /// turn of that event, which waits (C10).
  ///
  /// - Parameter connection: that by which the event has arrived.
  @usableFromInline
  final func keep(_ message: Message, by connection: Unmanaged<Connection>?) {
    guard let turn = unsafe connection?.takeUnretainedValue().currentTurn else {
      return unsafe keep(message, fromAbove: connection != nil)
    }
    keep(message, in: turn)
  }

  private final func keep(_ message: Message, in turn: Turn?) {
    turn?.eventWaits()
    unsafe messages._withUnsafeGuaranteedRef {
      $0.reentrant.append(.init(message: message, turn: turn, cause: Turn.cause))
    }
    hasDeferredWork = true
  }

  /// Whether messages of the owner's handlers are to be delivered now.
  @inlinable final var hasReentrant: Bool { !isPostponed && keepsReentrant }

  /// Whether messages of the owner's handlers wait, for this drain or for the next one.
  @inlinable final var keepsReentrant: Bool {
    unsafe messagesIfAny?._withUnsafeGuaranteedRef { !$0.reentrant.isEmpty } ?? false
  }

  @inlinable
  final func popReentrant() -> WaitingMessages<Message>.Reentrant? {
    unsafe messages._withUnsafeGuaranteedRef { $0.reentrant.popFirst() }
  }

  /// Removes all messages that wait. The caller, which is the owner, releases them with no lock held.
  final func takeBacklog() -> [Message] {
    isPostponed = false
    guard let messages = unsafe messagesIfAny?.takeUnretainedValue() else { return [] }
    let kept = messages.reentrant.takeAll()
    for entry in kept { entry.turn?.eventHasBeenEverywhere() }
    lock.lock()
    let waiting = messages.inbox.takeAll()
    lock.unlock()
    return kept.map(\.message) + messages.batch.takeAll() + waiting
  }
}

/// The algorithms of a serialiser. They are apart from the class so that they are generic over the subclass: the compiler
/// then makes a copy for the user's types in which `receive` is a direct call.
@usableFromInline
package protocol Serialised<Message>: AnyObject, Sendable {
  associatedtype Message

  /// The same object, as its storage.
  var storage: Serialiser<Message> { get }

  func receive(_ message: Message)
  func performDeferredWork()
}

extension Serialised {
  // MARK: - A message arrives

  /// Delivers a message that arrives by a connection.
  @inlinable
  package func submit(_ message: Message, by connection: Connection) -> SendResult {
    let thread = currentThread()
    guard storage.tryOwn(thread) else { return arrive(message, isEnd: false, by: connection) }
    storage.inbound = unsafe .passUnretained(connection)
    receive(message)
    storage.inbound = nil
    leaveAfterEvent(thread)
    return .delivered
  }

  /// Delivers a message in all cases except an uncontended send.
  ///
  /// - Parameters:
  ///   - isLast: whether it follows all messages that wait, even if one of the owner's handlers sends it.
  ///   - feed: a connection. The message is dropped once that is closed. The owner closes it before it calls
  ///     `takeBacklog()`, so no message that arrives after that call is delivered.
  @inlinable
  @inline(never)
  package func arrive(
    _ message: Message, isEnd: Bool, by connection: Connection? = nil, isLast: Bool = false,
    whileOpen feed: Connection? = nil
  ) -> SendResult {
    let thread = currentThread()
    if storage.isOwned(by: thread), !storage.holdsBack(fromAbove: connection != nil || isLast) {
      if let feed, !feed.isOpen { return .ended }
      return follow(message, isEnd: isEnd, fromAbove: connection != nil, thread)
    }

    let inline = storage.executor.allowsInline
    storage.lock.lock()
    let arrival = storage.waitForPlace { $0.arrive(on: thread, isEnd: isEnd, inline: inline, follows: false) }
    var dropped: Message?
    // The lock isn't fair: senders that outrun the drain would keep it from the lock.
    let letsDrainRun =
      unsafe arrival == .wait && storage.messages._withUnsafeGuaranteedRef { $0.inbox.count } & 255 == 255
    if arrival == .wait || arrival == .waitAndSchedule {
      if let feed, !feed.isOpen {
        dropped = message
      } else {
        dropped = unsafe storage.messages._withUnsafeGuaranteedRef { $0.inbox.append(message, isEnd: isEnd) }
      }
    }
    storage.lock.unlock()

    switch arrival {
    case .deliver:
      // A subscription that this thread has requested may still be pending, and must receive the message (C12).
      if storage.hasRequests { storage.catchUpWithRequests(thread) }
      if feed?.isOpen != false {
        storage.inbound = unsafe connection.map { unsafe .passUnretained($0) }
        receive(message)
        storage.inbound = nil
      }
      leaveAfterEvent(thread)
      return .delivered
    case .waitAndSchedule: scheduleDrain()
    case .wait: if letsDrainRun { yieldProcessor() }
    case .refuse: return .ended
    case .follow, .lookAgain: preconditionFailure("follow and lookAgain are handled before the switch.")
    }
    _ = dropped
    return .queued
  }

  /// Keeps a message of the owner's own handlers until the event under way has reached every subscriber.
  @inlinable
  func follow(_ message: Message, isEnd: Bool, fromAbove: Bool, _ thread: UInt) -> SendResult {
    guard storage.change({ $0.arrive(on: thread, isEnd: isEnd, inline: false) }) == .follow else { return .ended }
    storage.keep(message, fromAbove: fromAbove)
    return .queued
  }

  // MARK: - The owner leaves

  /// The same as `leave`, in the copy for the user's types.
  @inlinable
  func leaveAfterEvent(_ thread: UInt) {
    if storage.hasDeferredWork || !storage.word.release(thread, as: 0) { settleAndLeave(thread) }
  }

  @inlinable
  @inline(never)
  func settleAndLeave(_ thread: UInt) {
    var rounds = 0
    while true {
      deliverReentrant()
      if storage.word.release(thread, as: 0) { return }
      storage.lock.lock()
      let departure = storage.change { $0.depart(leavingRequests: storage.leavesRequests(after: rounds)) }
      storage.lock.unlock()
      switch departure {
      case .leave: return
      case .leaveAndSchedule: return scheduleDrain()
      case .leaveRequests: return storage.scheduleRequests()
      case .stay: storage.performRequests()
      }
      rounds += 1
    }
  }

  /// Delivers the messages of the owner's handlers, and those that they cause, on a flat stack.
  @inlinable
  func deliverReentrant() {
    var budget: DrainBudget?
    deliverReentrant(within: &budget)
  }

  /// The same, within a budget. The rest is left to the next drain.
  @inlinable
  func deliverReentrant(within budget: inout DrainBudget?) {
    while storage.hasDeferredWork {
      storage.hasDeferredWork = false
      storage.endTurn()
      performDeferredWork()
      // A cancelled subscription gets no event that was sent since (C6), and a new one gets all of them.
      if storage.hasRequests { storage.performRequests() }
      guard storage.hasReentrant, let next = storage.popReentrant() else { continue }
      if next.turn == nil, next.cause == 0 { receive(next.message) } else { resume(next) }
      storage.hasDeferredWork = true
      if budget?.allowsMore() == false, storage.hasReentrant { storage.isPostponed = true }
    }
  }

  /// Delivers a message in the turn in which a handler has sent it, and for the same cause.
  @inlinable
  @inline(never)
  func resume(_ kept: WaitingMessages<Message>.Reentrant) {
    Turn.act(for: kept.cause) {
      if let turn = kept.turn { storage.resume(turn) { receive(kept.message) } } else { receive(kept.message) }
    }
  }

  // MARK: - The drain on the queue

  @inlinable
  func scheduleDrain() {
    storage.schedule { [self] in drain() }
  }

  /// Delivers the waiting messages within a budget. Then the queue is free for other work, and the rest follows in a
  /// block of its own.
  @inlinable
  func drain() {
    storage.lock.lock()
    let begins = storage.change { $0.beginDrain(on: currentThread()) }
    storage.lock.unlock()
    guard begins else { return }

    var budget: DrainBudget? = DrainBudget()
    let messages = unsafe storage.messages.takeUnretainedValue()
    if storage.isPostponed {
      storage.isPostponed = false
      storage.hasDeferredWork = true
    }
    deliverReentrant(within: &budget)
    while !storage.isPostponed, budget?.allowsMore() == true {
      if messages.batch.isEmpty {
        fetchBatch(messages, &budget)
        // After the fetch, so that a thread that subscribes and then sends gets its own message (C12).
        if storage.hasRequests { storage.performAllRequests() }
      } else if storage.hasRequests {
        storage.performRequests()
      }
      guard let message = messages.batch.popFirst() else { break }
      receive(message)
      if storage.hasDeferredWork { deliverReentrant(within: &budget) }
    }

    var rounds = 0
    while true {
      deliverReentrant()
      storage.lock.lock()
      let hasRest = storage.isPostponed || !messages.batch.isEmpty || !messages.inbox.isEmpty
      let departure = storage.change {
        $0.endDrain(hasRest: hasRest, leavingRequests: storage.leavesRequests(after: rounds))
      }
      storage.lock.unlock()
      switch departure {
      case .leave: return
      case .leaveAndSchedule: return scheduleDrain()
      case .leaveRequests: return storage.scheduleRequests()
      case .stay: storage.performRequests()
      }
      rounds += 1
    }
  }

  @inlinable
  func fetchBatch(_ messages: WaitingMessages<Message>, _ budget: inout DrainBudget?) {
    if messages.inbox.limit == .max { budget?.gather(after: messages.batchSize) }
    storage.lock.lock()
    messages.inbox.take(into: &messages.batch)
    if messages.inbox.isEmpty { storage.change { $0.takeEvents() } }
    storage.lock.unlock()
    messages.batchSize = messages.batch.count
  }
}
