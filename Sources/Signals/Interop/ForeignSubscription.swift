/// A subscription to a publisher of another library, as its subscriber keeps it: the publisher may bring it, complete and be
/// cancelled in any order, and from any thread.
///
/// It contains all that a bridge from such publishers decides, above all the bridge from Combine, so that such a bridge only
/// translates. It calls nothing under a lock (C7).
package final class ForeignSubscription: Sendable {
  private enum State {
    case awaited
    /// It arrived; this cancels it.
    case held(@Sendable () -> Void)
    /// The publisher has completed, or the subscription was cancelled.
    case over
  }

  private let state = Guarded(State.awaited)

  package init() {}

  /// Takes the subscription that the publisher brings. One that comes second or too late is cancelled.
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
