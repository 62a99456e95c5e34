internal import Signals

/// The rejections of a binding as a signal. The last one before the first subscriber waits for that.
final class RejectionReports: Sendable {
  private struct State {
    var input: SignalInput<BindingRejection>?
    /// The last rejection that had no subscriber.
    var unreported: BindingRejection?
    var isOver: Bool
  }

  private let state: Guarded<State>

  init(isOver: Bool = false) { state = Guarded(State(isOver: isOver)) }

  var isOver: Bool { state.change { $0.isOver } }

  var signal: Signal<BindingRejection> {
    let (input, unreported) = state.change { state -> (SignalInput<BindingRejection>?, BindingRejection?) in
      defer { state.unreported = nil }
      if !state.isOver, state.input == nil { state.input = SignalInput() }
      return (state.input, state.unreported)
    }
    let signal = input?.signal ?? .empty()
    return unreported.map { signal.prepend($0) } ?? signal
  }

  func report(_ rejection: BindingRejection) {
    let (input, former) = state.change { state -> (SignalInput<BindingRejection>?, BindingRejection?) in
      if let input = state.input { return (input, nil) }
      defer { state.unreported = rejection }
      return (nil, state.unreported)
    }
    // Releasing the former error may run user code, so not inside the lock (C7).
    withExtendedLifetime(former) {}
    input?.send(rejection)
  }

  /// Finishes the signal, with the binding.
  func finish() {
    let input = state.change { state in
      defer { (state.input, state.isOver) = (nil, true) }
      return state.input
    }
    input?.finish()
  }
}
