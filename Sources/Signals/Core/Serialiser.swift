import Dispatch

/// What one source, or one operator with several inputs, needs in order to take one event at a time (C3, C4, C5).
///
/// This class is the storage; the steps between threads are in ``SerialiserState``, and what a thread does after each
/// is in the extensions of ``Serialised``, which are generic so that the compiler can make a copy for the user's types.
///
/// Lock rules: `lock` guards `inbox` and `requests` and every change of the word but the first and the last of an
/// uncontended send. All else belongs to the owner. Nothing is called and nothing of the user's is released under it.
@usableFromInline
package class Serialiser<Message>: Producer, Serialised, @unchecked Sendable {
  @usableFromInline final let word: AtomicWord
  @usableFromInline final let lock = Lock()
  @usableFromInline final let executor: Executor

  // Guarded by the lock.
  @exclusivity(unchecked) @usableFromInline final var inbox: Backlog<Message>
  @exclusivity(unchecked) @usableFromInline final var requests: ContiguousArray<() -> Void> = []

  // The owner's.
  /// What the handlers sent to their own source, to come after the event that runs.
  @exclusivity(unchecked) @usableFromInline final var own: ContiguousArray<Message> = []
  /// Whether the owner has more to do than to leave.
  @exclusivity(unchecked) @usableFromInline final var hasAfterwork = false
  /// The batch that a drain works on, and how far it has come.
  @exclusivity(unchecked) @usableFromInline final var batch: ContiguousArray<Message?> = []
  @exclusivity(unchecked) @usableFromInline final var batchIndex = 0

  /// Where a source without a queue is drained when threads meet. Guarded by the lock.
  @exclusivity(unchecked) private final var handOver: DispatchQueue?

  package init(executor: Executor, policy: BufferingPolicy = .unbounded) {
    self.executor = executor
    word = AtomicWord(executor.isInline ? 0 : SerialiserState.remote)
    inbox = Backlog(policy)
  }

  @usableFromInline
  final func schedule(_ drain: @escaping @Sendable () -> Void) {
    guard executor.isInline else { return executor.run(drain) }
    lock.lock()
    let queue = handOver ?? DispatchQueue(label: "Signals.handOver", target: .global())
    handOver = queue
    lock.unlock()
    queue.async(execute: drain)
  }

  /// Takes one step of the state machine, and answers what the thread has to do.
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
  final var hasRequests: Bool { SerialiserState(word: word.glance).has(SerialiserState.requests) }

  /// The owner does what others asked for while it was delivering.
  @usableFromInline
  final func performRequests() {
    var taken: ContiguousArray<() -> Void> = []
    lock.lock()
    swap(&taken, &requests)
    change { $0.takeRequests() }
    lock.unlock()
    for request in taken { request() }
  }

  @inlinable
  package final var storage: Serialiser { self }

  /// Delivers one message. Runs in the owner, never inside itself.
  @usableFromInline
  package func receive(_ message: Message) {
    preconditionFailure("A serialiser has to say what its messages do.")
  }

  /// Runs in the owner between two messages, when `hasAfterwork` was set.
  @usableFromInline
  package func tidy() {}

  @usableFromInline
  package final override func whenQuiet(_ action: @escaping @Sendable () -> Void) { asOwner(action) }

  /// Takes out all events that wait. The owner's; it releases them, with nothing held.
  final func takeBacklog() -> ContiguousArray<Message?> {
    var waiting: ContiguousArray<Message?> = []
    swap(&waiting, &batch)
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

  @inlinable
  package func bring(_ message: Message) -> SendResult {
    let thread = currentThread()
    guard storage.word.glance == 0, tryOwn(thread) else { return arrive(message, isEnd: false) }
    receive(message)
    leave(thread)
    return .delivered
  }

  /// Everything but the short way of an uncontended send.
  @inlinable
  @inline(never)
  package func arrive(_ message: Message, isEnd: Bool) -> SendResult {
    let thread = currentThread()
    if SerialiserState(word: storage.word.glance).owner == thread { return follow(message, isEnd: isEnd, thread) }

    let inline = storage.executor.allowsInline
    storage.lock.lock()
    let arrival = storage.change { $0.arrive(on: thread, isEnd: isEnd, inline: inline) }
    var dropped: Message?
    if arrival == .wait || arrival == .waitAndSchedule {
      dropped = storage.inbox.append(message, isEnd: isEnd)
    }
    storage.lock.unlock()

    switch arrival {
    case .deliver:
      receive(message)
      leave(thread)
      return .delivered
    case .waitAndSchedule: scheduleDrain()
    case .wait: break
    case .refuse: return .ended
    case .follow: preconditionFailure("Only the owner becomes the owner.")
    }
    _ = dropped
    return .queued
  }

  /// Keeps what the owner's own handlers send until the event that runs has reached everybody.
  @inlinable
  func follow(_ message: Message, isEnd: Bool, _ thread: UInt) -> SendResult {
    guard storage.change({ $0.arrive(on: thread, isEnd: isEnd, inline: false) }) == .follow else { return .ended }
    storage.own.append(message)
    storage.hasAfterwork = true
    return .queued
  }

  // MARK: - The owner goes

  @inlinable
  package func leave(_ thread: UInt) {
    if !storage.hasAfterwork, storage.word.release(thread, as: 0) { return }
    leaveSlowly()
  }

  @inlinable
  @inline(never)
  func leaveSlowly() {
    while true {
      deliverOwn()
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
    while storage.hasAfterwork {
      storage.hasAfterwork = false
      tidy()
      guard !storage.own.isEmpty else { continue }
      var now: ContiguousArray<Message> = []
      swap(&now, &storage.own)
      for message in now {
        receive(message)
        if storage.hasRequests { storage.performRequests() }
      }
      // The room is kept for the next ones; that of an unusual flood is not.
      guard storage.own.isEmpty, now.count <= 1_024 else { continue }
      now.removeAll(keepingCapacity: true)
      if storage.own.isEmpty { swap(&now, &storage.own) }
    }
  }

  // MARK: - A subscription or a cancellation comes in

  /// Makes this thread the owner if nobody delivers. It then has to `leave`.
  @inlinable
  package func tryOwn(_ thread: UInt) -> Bool { storage.word.acquire(0, as: thread) }

  /// Does `action` as the owner: now if nobody delivers, else at the end of the handler that runs.
  @inlinable
  package func asOwner(_ action: @escaping () -> Void) {
    let thread = currentThread()
    storage.lock.lock()
    let admission = storage.change { $0.admit(thread) }
    if admission == .afterHandler { storage.requests.append(action) }
    storage.lock.unlock()
    if admission == .perform {
      action()
      leave(thread)
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

    var share = DrainShare()
    repeat {
      if storage.hasRequests { storage.performRequests() }
      guard let message = nextWaiting() else { break }
      receive(message)
      deliverOwn()
    } while share.goesOn()

    while true {
      deliverOwn()
      storage.lock.lock()
      let hasRest = storage.batchIndex < storage.batch.count || !storage.inbox.isEmpty
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
  func nextWaiting() -> Message? {
    if storage.batchIndex == storage.batch.count {
      storage.batch.removeAll(keepingCapacity: true)
      storage.batchIndex = 0
      storage.lock.lock()
      storage.inbox.take(into: &storage.batch)
      if storage.inbox.isEmpty { storage.change { $0.takeEvents() } }
      storage.lock.unlock()
      guard !storage.batch.isEmpty else { return nil }
    }
    let message = storage.batch[storage.batchIndex].take()
    storage.batchIndex += 1
    return message
  }
}

/// How much one drain does before it gives its queue back: some hundred events, or some milliseconds of slow handlers.
@usableFromInline
struct DrainShare {
  @usableFromInline var events = 0
  @usableFromInline let start = DispatchTime.now().uptimeNanoseconds

  @usableFromInline
  init() {}

  @inlinable
  mutating func goesOn() -> Bool {
    events += 1
    if events & 7 != 0 { return true }
    return events < 1_024 && DispatchTime.now().uptimeNanoseconds - start < 2_000_000
  }
}
