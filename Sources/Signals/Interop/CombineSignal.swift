#if canImport(Combine)
  public import Combine

  // Like ``SignalConvertible/publisher(buffering:)``, this has not been run on Apple platforms. The ``Emitter`` of a generated
  // signal makes all decisions: no event follows an end, and the values of several threads are serialised.

  extension Signal {
    /// Emits the output of a Combine publisher, which is made anew for each subscription. The publisher receives
    /// unlimited demand, because signals have no demand; cancelling the subscription cancels the Combine subscription.
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
        try make().receive(subscriber: EmittingSubscriber<Upstream>(emitter))
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
  private final class EmittingSubscriber<Upstream: Publisher>: Subscriber where Upstream.Output: Sendable {
    typealias Input = Upstream.Output
    typealias Failure = Upstream.Failure

    private let emitter: Emitter<Input>

    init(_ emitter: Emitter<Input>) { self.emitter = emitter }

    func receive(subscription: any Subscription) {
      let upstream = AnyThread(subscription: subscription)
      // Registered before the request, because the publisher may emit all of its values within it. If the emitter has
      // already ended, this cancels immediately.
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

  // Unchecked, because Combine's subscriptions may be cancelled from any thread.
  private struct AnyThread: @unchecked Sendable {
    let subscription: any Subscription
  }
#endif
