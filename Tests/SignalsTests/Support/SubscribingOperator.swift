import Signals

/// The operators that subscribe to a signal in the course of an event of another one.
enum SubscribingOperator: CaseIterable {
  case merge, limitedMerge, sequential, latest, first, switchToLatest, concat, append, prepend, `catch`, retry

  /// Makes a signal that subscribes to `inner` when `outer` has the event that `trigger(_:)` sends.
  func joining(_ outer: Signal<Int>, _ inner: Signal<Int>) -> Signal<Int> {
    switch self {
    case .merge: return outer.flatMap(.merge) { _ in inner }
    case .limitedMerge: return outer.flatMap(.merge(limit: 1)) { _ in inner }
    case .sequential: return outer.flatMap(.concat) { _ in inner }
    case .latest: return outer.flatMap(.latest) { _ in inner }
    case .first: return outer.flatMap(.first) { _ in inner }
    case .switchToLatest: return outer.map { _ in inner }.switchToLatest()
    case .concat: return Signals.concat(outer, inner)
    case .append: return outer.append(inner)
    case .prepend: return inner.prepend(outer)
    case .catch: return outer.catch { _ in inner }
    case .retry:
      let attempts = Log<Bool>()
      return Signal.deferred {
        attempts.append(true)
        return attempts.entries.count == 1 ? outer : inner
      }.retry(1)
    }
  }

  /// Sends the event at which the operator subscribes to the inner signal.
  func trigger(_ input: SignalInput<Int>) {
    switch self {
    case .merge, .limitedMerge, .sequential, .latest, .first, .switchToLatest: input.send(1)
    case .concat, .append, .prepend: input.finish()
    case .catch, .retry: input.fail(Failure())
    }
  }
}
