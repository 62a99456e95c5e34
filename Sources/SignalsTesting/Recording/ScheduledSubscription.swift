import Signals

/// The subscription of a recorder, with the timers that begin and cancel it. It exists before the subscription begins.
final class ScheduledSubscription: Sendable {
  private struct State {
    var endpoint: Endpoint?
    var timers: [any Cancellable] = []
    var isCancelled = false
    var begun: Duration?
    var cancelled: Duration?
  }

  private let clock: Stopwatch?
  private let state = Guarded(State())

  init(_ clock: Stopwatch? = nil) { self.clock = clock }

  var endpoint: Endpoint? { state.change { $0.endpoint } }

  /// The times at which the subscription began and was cancelled, if it was.
  var span: (begun: Duration?, cancelled: Duration?) { state.change { ($0.begun, $0.cancelled) } }

  func keep(_ timer: any Cancellable) { state.change { $0.timers.append(timer) } }

  func begin(_ subscribe: () -> Endpoint) {
    let time = clock?.time
    let isCancelled = state.change { state in
      state.begun = time
      return state.isCancelled
    }
    if isCancelled { return }
    let endpoint = subscribe()
    let isLate = state.change { state in
      state.endpoint = endpoint
      return state.isCancelled
    }
    if isLate { endpoint.cancel() }
  }

  /// Cancels the timers. The signal has ended, so there is no subscription left to cancel.
  func signalEnded() {
    for timer in state.change({ state in
      defer { state.timers = [] }
      return state.timers
    }) { timer.cancel() }
  }

  /// Cancels the subscription and the timers.
  ///
  /// - Parameter end: The end of the signal, after which no cancellation is recorded.
  func cancel(_ end: End?) {
    let time = clock?.time
    let (endpoint, timers) = state.change { state in
      if !state.isCancelled, end == nil { state.cancelled = time }
      state.isCancelled = true
      defer { state.timers = [] }
      return (state.endpoint, state.timers)
    }
    endpoint?.cancel()
    for timer in timers { timer.cancel() }
  }
}
