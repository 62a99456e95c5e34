import Dispatch

/// What a line hangs on: a source, or an operator that has a serialiser of its own. One thread at a time owns it.
///
/// Here is all that has nothing to do with the type of the events: who the owner is, and how subscribing and cancelling
/// wait for it to be between two handlers. The events are in ``Serialiser``; the steps between threads are in
/// ``SerialiserState``.
///
/// Lock rules: `lock` guards the requests, what waits in a backlog, and every change of the word but the first and the
/// last of an uncontended use. All else belongs to the owner. Nothing is called under it, and nothing of the user's is
/// released (C7).
// Unchecked for the whole family, because what a producer keeps belongs to its owner, or is guarded by the lock.
@usableFromInline
package class Producer: @unchecked Sendable {
  @usableFromInline final let word: AtomicWord
  @usableFromInline final let lock = Lock()
  @usableFromInline final let executor: Executor

  // Guarded by the lock.
  @exclusivity(unchecked) private final var requests: ContiguousArray<() -> Void> = []
  /// Where a source without a queue is drained when threads meet.
  @exclusivity(unchecked) private final var handOver: DispatchQueue?

  /// Whether the owner has more to do than to leave. The owner's.
  @exclusivity(unchecked) @usableFromInline final var hasAfterwork = false

  @usableFromInline
  init(executor: Executor) {
    self.executor = executor
    word = AtomicWord(executor.isInline ? 0 : SerialiserState.remote)
  }

  /// Lets go of what hangs on `line` and calls it no more: at once where nothing is being delivered, else when the
  /// handler that runs has returned (C8). Called once the line is closed.
  @usableFromInline
  package func detach(_ line: Line) {
    preconditionFailure("A producer has to say how a line leaves it.")
  }

  /// Does what is left for the owner to do, and leaves.
  @usableFromInline
  func leaveSlowly() {
    preconditionFailure("A producer has to say what its owner does before it leaves.")
  }

  /// Calls `action` when no handler that began before this call is running any more.
  final func whenQuiet(_ action: @escaping @Sendable () -> Void) { asOwner(action) }

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
  final func isOwned(by thread: UInt) -> Bool { SerialiserState(word: word.glance).owner == thread }

  // MARK: - Owning for a moment

  /// Makes this thread the owner if nobody delivers and nothing waits. It then has to `leave`.
  @inlinable
  final func tryOwn(_ thread: UInt) -> Bool { word.glance == 0 && word.acquire(0, as: thread) }

  @inlinable
  final func leave(_ thread: UInt) {
    if hasAfterwork || !word.release(thread, as: 0) { leaveSlowly() }
  }

  /// Does `action` as the owner: now if nobody delivers, else at the end of the handler that runs.
  final func asOwner(_ action: @escaping () -> Void) {
    let thread = currentThread()
    lock.lock()
    let admission = change { $0.admit(thread) }
    if admission == .afterHandler { requests.append(action) }
    lock.unlock()
    if admission == .perform {
      action()
      leave(thread)
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

  // MARK: - The queue

  @usableFromInline
  final func schedule(_ work: @escaping @Sendable () -> Void) {
    guard executor.isInline else { return executor.run(work) }
    lock.lock()
    let queue = handOver ?? DispatchQueue(label: "Signals.handOver", target: .global())
    handOver = queue
    lock.unlock()
    queue.async(execute: work)
  }
}
