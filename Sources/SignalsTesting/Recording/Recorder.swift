public import Signals

/// Records the whole history of a signal, so that a test can compare it.
///
/// ```swift
/// let input = SignalInput<Int>()
/// let recorder = Recorder(input.signal.map { $0 * 2 })
/// input.send(1)
/// input.finish()
/// #expect(recorder.history == ["2", "|"])
/// ```
///
/// It may be read from any thread, also while the signal goes on. Releasing it cancels the subscription.
public final class Recorder<Value: Sendable>: Cancellable, Sendable {
  private let log: Log
  private let endpoint: Endpoint

  /// Subscribes, and records from then on.
  public init(_ signal: Signal<Value>) {
    let log = Log()
    self.log = log
    endpoint = signal.subscribe { event in log.append(event) }
  }

  /// Every event so far, in the order in which it came.
  public var events: [Event<Value>] { log.events }

  /// The values so far.
  public var values: [Value] {
    events.compactMap { event in
      if case .value(let value) = event { value } else { nil }
    }
  }

  /// How the signal ended, if it has.
  public var end: End? {
    if case .end(let end) = events.last { end } else { nil }
  }

  /// Every event as text: values as they print, `|` for the finish, `#` with the error for a failure.
  public var history: [String] {
    events.map { event in
      switch event {
      case .value(let value): "\(value)"
      case .end(.finished): "|"
      case .end(.failed(let error)): "#\(error)"
      }
    }
  }

  public func cancel() { endpoint.cancel() }

  /// Cancels, and returns when a recording under way on another thread is over.
  public func cancelAndWait() async { await endpoint.cancelAndWait() }

  private final class Log: Sendable {
    private let recorded = Guarded<[Event<Value>]>([])

    var events: [Event<Value>] { recorded.change { $0 } }

    func append(_ event: Event<Value>) { recorded.change { $0.append(event) } }
  }
}
