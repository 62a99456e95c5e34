/// A subscription that delivers no more values than its subscriber has demanded. Other values are buffered, according
/// to a policy.
///
/// It contains all that a bridge to a system with demand needs, above all the bridge to Combine, so that such a bridge
/// only translates. Values are delivered one at a time, on the thread that sends or on the thread that demands; the
/// effects of several threads are serialised, as in every operator (C3, C5).
package final class MeteredSubscription<Value: Sendable>: Cancellable {
  private struct State: Sendable {
    var ledger: DemandLedger<Value>
    var endpoint: Endpoint?
  }

  private let state: Guarded<State>
  /// Emits whenever there is new demand.
  private let asked = SignalInput<Void>()

  /// Makes a subscription that may be asked for values, and cancelled, before it begins.
  package init(_ policy: BufferingPolicy) { state = Guarded(State(ledger: DemandLedger(policy))) }

  deinit { cancel() }

  /// Subscribes to `signal`, and delivers as many events as were demanded. Call it once.
  ///
  /// - Parameter deliver: Handles an event, and returns the additional demand. It is released at the end, or when the
  ///   subscription is cancelled.
  package func begin(_ signal: Signal<Value>, deliver: @escaping @Sendable (Event<Value>) -> Demand) {
    let state = state
    guard !state.change({ $0.ledger.isClosed }) else { return }
    let asked = asked.signal
    let deliveries = Signal<Never> { downstream, connection in
      let context = OperatorContext((), downstream, connection)
      let inputs = context.makeInputs(2)
      guard connection.connect(to: context) else { return }
      context.listen(to: asked, by: inputs[0]) { context, event in
        // An end means only that no further demand is possible: the demanded values may still arrive.
        if case .value = event { Self.proceed(context, state, deliver) }
      }
      context.listen(to: signal, by: inputs[1]) { context, event in
        switch event {
        case .value(let value): _ = state.change { $0.ledger.put(value) }
        case .end(let end): state.change { $0.ledger.put(end) }
        }
        Self.proceed(context, state, deliver)
      }
    }
    let endpoint = deliveries.subscribe { _ in }
    let isLate = state.change { state in
      state.endpoint = endpoint
      return state.ledger.isClosed
    }
    if isLate { endpoint.cancel() }
  }

  /// Adds demand, from any thread, also from within `deliver`. Buffered values are delivered before this call returns,
  /// unless a delivery is already under way.
  package func ask(for demand: Demand) {
    state.change { $0.ledger.ask(for: demand) }
    asked.send(())
  }

  package func cancel() {
    let (endpoint, dropped) = state.change { state in
      defer { state.endpoint = nil }
      return (state.endpoint, state.ledger.close())
    }
    endpoint?.cancel()
    _ = dropped
  }

  private static func proceed(
    _ context: OperatorContext<Void, Never>, _ state: Guarded<State>, _ deliver: (Event<Value>) -> Demand
  ) {
    while true {
      switch state.change({ $0.ledger.next() }) {
      case .deliver(let value):
        let more = deliver(.value(value))
        state.change { $0.ledger.ask(for: more) }
      case .conclude(let end):
        _ = deliver(.end(end))
        return context.finish(.finished)
      case .wait: return
      // A signal that emits values within the subscribing call can be stopped only here.
      case .stop: return context.finish(.finished)
      }
    }
  }
}
