#if Foundation && canImport(Foundation)
  public import Foundation

  extension SignalConvertible where Value: Sendable {
    /// Runs everything downstream on an operation queue: in order and one at a time, even if the queue runs several
    /// operations at once (C9).
    ///
    /// The sender never runs anything downstream itself, even if it is already on that queue. Values that arrive together are
    /// handled by one operation. While the queue is suspended, values wait; `buffering` determines which of them are kept.
    /// The end follows the buffered values and is never dropped. Cancelling the operations of the queue loses no event either.
    ///
    /// ```swift
    /// let thumbnails = images.deliver(on: imageQueue).map { $0.thumbnail() }
    /// ```
    // Disfavored, so that `.main` is the Dispatch queue.
    @_disfavoredOverload
    public func deliver(
      on queue: OperationQueue, buffering policy: BufferingPolicy = .unbounded, file: StaticString = #fileID,
      line: UInt = #line
    ) -> Signal<Value> {
      signal.deliver(by: Executor(queue), policy).labeled("deliver", file, line)
    }
  }

  extension Executor {
    /// Runs handlers in operations of `queue`.
    init(_ queue: OperationQueue) {
      self = .foreign(.init(queue, named: queue.name) { drain in Drain.add(drain, to: queue) })
    }
  }

  /// A drain that takes place once, also if its operation is cancelled.
  private final class Drain: Sendable {
    private let action: @Sendable () -> Void
    private let hasBegun = AtomicWord(0)

    private init(_ action: @escaping @Sendable () -> Void) { self.action = action }

    static func add(_ action: @escaping @Sendable () -> Void, to queue: OperationQueue) { Drain(action).add(to: queue) }

    private func add(to queue: OperationQueue) {
      let operation = BlockOperation { [self] in if hasBegun.acquire(0, as: 1) { action() } }
      // A queue completes a cancelled operation without its block. The events are not the operation's, so they go into another one.
      operation.completionBlock = { [self, weak queue] in if hasBegun.value == 0, let queue { add(to: queue) } }
      queue.addOperation(operation)
    }
  }
#endif
