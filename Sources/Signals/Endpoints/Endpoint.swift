/// A live subscription. Releasing it cancels.
///
/// ```swift
/// let endpoint = input.signal.subscribeValues { print($0) }
/// endpoint.cancel()  // nothing is printed any more
/// ```
public final class Endpoint: Cancellable, Sendable {
  private let line: Line

  @usableFromInline
  init(_ line: Line) { self.line = line }

  deinit { line.cancel() }

  /// Ends the subscription, from any thread, also from inside its own handler, and without waiting (C6).
  ///
  /// Called where the handler runs, nothing follows. Called from elsewhere, at most the one call that is under way on
  /// another thread runs to its end. What the subscription captured is released: now, or when the handler that its
  /// source is running has returned (C8).
  public func cancel() { line.cancel() }

  /// Ends the subscription, and returns when a call of the handler that is under way on another thread is over too.
  public func cancelAndWait() async {
    line.cancel()
    await withCheckedContinuation { continuation in
      line.whenQuiet { continuation.resume() }
    }
  }

  /// Whether anything can still come: the subscription has neither ended nor been cancelled.
  public var isActive: Bool { line.isOpen }
}
