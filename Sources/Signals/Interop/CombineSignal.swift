#if canImport(Combine)
  public import Combine

  // Like ``Signal/publisher(buffering:)``, this has not been run on Apple platforms. What there is to decide is decided by the
  // ``Emitter`` of a generated signal: that nothing follows an end, that values of several threads take turns.

  extension Signal {
    /// What a publisher of Combine's publishes, which is made anew for each subscription. It is asked for all it has, since
    /// signals know no demand; cancelling the subscription cancels the publisher's.
    ///
    /// ```swift
    /// let page = Signal.from { URLSession.shared.dataTaskPublisher(for: url).map(\.data) }
    /// ```
    ///
    /// - Parameter make: is called on the thread that subscribes. A publisher that isn't `Sendable` may be used by one thread at
    ///   a time only, so make it in here; or see to that yourself, and hand it in as `nonisolated(unsafe)`.
    public static func from<Upstream: Publisher & SendableMetatype>(
      publisher make: @escaping @Sendable () throws -> Upstream, file: StaticString = #fileID, line: UInt = #line
    ) -> Signal where Upstream.Output == Value {
      generate { emitter in
        try make().receive(subscriber: EmittingSubscriber<Upstream>(emitter))
      }.seen(as: "publisher", file, line, kind: .source)
    }
  }

  extension Publisher where Self: Sendable, Output: Sendable {
    /// What this publishes, as a signal. It is asked for all it has; cancelling the subscription cancels the publisher's.
    ///
    /// A publisher that isn't `Sendable` goes by way of ``Signal/from(publisher:file:line:)``.
    ///
    /// ```swift
    /// let endpoint = subject.signal.deliverOnMain().subscribeValues { show($0) }
    /// ```
    public var signal: Signal<Output> { .from(publisher: { self }) }
  }

  /// Sends on what it receives.
  private final class EmittingSubscriber<Upstream: Publisher>: Subscriber where Upstream.Output: Sendable {
    typealias Input = Upstream.Output
    typealias Failure = Upstream.Failure

    private let emitter: Emitter<Input>

    init(_ emitter: Emitter<Input>) { self.emitter = emitter }

    func receive(subscription: any Subscription) {
      let upstream = AnyThread(subscription: subscription)
      // First, as all values may come within the request. Where it is over already, this cancels at once.
      emitter.whenEnded { upstream.subscription.cancel() }
      subscription.request(.unlimited)
    }

    func receive(_ input: Input) -> Subscribers.Demand {
      emitter.send(input)
      return .none
    }

    func receive(completion: Subscribers.Completion<Failure>) {
      switch completion {
      case .finished: emitter.finish()
      case .failure(let error): emitter.fail(error)
      }
    }
  }

  // Unchecked, because Combine's subscriptions are made to be cancelled from any thread.
  private struct AnyThread: @unchecked Sendable {
    let subscription: any Subscription
  }
#endif
