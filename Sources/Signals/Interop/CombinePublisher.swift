#if canImport(Combine)
  public import Combine

  // This file is type-checked on Linux, and run there with a small Combine of this package's own (see `.ci/apple`), but has
  // not been run on Apple platforms. So it has nothing to decide: ``MeteredSubscription`` does that, and is tested everywhere.

  extension Signal {
    /// The signal as a publisher of Combine's, which never gives a subscriber more than it has asked for. `policy` says what
    /// happens to values that nobody has asked for yet; the end comes after those that wait.
    ///
    /// Each subscriber is a subscription of its own (C2), and cancelling it cancels that. It is called on the thread that
    /// sends, or that asks for values: put `deliver(on:)` before this, or Combine's `receive(on:)` after it, where that matters.
    ///
    /// ```swift
    /// let cancellable = prices.publisher(buffering: .newest(1)).sink { _ in } receiveValue: { print($0) }
    /// ```
    public func publisher(buffering policy: BufferingPolicy = .unbounded) -> some Publisher<Value, any Error> & Sendable
    {
      SignalPublisher(signal: self, policy: policy)
    }
  }

  private struct SignalPublisher<Output: Sendable>: Publisher, Sendable {
    typealias Failure = any Error

    let signal: Signal<Output>
    let policy: BufferingPolicy

    func receive<Receiver: Subscriber>(subscriber: Receiver)
    where Receiver.Input == Output, Receiver.Failure == any Error {
      let subscription = MeteredSubscription<Output>(policy)
      let target = Target<Output>(subscriber)
      // Before anything else comes.
      subscriber.receive(subscription: CombineSubscription(metered: subscription))
      subscription.begin(signal) { event in target.receive(event) }
    }
  }

  /// What the subscriber asks by.
  private final class CombineSubscription<Value: Sendable>: Subscription {
    private let metered: MeteredSubscription<Value>

    init(metered: MeteredSubscription<Value>) { self.metered = metered }

    func request(_ demand: Subscribers.Demand) { metered.ask(for: Demand(demand.max)) }

    func cancel() { metered.cancel() }
  }

  /// A subscriber, as something to be called.
  // Unchecked, because Combine lets subscribers be called on any thread as long as the calls take turns. They do.
  private struct Target<Value: Sendable>: @unchecked Sendable {
    let receive: (Event<Value>) -> Demand

    init(_ subscriber: some Subscriber<Value, any Error>) {
      receive = { event in
        switch event {
        case .value(let value): return Demand(subscriber.receive(value).max)
        case .end(.finished): subscriber.receive(completion: .finished)
        case .end(.failed(let error)): subscriber.receive(completion: .failure(error))
        }
        return .none
      }
    }
  }
#endif
