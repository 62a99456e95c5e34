import Dispatch

/// The state that most producers never need: that of producers which several threads or handlers use at once, which are
/// recorded in the live graph, or whose senders wait. Guarded by the lock of the producer, unless stated otherwise.
// Unchecked for that reason.
@usableFromInline
class RareState: @unchecked Sendable {
  /// The requests of other threads and of the owner's own handlers, in the order in which they were made (C4).
  @safe @exclusivity(unchecked) final var requests =
    FIFO<(thread: UInt, isOwn: Bool, isUrgent: Bool, perform: Producer.Request)>()
  /// The number of requests of the owner's own handlers, which it performs before it leaves.
  @safe @exclusivity(unchecked) final var ownRequestCount = 0
  /// The number of requests that an owner performs before it delivers the next event.
  @safe @exclusivity(unchecked) final var urgentRequestCount = 0
  @safe @exclusivity(unchecked) final var areRequestsScheduled = false
  /// The number of observers that the owner of a hub has yet to remove, and the connections of those that it has yet to add, if they
  /// start a feed.
  @safe @exclusivity(unchecked) final var pendingRemovals = 0
  @safe @exclusivity(unchecked) final var pendingAdditions: Set<ObjectIdentifier> = []
  /// The queue that drains a producer without a queue of its own: see `Producer.schedule`.
  @safe @exclusivity(unchecked) final var handOver: DispatchQueue?
  /// The node of the producer in the live graph, if that is recorded.
  @safe @exclusivity(unchecked) final var node: GraphNode?
  /// The connections that want the feed of a hub, while the hub starts or stops it.
  @safe @exclusivity(unchecked) final var claimants: ContiguousArray<Connection> = []
  /// What the owner of a hub does when each observer has had the event under way. Used only by the owner.
  @safe @exclusivity(unchecked) final var postponed = FIFO<() -> Void>()
  /// The threads that deliver the current value of a hub to a new subscriber themselves, since another thread owns the hub.
  @safe @exclusivity(unchecked) final var replayingThreads: ContiguousArray<UInt> = []

  /// The queue of the tasks that wait to send into a hub, once there was one. It guards itself.
  // Untyped, so that this file needs no type of a source.
  final let senders = UntypedLazyReference()

  @usableFromInline
  init() {}
}

/// The same for a serialiser, with the messages that wait.
// Unchecked, for the reasons below.
@usableFromInline
final class WaitingMessages<Message>: RareState, @unchecked Sendable {
  /// The messages of other threads. Guarded by the lock.
  @safe @exclusivity(unchecked) @usableFromInline var inbox: Backlog<Message>

  // Used only by the owner.
  /// The rest of the batch of the current drain.
  @safe @exclusivity(unchecked) @usableFromInline var batch = FIFO<Message>()
  /// The size of the batch when it was fetched.
  @safe @exclusivity(unchecked) @usableFromInline var batchSize = 0
  /// The messages that handlers sent to their own source, each with the turn in which it was sent, if that was a
  /// transaction's (C11). They follow the event under way.
  @safe @exclusivity(unchecked) @usableFromInline var reentrant = FIFO<Reentrant>()

  @usableFromInline
  struct Reentrant {
    @usableFromInline let message: Message
    @usableFromInline let turn: Turn?
    /// The cause for which the handler has sent it.
    @usableFromInline let cause: UInt
  }

  init(_ policy: BufferingPolicy) { inbox = Backlog(policy) }
}
