/// A step above the bottom of a subscription that takes only the values. It reports a failure, which nothing else handles (C14).
///
/// Debug builds put one into each such subscription, release builds only while `SignalDiagnostics.onUnhandledFailure`
/// is set. All other subscriptions need no additional memory or time.
final class FailureWatch<Value: Sendable>: Receiver {
  private let below: Downstream<Value>
  private let connection: Connection
  private let subscriber: NodeInfo
  private let signal: NodeInfo?
  /// The name of the signal, if it has one.
  private var name: String?

  /// - Parameters:
  ///   - subscriber: the label of the endpoint.
  ///   - signal: the label of the signal that is subscribed to, if it has one.
  init(_ below: Downstream<Value>, _ connection: Connection, _ subscriber: NodeInfo, _ signal: NodeInfo?) {
    self.below = below
    self.connection = connection
    self.subscriber = subscriber
    self.signal = signal
  }

  var downstream: Downstream<Value> {
    Downstream(receiver: self) { value, receiver in
      unsafe try unsafeDowncast(receiver, to: FailureWatch<Value>.self).below.pass(value)
    }
  }

  override func receive(_ end: End) {
    // A failure after a cancellation, or after the release of the owner, isn't reported.
    let isWanted = connection.isOpen && below.receiver.ignoresFailures
    below.end(end)
    if isWanted, case .failed(let error) = end {
      SignalDiagnostics.report(error, of: signalDescription, ignoredBy: subscriber)
    }
  }

  // The first name to arrive is the nearest.
  override func receive(name: String) {
    if self.name == nil { self.name = name }
    below.receiver.receive(name: name)
  }

  override var isEndpoint: Bool { true }

  private var signalDescription: String {
    if let name { return "\"\(name)\"" }
    guard let signal, !signal.isInternal else { return "a Signal<\(Value.self)>" }
    return "\(signal.operation) (\(signal.place.file):\(signal.place.line))"
  }
}

extension Downstream where Value: Sendable {
  /// The same downstream, below a ``FailureWatch`` if its receiver takes only values.
  ///
  /// - Parameters:
  ///   - subscriber: the label of the endpoint.
  ///   - signal: the label of the signal that is subscribed to, if it has one.
  @usableFromInline
  @inline(never)
  func watched(_ connection: Connection, _ subscriber: NodeInfo, _ signal: NodeInfo?) -> Downstream {
    guard receiver.ignoresFailures else { return self }
    return FailureWatch(self, connection, subscriber, signal).downstream
  }

  /// The same, below the node of the signal if the connection is recorded.
  @usableFromInline
  @inline(never)
  func watched(
    if isWatched: Bool, _ connection: Connection, _ subscriber: NodeInfo, _ signal: NodeInfo?
  ) -> Downstream {
    let bottom = isWatched ? watched(connection, subscriber, signal) : self
    guard let trace = connection.trace, let signal else { return bottom }
    return bottom.labeled(signal, by: trace)
  }
}
