// A small Combine: the declarations of Apple's Combine that this package and its tests use. It works, so that the
// bridges can be tested without Apple's (see `.ci/apple`); they rely only on Combine's documentation.

public protocol Cancellable {
  func cancel()
}

public final class AnyCancellable: Cancellable {
  private var action: (() -> Void)?

  public init(_ cancel: @escaping () -> Void) { action = cancel }

  deinit { cancel() }

  public func cancel() {
    let action = action
    self.action = nil
    action?()
  }
}

public protocol Subscription: Cancellable {
  func request(_ demand: Subscribers.Demand)
}

public protocol Subscriber<Input, Failure> {
  associatedtype Input
  associatedtype Failure: Error

  func receive(subscription: any Subscription)
  func receive(_ input: Input) -> Subscribers.Demand
  func receive(completion: Subscribers.Completion<Failure>)
}

public protocol Publisher<Output, Failure> {
  associatedtype Output
  associatedtype Failure: Error

  func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure
}

public enum Subscribers {
  public struct Demand: Equatable, Sendable {
    public let max: Int?

    public static let unlimited = Demand(max: nil)
    public static let none = Demand(max: 0)

    public static func max(_ value: Int) -> Demand { Demand(max: value) }
  }

  public enum Completion<Failure: Error> {
    case finished
    case failure(Failure)
  }
}

extension Subscribers.Completion: Sendable where Failure: Sendable {}

extension Publisher {
  public func subscribe<S: Subscriber>(_ subscriber: S) where S.Input == Output, S.Failure == Failure {
    receive(subscriber: subscriber)
  }

  public func sink(
    receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void, receiveValue: @escaping (Output) -> Void
  ) -> AnyCancellable {
    let sink = Sink<Output, Failure>(receiveCompletion, receiveValue)
    receive(subscriber: sink)
    return AnyCancellable { sink.cancel() }
  }
}

private final class Sink<Input, Failure: Error>: Subscriber {
  private let receiveCompletion: (Subscribers.Completion<Failure>) -> Void
  private let receiveValue: (Input) -> Void
  private var subscription: (any Subscription)?

  init(
    _ receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void,
    _ receiveValue: @escaping (Input) -> Void
  ) {
    self.receiveCompletion = receiveCompletion
    self.receiveValue = receiveValue
  }

  func receive(subscription: any Subscription) {
    self.subscription = subscription
    subscription.request(.unlimited)
  }

  func receive(_ input: Input) -> Subscribers.Demand {
    receiveValue(input)
    return .none
  }

  func receive(completion: Subscribers.Completion<Failure>) {
    subscription = nil
    receiveCompletion(completion)
  }

  func cancel() {
    let subscription = subscription
    self.subscription = nil
    subscription?.cancel()
  }
}

/// Not thread-safe, unlike Combine's.
public final class PassthroughSubject<Output, Failure: Error>: Publisher {
  private var conduits: [Conduit] = []

  public init() {}

  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    let conduit = Conduit(receive: subscriber.receive(_:), complete: subscriber.receive(completion:))
    conduits.append(conduit)
    subscriber.receive(subscription: conduit)
  }

  public func send(_ value: Output) {
    for conduit in conduits { conduit.send(value) }
  }

  public func send(completion: Subscribers.Completion<Failure>) {
    let ended = conduits
    conduits = []
    for conduit in ended { conduit.end(completion) }
  }

  private final class Conduit: Subscription {
    private var receive: ((Output) -> Subscribers.Demand)?
    private var complete: ((Subscribers.Completion<Failure>) -> Void)?
    private var wanted: Int? = 0

    init(
      receive: @escaping (Output) -> Subscribers.Demand,
      complete: @escaping (Subscribers.Completion<Failure>) -> Void
    ) {
      self.receive = receive
      self.complete = complete
    }

    func request(_ demand: Subscribers.Demand) {
      if let present = wanted, let more = demand.max { wanted = present + more } else { wanted = nil }
    }

    func send(_ value: Output) {
      guard let receive, wanted != 0 else { return }
      if let present = wanted { wanted = present - 1 }
      request(receive(value))
    }

    func end(_ completion: Subscribers.Completion<Failure>) {
      let complete = complete
      cancel()
      complete?(completion)
    }

    func cancel() {
      receive = nil
      complete = nil
    }
  }
}
