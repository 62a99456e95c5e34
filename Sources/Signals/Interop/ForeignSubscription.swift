/// A subscription to a publisher of another library, stored by its subscriber. The publisher may deliver it, complete
/// and be cancelled in any order, and on any thread.
///
/// It makes all decisions of a bridge from such publishers, such as the bridge from Combine, so that the bridge only
/// translates. It calls nothing under a lock (C7).
package final class ForeignSubscription: Sendable {
  private enum State {
    case awaited
    /// The subscription has arrived. The closure cancels it.
    case held(@Sendable () -> Void)
    /// The publisher has completed, or the subscription was cancelled.
    case over
  }

  private let state = Guarded(State.awaited)

  package init() {}

  /// Accepts the publisher's subscription. A second or late one is cancelled.
  ///
  /// - Parameter cancel: Cancels that subscription. It is released at the end of the subscription.
  /// - Returns: whether to request values.
  package func accept(_ cancel: @escaping @Sendable () -> Void) -> Bool {
    let isAccepted = state.change { state in
      guard case .awaited = state else { return false }
      state = .held(cancel)
      return true
    }
    if !isAccepted { cancel() }
    return isAccepted
  }

  /// Releases the subscription, because the publisher has completed: then there is nothing left to cancel.
  package func complete() { _ = close() }

  /// Cancels the subscription, now or when it arrives, unless the publisher has completed.
  package func cancel() {
    if case .held(let cancel) = close() { cancel() }
  }

  private func close() -> State {
    state.change { state in
      defer { state = .over }
      return state
    }
  }
}
