import Dispatch

extension Producer {
  /// Has `work` done on the queue of this producer.
  ///
  /// One without a queue comes here only when threads have met. Then it is the place where everything comes from that comes
  /// here, if that is one place: what is shared below a queue stays on that queue, though a newcomer may be busy here (C9).
  /// Else it is a queue of its own.
  @usableFromInline
  final func schedule(_ work: @escaping @Sendable () -> Void) {
    guard executor.isInline else { return executor.run(work) }
    if let origin { return origin.run(work) }
    lock.lock()
    let queue = handOver ?? DispatchQueue(label: "Signals.handOver", target: .global())
    handOver = queue
    lock.unlock()
    queue.async(execute: work)
  }

  /// Where all events come from that come here; nil where that may be several places, or any thread.
  private final var origin: Executor? {
    var found: Executor?
    var lines = openInputs
    guard !lines.isEmpty else { return nil }
    // What is wider than this is hardly all on one queue, and not worth a longer look.
    for _ in 0..<64 {
      guard let line = lines.popLast() else { return found }
      guard let producer = line.connected else { return nil }
      if producer.executor.isInline {
        let above = producer.openInputs
        if above.isEmpty { return nil }
        lines += above
      } else {
        if let found, !found.isSame(as: producer.executor) { return nil }
        found = producer.executor
      }
    }
    return nil
  }
}
