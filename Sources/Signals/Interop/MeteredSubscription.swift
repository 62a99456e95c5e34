/// A subscription of somebody who gets no more values than he has asked for. What comes meanwhile waits, as a policy says.
///
/// It is all that a bridge to systems with demand needs, Combine's above all: such a bridge only translates. Values are
/// delivered one at a time, on the thread that sends, or that asks; what several threads bring about at once takes turns,
/// as in every operator (C3, C5).
package final class MeteredSubscription<Value: Sendable>: Cancellable, Sendable {
  private struct State: Sendable {
    var ledger: DemandLedger<Value>
    var endpoint: Endpoint?
  }

  private let state: Guarded<State>
  /// Says that something was asked for.
  private let asked = SignalInput<Void>()

  /// It may be asked, and cancelled, before it begins.
  package init(_ policy: BufferingPolicy) { state = Guarded(State(ledger: DemandLedger(policy))) }

  deinit { cancel() }

  /// Subscribes, and delivers as was asked for. Once.
  ///
  /// - Parameter deliver: answers how many values more are wanted. It is let go of at the end, or when this is cancelled.
  package func begin(_ signal: Signal<Value>, deliver: @escaping @Sendable (Event<Value>) -> Demand) {
    let state = state
    guard !state.change({ $0.ledger.isClosed }) else { return }
    let asked = asked.signal
    let deliveries = Signal<Never> { downstream, line in
      let crossing = Crossing((), downstream, line)
      let inputs = crossing.makeInputs(2)
      guard line.connect(to: crossing) else { return }
      crossing.listen(to: asked, by: inputs[0]) { crossing, event in
        // Nobody can ask any more: all that was asked for may still come.
        if case .value = event { Self.proceed(crossing, state, deliver) }
      }
      crossing.listen(to: signal, by: inputs[1]) { crossing, event in
        switch event {
        case .value(let value): _ = state.change { $0.ledger.put(value) }
        case .end(let end): state.change { $0.ledger.put(end) }
        }
        Self.proceed(crossing, state, deliver)
      }
    }
    let endpoint = deliveries.subscribe { _ in }
    let isLate = state.change { state in
      state.endpoint = endpoint
      return state.ledger.isClosed
    }
    if isLate { endpoint.cancel() }
  }

  /// Asks for more, from any thread, also from within `deliver`. What waits is delivered before this returns, unless
  /// something is being delivered just then.
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
    _ crossing: Crossing<Void, Never>, _ state: Guarded<State>, _ deliver: (Event<Value>) -> Demand
  ) {
    while true {
      switch state.change({ $0.ledger.next() }) {
      case .deliver(let value):
        let more = deliver(.value(value))
        state.change { $0.ledger.ask(for: more) }
      case .conclude(let end):
        _ = deliver(.end(end))
        return crossing.finish(.finished)
      case .wait: return
      // A signal that brings values within the subscribing call can be stopped by nobody else.
      case .stop: return crossing.finish(.finished)
      }
    }
  }
}
