import Signals

/// A deliberate bug of the library, which shows that the laws are checked.
package enum Flaw: String, CaseIterable, Sendable {
  case deafToCancel, tellsTwice, swallows, endsTwice, keepsHandlers, neverBinds, overlooksChanges

  /// The law that is broken by it.
  package var law: String {
    switch self {
    case .deafToCancel: "C6: subscription0 hears 2 after it was cancelled"
    case .tellsTwice: "C4: input0 told event 0 to observer 1 after (place: 0, ordinal: 1)"
    case .swallows: "C4: subscription0 heard [] instead of [1]"
    case .endsTwice: "C1: subscription0 hears the finish after the end"
    case .keepsHandlers: "C8: subscription0 is over, and what its handler captured is still held"
    case .neverBinds: "B3: binding0 has 3 at property0 and 0 at property1"
    case .overlooksChanges: "K2: watch0 heard 4 last, and the value is 5"
    }
  }

  /// An event of a signal.
  func applied(to signal: Signal<Item>) -> Signal<Item> {
    switch self {
    case .tellsTwice: signal.flatMap(.concat) { Signal.from([$0, $0]) }
    case .swallows: signal.filter { _ in false }
    default: signal
    }
  }
}

extension World {
  /// Subscribes as a wrong library would.
  func attach(_ subscription: Subscription, to signal: Signal<Item>, _ token: Token, with flaw: Flaw) {
    let endpoint = flaw.applied(to: signal).subscribe { event in
      subscription.hear(event)
      if flaw == .endsTwice, case .end = event { subscription.hear(event) }
    }
    if flaw == .keepsHandlers { keptByFlaw.append(token) }
    guard flaw == .deafToCancel else { return subscription.endpoint = endpoint }
    keptByFlaw.append(endpoint)
    subscription.endpoint = Signal<Item>.never().subscribeValues { _ in token.touch() }
  }
}
