/// A producer that takes one message at a time (C3, C4, C5).
///
/// This class is the storage; what a thread does after each step is in the extension of ``Serialised``.
// Unchecked, as all of its family: see ``Producer``.
@usableFromInline
package class Serialiser<Message>: Producer, Serialised, @unchecked Sendable {
  /// What waits for a drain. Guarded by the lock.
  @exclusivity(unchecked) @usableFromInline final var inbox: Backlog<Message>

  // The owner's.
  /// What the handlers sent to their own source, to come after the event that runs.
  @exclusivity(unchecked) @usableFromInline final var own: ContiguousArray<Message> = []
  /// Those of them that are being delivered, and how far that has come.
  @exclusivity(unchecked) @usableFromInline final var following: ContiguousArray<Message> = []
  @exclusivity(unchecked) @usableFromInline final var followingIndex = 0
  /// Which of them were sent in a surrounding turn, so that they belong to it (C11): the next one last, once they are
  /// being delivered.
  @exclusivity(unchecked) private final var ownTurns: ContiguousArray<(index: Int, turn: Turn)> = []
  @exclusivity(unchecked) @usableFromInline final var followingTurns: ContiguousArray<(index: Int, turn: Turn)> = []
  /// What the handlers of a drain sent to their own source when it had done its share: the next drain begins with it.
  // Apart from `own`, which whoever owns this meanwhile, to subscribe or to cancel, would deliver off the queue (C9).
  @exclusivity(unchecked) @usableFromInline final var postponed: ContiguousArray<Message> = []
  @exclusivity(unchecked) private final var postponedTurns: ContiguousArray<(index: Int, turn: Turn)> = []
  /// The batch that a drain works on, and how far it has come.
  @exclusivity(unchecked) @usableFromInline final var batch: ContiguousArray<Message?> = []
  @exclusivity(unchecked) @usableFromInline final var batchIndex = 0

  /// Whether a drain fetches everything that waits at once.
  @usableFromInline final let isUnbounded: Bool

  @usableFromInline
  package init(
    executor: Executor, policy: BufferingPolicy = .unbounded, depth: UInt = 0, weight: UInt = 0
  ) {
    isUnbounded = policy.limit == nil
    inbox = Backlog(policy)
    super.init(executor: executor, depth: depth, weight: weight)
  }

  @inlinable
  package final var storage: Serialiser { self }

  /// Delivers one message. Runs in the owner, never inside itself.
  @usableFromInline
  package func receive(_ message: Message) {
    preconditionFailure("A serialiser has to say what its messages do.")
  }

  /// Whether what a handler of the owner's brings has to wait behind what others have brought.
  ///
  /// - Parameter fromAbove: whether it comes by a line. Then it has had its place among the events of the source where its
  ///   way began, and overtakes nothing that waits here and may come from there too (C4).
  @usableFromInline
  package func holdsBack(fromAbove: Bool) -> Bool { fromAbove && hasBacklog }

  /// Whether anything waits that others have brought. The owner's.
  final var hasBacklog: Bool {
    hasPostponed || batchIndex < batch.count || SerialiserState(word: word.glance).has(SerialiserState.events)
  }

  /// Runs in the owner between two messages, when `hasAfterwork` was set.
  @usableFromInline
  package func tidy() {}

  @usableFromInline
  final override func leaveSlowly(_ thread: UInt) { settleAndLeave(thread) }

  /// Keeps what a handler of the owner's sent, for after the event under way.
  @usableFromInline
  final func keep(_ message: Message) {
    if let turn = Surroundings.turn?.takeUnretainedValue() {
      turn.eventWaits()
      ownTurns.append((own.count, turn))
    }
    own.append(message)
    hasAfterwork = true
  }

  @inlinable final var hasMoreToFollow: Bool { followingIndex < following.count || !own.isEmpty }

  /// Begins with what has been kept.
  @usableFromInline
  final func beginFollowing() {
    swap(&following, &own)
    swap(&followingTurns, &ownTurns)
    followingTurns.reverse()
  }

  /// The turn of the message that follows next, where it has one already.
  @usableFromInline
  final func takeFollowingTurn() -> Turn? {
    guard followingTurns.last?.index == followingIndex else { return nil }
    return followingTurns.removeLast().turn
  }

  @inlinable final var hasPostponed: Bool { !postponed.isEmpty }

  /// Leaves what has been kept, and isn't delivered yet, to the next drain.
  @usableFromInline
  final func postpone() {
    let rest = following.count - followingIndex
    postponed = ContiguousArray(following[followingIndex...]) + own
    for (index, turn) in followingTurns.reversed() { postponedTurns.append((index - followingIndex, turn)) }
    for (index, turn) in ownTurns { postponedTurns.append((index + rest, turn)) }
    following = []
    followingIndex = 0
    followingTurns = []
    own = []
    ownTurns = []
  }

  /// The drain goes on with what the last one has left.
  @usableFromInline
  final func takeUpPostponed() {
    guard hasPostponed else { return }
    swap(&own, &postponed)
    swap(&ownTurns, &postponedTurns)
    hasAfterwork = true
  }

  /// Takes out all events that wait. The owner's; it releases them, with nothing held.
  final func takeBacklog() -> ContiguousArray<Message?> {
    let turns = followingTurns + ownTurns + postponedTurns
    followingTurns = []
    ownTurns = []
    postponedTurns = []
    for (_, turn) in turns { turn.eventHasBeenEverywhere() }
    var waiting: ContiguousArray<Message?> = []
    for message in following.dropFirst(followingIndex) + own + postponed { waiting.append(message) }
    following = []
    followingIndex = 0
    own = []
    postponed = []
    waiting += batch
    batch = []
    batchIndex = 0
    lock.lock()
    waiting += inbox.takeAll()
    lock.unlock()
    return waiting
  }
}

/// The algorithms of a serialiser, apart from the class so that they are generic over the subclass: the compiler then
/// makes a copy for the user's types in which `receive` is a direct call.
@usableFromInline
package protocol Serialised<Message>: AnyObject, Sendable {
  associatedtype Message

  /// The same object, as its storage.
  var storage: Serialiser<Message> { get }

  func receive(_ message: Message)
  func tidy()
}

extension Serialised {
  // MARK: - An event comes in

  /// - Parameter line: the way by which it comes.
  @inlinable
  package func bring(_ message: Message, by line: Line) -> SendResult {
    let thread = currentThread()
    guard storage.tryOwn(thread) else { return arrive(message, isEnd: false, by: line) }
    storage.wayIn = .passUnretained(line)
    receive(message)
    storage.wayIn = nil
    leaveAfterEvent(thread)
    return .delivered
  }

  /// Everything but the short way of an uncontended send.
  ///
  /// - Parameters:
  ///   - isLast: whether it comes after all that waits, also where it is one of the owner's handlers that brings it.
  ///   - feed: where the message counts only while this line is open, and it is the owner that has closed it before it calls
  ///     `takeBacklog()`. So none that came too late for that is delivered later.
  @inlinable
  @inline(never)
  package func arrive(
    _ message: Message, isEnd: Bool, by line: Line? = nil, isLast: Bool = false, whileOpen feed: Line? = nil
  ) -> SendResult {
    let thread = currentThread()
    if storage.isOwned(by: thread), !storage.holdsBack(fromAbove: line != nil || isLast) {
      if let feed, !feed.isOpen { return .ended }
      return follow(message, isEnd: isEnd, thread)
    }

    let inline = storage.executor.allowsInline
    storage.lock.lock()
    var arrival = storage.change { $0.arrive(on: thread, isEnd: isEnd, inline: inline, follows: false) }
    var patience = Patience()
    while arrival == .lookAgain {
      storage.lock.unlock()
      patience.giveWay()
      storage.lock.lock()
      arrival = storage.change { $0.arrive(on: thread, isEnd: isEnd, inline: inline, follows: false) }
    }
    var dropped: Message?
    if arrival == .wait || arrival == .waitAndSchedule {
      if let feed, !feed.isOpen {
        dropped = message
      } else {
        dropped = storage.inbox.append(message, isEnd: isEnd)
      }
    }
    storage.lock.unlock()

    switch arrival {
    case .deliver:
      if feed?.isOpen != false {
        storage.wayIn = line.map { .passUnretained($0) }
        receive(message)
        storage.wayIn = nil
      }
      leaveAfterEvent(thread)
      return .delivered
    case .waitAndSchedule: scheduleDrain()
    case .wait: break
    case .refuse: return .ended
    case .follow, .lookAgain: preconditionFailure("What may follow has done so, and nobody looks once only.")
    }
    _ = dropped
    return .queued
  }

  /// Keeps what the owner's own handlers send until the event that runs has reached everybody.
  @inlinable
  func follow(_ message: Message, isEnd: Bool, _ thread: UInt) -> SendResult {
    guard storage.change({ $0.arrive(on: thread, isEnd: isEnd, inline: false) }) == .follow else { return .ended }
    storage.keep(message)
    return .queued
  }

  // MARK: - The owner goes

  /// As `leave`, in the copy for the user's types.
  @inlinable
  func leaveAfterEvent(_ thread: UInt) {
    if storage.hasAfterwork || !storage.word.release(thread, as: 0) { settleAndLeave(thread) }
  }

  @inlinable
  @inline(never)
  func settleAndLeave(_ thread: UInt) {
    while true {
      deliverOwn()
      if storage.word.release(thread, as: 0) { return }
      storage.lock.lock()
      let departure = storage.change { $0.depart() }
      storage.lock.unlock()
      switch departure {
      case .leave: return
      case .leaveAndSchedule: return scheduleDrain()
      case .stay: storage.performRequests()
      }
    }
  }

  /// Delivers what the owner's handlers sent, and what those handlers send, on a flat stack.
  @inlinable
  func deliverOwn() {
    var share: DrainShare?
    deliverOwn(within: &share)
  }

  /// The same, but no more than there is time for. The rest is postponed.
  @inlinable
  func deliverOwn(within share: inout DrainShare?) {
    while storage.hasAfterwork {
      storage.hasAfterwork = false
      storage.endTurn()
      tidy()
      // Who has cancelled gets nothing of what was sent since (C6), and who has subscribed gets all of it.
      if storage.hasRequests { storage.performRequests() }
      guard !storage.own.isEmpty else { continue }
      storage.beginFollowing()
      while storage.followingIndex < storage.following.count {
        let message = storage.following[storage.followingIndex]
        let turn = storage.takeFollowingTurn()
        storage.followingIndex += 1
        if let turn { storage.resume(turn) { receive(message) } } else { receive(message) }
        storage.endTurn()
        if storage.hasRequests { storage.performRequests() }
        if share?.goesOn() == false, storage.hasMoreToFollow { return storage.postpone() }
      }
      // The room is kept for the next ones; that of an unusual flood is not.
      storage.following.removeAll(keepingCapacity: storage.following.count <= 1_024)
      storage.followingIndex = 0
    }
  }

  // MARK: - The drain on the queue

  @inlinable
  func scheduleDrain() {
    storage.schedule { [self] in drain() }
  }

  /// Works through what waits, for a while. Then the queue is free for others, and the rest comes in a block of its
  /// own.
  @inlinable
  func drain() {
    storage.lock.lock()
    let begins = storage.change { $0.beginDrain(on: currentThread()) }
    storage.lock.unlock()
    guard begins else { return }

    var share: DrainShare? = DrainShare()
    storage.takeUpPostponed()
    deliverOwn(within: &share)
    while !storage.hasPostponed, share?.goesOn() == true {
      fetchWaiting(&share)
      // Looked at when the messages are here already: who subscribes and then sends gets what it has sent (C12).
      if storage.hasRequests { storage.performRequests() }
      guard let message = takeWaiting() else { break }
      receive(message)
      deliverOwn(within: &share)
    }

    while true {
      deliverOwn()
      storage.lock.lock()
      let hasRest = storage.hasPostponed || storage.batchIndex < storage.batch.count || !storage.inbox.isEmpty
      let departure = storage.change { $0.endDrain(hasRest: hasRest) }
      storage.lock.unlock()
      switch departure {
      case .leave: return
      case .leaveAndSchedule: return scheduleDrain()
      case .stay: storage.performRequests()
      }
    }
  }

  @inlinable
  func fetchWaiting(_ share: inout DrainShare?) {
    guard storage.batchIndex == storage.batch.count else { return }
    if storage.isUnbounded { share?.waitForMore(after: storage.batch.count) }
    storage.batch.removeAll(keepingCapacity: true)
    storage.batchIndex = 0
    storage.lock.lock()
    storage.inbox.take(into: &storage.batch)
    if storage.inbox.isEmpty { storage.change { $0.takeEvents() } }
    storage.lock.unlock()
  }

  /// Nil where nothing waits, or what waited has just been dropped.
  @inlinable
  func takeWaiting() -> Message? {
    guard storage.batchIndex < storage.batch.count else { return nil }
    let message = storage.batch[storage.batchIndex].take()
    storage.batchIndex += 1
    return message
  }
}
