#if canImport(Combine)
  public import Combine

  // This file is type-checked on Linux, and run there with a small Combine of this package's own (see `.ci/apple`) and with
  // OpenCombine (see `.ci/combine`), but it has not been run on Apple platforms. It therefore makes no decisions:
  // ``MeteredSubscription`` makes them, and is tested everywhere.

  extension SignalConvertible where Value: Sendable {
    /// Returns the signal as a Combine publisher, which never gives a subscriber more values than it has demanded.
    /// `policy` determines which values are kept until they are demanded; the end follows the buffered values.
    ///
    /// Each subscriber is a subscription of its own (C2), and cancelling the subscriber's subscription cancels it. A
    /// subscriber need not retain its subscription: the signal's source retains the subscriber until the end.
    ///
    /// The subscriber is called on the thread that sends, or on the thread that demands values, if the subscription is
    /// idle then. Values that are sent or demanded while another thread is calling the subscriber are delivered
    /// afterwards, on a serial Dispatch queue (C5). So a subscriber may be called there even if all senders are on the
    /// main thread and values are demanded elsewhere. If the thread matters, put `deliver(on:)` before this operator,
    /// or Combine's `receive(on:)` after it.
    ///
    /// ```swift
    /// let cancellable = prices.publisher(buffering: .newest(1)).sink { _ in } receiveValue: { print($0) }
    /// ```
    public func publisher(buffering policy: BufferingPolicy = .unbounded) -> some Publisher<Value, any Error> & Sendable
    {
      SignalPublisher(signal: signal, policy: policy)
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
      // The subscriber must receive its subscription before any event.
      subscriber.receive(subscription: CombineSubscription(metered: subscription))
      subscription.begin(signal) { event in target.receive(event) }
    }
  }

  /// The Combine subscription by which the subscriber demands values.
  private final class CombineSubscription<Value: Sendable>: Subscription {
    private let metered: MeteredSubscription<Value>

    init(metered: MeteredSubscription<Value>) { self.metered = metered }

    func request(_ demand: Subscribers.Demand) { metered.ask(for: Demand(demand.max)) }

    func cancel() { metered.cancel() }
  }

  /// A subscriber as a closure that takes events and returns the demand.
  // Unchecked, because Combine allows a subscriber to be called on any thread as long as the calls don't overlap. They
  // don't.
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
