import Dispatch

/// A running Dispatch source.
// Unchecked, because Dispatch objects may be used from any thread, though they aren't declared `Sendable`.
struct EventSource: @unchecked Sendable {
  private let source: any DispatchSourceProtocol

  /// - Parameter handler: Receives the source's data.
  init(
    _ source: any DispatchSourceProtocol, _ handler: @escaping @Sendable (UInt) -> Void,
    whenCancelled: (@Sendable () -> Void)? = nil
  ) {
    self.source = source
    // The handlers retain the source; Dispatch releases them when the source is cancelled.
    source.setEventHandler { handler(source.data) }
    if let whenCancelled { source.setCancelHandler(handler: whenCancelled) }
    source.activate()
  }

  func cancel() { source.cancel() }
}
