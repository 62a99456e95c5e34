import Dispatch

/// A source of Dispatch that is running.
// Unchecked, because Dispatch's own objects may be used from any thread, though they don't say so.
struct EventSource: @unchecked Sendable {
  private let source: any DispatchSourceProtocol

  /// - Parameter handler: gets what the source has to say, as a number.
  init(
    _ source: any DispatchSourceProtocol, _ handler: @escaping @Sendable (UInt) -> Void,
    whenCancelled: (@Sendable () -> Void)? = nil
  ) {
    self.source = source
    // Dispatch lets go of the handlers, and of the source that they refer to, when it is cancelled.
    source.setEventHandler { handler(source.data) }
    if let whenCancelled { source.setCancelHandler(handler: whenCancelled) }
    source.activate()
  }

  func cancel() { source.cancel() }
}
