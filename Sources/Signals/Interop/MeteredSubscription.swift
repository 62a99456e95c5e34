/// A subscription that delivers no more values than its subscriber has demanded. Other values are buffered, according
/// to a policy.
///
/// It makes all decisions of a bridge to a system with demand, such as the bridge to Combine, so that the bridge only
/// translates. Values are delivered one at a time, on the thread that sends or on the thread that demands. Concurrent
/// calls are serialised, as in every operator: the rest is delivered on a Dispatch queue (C3, C5).
///
/// Releasing it doesn't cancel: the source of the signal retains the object that delivers the values, as a Combine
/// publisher retains its subscriber. The subscription ends with the signal or by ``cancel()``, or by its release if the
/// source itself retains no subscriber, as that of `never`.
package final class MeteredSubscription<Value: Sendable>: Cancellable {
  private struct State: Sendable {
    var ledger: DemandLedger<Value>
    /// The demand that isn't in the ledger yet. A delivering thread must not see it, because it would have to deliver
    /// the demand of other threads without end (C5).
    var asked = Demand.none

    mutating func enterDemand() {
      ledger.ask(for: asked)
      asked = .none
    }
  }

  /// The object that the source retains. It retains the endpoint while events can arrive.
  private final class Anchor: Sendable {
    private let endpoint = Guarded<Endpoint?>(nil)

    func hold(_ endpoint: Endpoint) { self.endpoint.change { $0 = endpoint } }
  }

  private let state: Guarded<State>
  private let endpoint = Guarded<Endpoint?>(nil)
  /// Emits whenever there is new demand.
  private let asked = SignalInput<Void>()

  /// Makes a subscription that may be asked for values, and cancelled, before it begins.
  package init(_ policy: BufferingPolicy) { state = Guarded(State(ledger: DemandLedger(policy))) }

  /// Subscribes to `signal`, and delivers as many events as were demanded. Call it once.
  ///
  /// - Parameter deliver: Handles an event, and returns the additional demand. It is released at the end, or when the
  ///   subscription is cancelled.
  package func begin(_ signal: Signal<Value>, deliver: @escaping @Sendable (Event<Value>) -> Demand) {
    let state = state
    guard !state.change({ $0.ledger.isClosed }) else { return }
    let asked = asked.signal
    let anchor = Anchor()
    let deliveries = Signal<Never> { downstream, connection in
      let context = OperatorContext((), downstream, connection)
      let inputs = context.makeInputs(2)
      guard connection.connect(to: context) else { return }
      context.listen(to: asked, by: inputs[0]) { context, event in
        // An end means only that no further demand is possible: the demanded values may still arrive.
        guard case .value = event else { return }
        state.change { $0.enterDemand() }
        Self.proceed(context, state, deliver)
      }
      state.change { $0.enterDemand() }
      context.listen(to: signal, by: inputs[1]) { [anchor] context, event in
        withExtendedLifetime(anchor) {
          switch event {
          case .value(let value): _ = state.change { $0.ledger.put(value) }
          case .end(let end): state.change { $0.ledger.put(end) }
          }
          Self.proceed(context, state, deliver)
        }
      }
    }
    // An endpoint of the library itself, which isn't checked for an early release.
    let endpoint = deliveries.subscribe(as: NodeInfo(.endpoint, "subscribe", #fileID, #line)) { _ in }
    anchor.hold(endpoint)
    self.endpoint.change { $0 = endpoint }
    // A cancellation meanwhile has found no endpoint.
    if state.change({ $0.ledger.isClosed }) { endpoint.cancel() }
  }

  /// Adds demand, from any thread, also from within `deliver`. Buffered values are delivered before this call returns,
  /// unless a delivery is already under way: then they follow it, on this thread if it is this thread's, or else on a
  /// Dispatch queue.
  package func ask(for demand: Demand) {
    state.change { $0.asked += demand }
    asked.send(())
  }

  package func cancel() {
    let dropped = state.change { $0.ledger.close() }
    let endpoint = endpoint.change { endpoint in
      defer { endpoint = nil }
      return endpoint
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
