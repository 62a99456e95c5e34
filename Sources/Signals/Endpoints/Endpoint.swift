/// A live subscription. Releasing it cancels the subscription.
///
/// ```swift
/// let endpoint = input.signal.subscribeValues { print($0) }
/// endpoint.cancel()  // nothing is printed any more
/// ```
public final class Endpoint: Cancellable {
  private let connection: Connection
  #if DEBUG
    // Unchecked, because it is set before another thread can know this object.
    nonisolated(unsafe) private var check: EarlyReleaseCheck?
  #endif

  @usableFromInline
  init(_ connection: Connection) { self.connection = connection }

  deinit {
    #if DEBUG
      if let check = unsafe check, connection.isOpen, !connection.deliveryNote.isSet { check.release() }
    #endif
    connection.cancel()
  }

  /// The same endpoint, checked for an early release, since a program has to retain it.
  @inlinable
  @inline(__always)
  package func expectedToBeKept(_ info: NodeInfo) -> Endpoint {
    #if DEBUG
      watch(info)
    #endif
    return self
  }

  #if DEBUG
    @usableFromInline
    func watch(_ info: NodeInfo) {
      connection.deliveryNote.clear()
      unsafe check = EarlyReleaseCheck(info)
    }
  #endif

  /// Ends the subscription without waiting. It may be called from any thread, also from inside the subscription's own
  /// handler (C6).
  ///
  /// After a cancel on the thread or queue on which the handler runs, no further call is made. After a cancel on
  /// another thread, at most the one call that is already running completes. The objects that the subscription captured
  /// are released immediately, or, if the source is running a handler, as soon as that handler has returned (C8).
  public func cancel() { connection.cancel() }

  /// Ends the subscription, and returns once a handler call that is running on another thread has completed. It cancels on the
  /// actor of the caller.
  public nonisolated(nonsending) func cancelAndWait() async {
    connection.cancel()
    await withCheckedContinuation { continuation in
      connection.whenIdle { continuation.resume() }
    }
  }

  /// Whether further events are possible: the subscription has neither ended nor been cancelled.
  public var isActive: Bool { connection.isOpen }
}

extension Endpoint: Hashable {
  /// Whether both are the same subscription.
  public static func == (a: Endpoint, b: Endpoint) -> Bool { a === b }

  /// Hashes the identity of the subscription.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension Endpoint: CustomStringConvertible {
  /// `Endpoint(active)` or `Endpoint(inactive)`: see ``isActive``.
  public var description: String { "Endpoint(\(isActive ? "active" : "inactive"))" }
}
