import Dispatch

extension Producer {
  /// Runs `work` on the queue of this producer.
  ///
  /// A producer that delivers inline needs a queue only when threads have met. If all of its events come from one
  /// queue, the work runs on that queue: an operator that is shared below a queue stays on it, even if a subscribing
  /// thread keeps the producer busy (C9). Otherwise the producer creates a queue of its own.
  @usableFromInline
  final func schedule(_ work: @escaping @Sendable () -> Void) {
    guard executor.isInline else { return executor.handOver(work) }
    if let origin { return origin.handOver(work) }
    lock.lock()
    let rare = rareState
    let queue = rare.handOver ?? DispatchQueue(label: "Signals.handOver", target: .global())
    rare.handOver = queue
    lock.unlock()
    queue.handOver(work)
  }

  /// Notes in `search` that this producer is in use, so that its downstream buffers are unknown. The search is repeated
  /// after the running handler and after the events that wait for the queue.
  final func postpone(_ search: RoomSearch) {
    let lookAgain = search.block()
    asOwner { [self] in schedule(lookAgain) }
  }

  /// The executor from which all events arrive; nil if there may be several, or if events may come from any thread.
  private final var origin: Executor? {
    var found: Executor?
    var connections = openInputs
    guard !connections.isEmpty else { return nil }
    // A wider graph is unlikely to be on one queue, and a longer search would cost too much.
    for _ in 0..<64 {
      guard let connection = connections.popLast() else { return found }
      guard let producer = connection.connected else { return nil }
      if producer.executor.isInline {
        let above = producer.openInputs
        if above.isEmpty { return nil }
        connections += above
      } else {
        if let found, !found.isSame(as: producer.executor) { return nil }
        found = producer.executor
      }
    }
    return nil
  }
}
