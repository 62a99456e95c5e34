@testable import Signals

/// A consumer that demands a number of values, and records those that it receives.
final class Consumer<Value: Sendable>: Cancellable {
  let subscription: MeteredSubscription<Value>
  private let log = Log<String>()

  init(_ policy: BufferingPolicy = .unbounded) { subscription = MeteredSubscription(policy) }

  /// - Parameter answer: how many values more each one makes him want.
  func begin(_ signal: Signal<Value>, answer: @escaping @Sendable (Value) -> Demand = { _ in .none }) {
    subscription.begin(signal) { [log] event in
      switch event {
      case .value(let value):
        log.append("\(value)")
        return answer(value)
      case .end(.finished): log.append("|")
      case .end(.failed(let error)): log.append("#\(error)")
      }
      return .none
    }
  }

  func ask(_ count: Int?) { subscription.ask(for: Demand(count)) }

  func cancel() { subscription.cancel() }

  var history: [String] { log.entries }
}
