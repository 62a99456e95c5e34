#if canImport(Combine)
  public import Combine

  // Like ``SignalConvertible/publisher(buffering:)``, this has not been run on Apple platforms, only on Linux. It makes no
  // decisions: the ``Emitter`` of a generated signal and ``ForeignSubscription`` make them, and are tested everywhere. No event
  // follows an end, and the values of several threads are serialised.

  extension Signal {
    /// Emits the output of a Combine publisher, which is made anew for each subscription. The publisher receives
    /// unlimited demand, because signals have no demand; cancelling the subscription cancels the Combine subscription.
    ///
    /// The signal ends when the publisher completes. The release of the publisher before that doesn't end it.
    ///
    /// ```swift
    /// let page = Signal.from { URLSession.shared.dataTaskPublisher(for: url).map(\.data) }
    /// ```
    ///
    /// - Parameter make: Makes the publisher, on the thread that subscribes. A publisher that isn't `Sendable` may be
    ///   used by one thread at a time only, so make it in this closure; or guarantee that yourself, and pass the
    ///   publisher in as `nonisolated(unsafe)`.
    public static func from<Upstream: Publisher & SendableMetatype>(
      publisher make: @escaping @Sendable () throws -> Upstream, file: StaticString = #fileID, line: UInt = #line
    ) -> Signal where Upstream.Output == Value {
      generate { emitter in
        let publisher = try make()
        let subscriber = EmittingSubscriber<Value, Upstream.Failure>(emitter)
        // The publisher need not retain its subscriber, so the subscription does, until it is over.
        emitter.whenEnded { subscriber.subscription.cancel() }
        publisher.subscribe(subscriber)
      }.labeled("publisher", file, line, kind: .source)
    }
  }

  extension Publisher where Self: Sendable, Output: Sendable {
    /// The publisher's output as a signal. The publisher receives unlimited demand; cancelling the subscription cancels
    /// the Combine subscription.
    ///
    /// For a publisher that isn't `Sendable`, use ``Signal/from(publisher:file:line:)``.
    ///
    /// ```swift
    /// let endpoint = subject.signal.deliverOnMain().subscribeValues { show($0) }
    /// ```
    public var signal: Signal<Output> { .from(publisher: { self }) }
  }

  /// A Combine subscriber that forwards its input to an emitter.
  private final class EmittingSubscriber<Input: Sendable, Failure: Error>: Subscriber, Sendable {
    let subscription = ForeignSubscription()
    private let emitter: Emitter<Input>

    init(_ emitter: Emitter<Input>) { self.emitter = emitter }

    func receive(subscription upstream: any Combine.Subscription) {
      let held = AnyThread(subscription: upstream)
      // Registered before the request, because the publisher may emit all of its values within it.
      guard subscription.accept({ held.subscription.cancel() }) else { return }
      upstream.request(.unlimited)
    }

    func receive(_ input: Input) -> Subscribers.Demand {
      emitter.send(input)
      return .none
    }

    func receive(completion: Subscribers.Completion<Failure>) {
      subscription.complete()
      switch completion {
      case .finished: emitter.finish()
      case .failure(let error): emitter.fail(error)
      }
    }
  }

  // Unchecked, because Combine's subscriptions may be cancelled from any thread.
  private struct AnyThread: @unchecked Sendable {
    let subscription: any Combine.Subscription
  }
#endif
