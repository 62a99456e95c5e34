extension SignalConvertible {
  /// Creates a source for each subscription, and notifies it when the subscription is over.
  ///
  /// ![A marble diagram of generate](generate)
  ///
  /// `begin` is called within the subscribing call and receives an ``Emitter`` that sends events: at once, or later and
  /// from any thread, for as long as it is retained. If `begin` throws, the signal fails with the thrown error.
  ///
  /// ```swift
  /// let keys = Signal<Key>.generate { emitter in
  ///   let monitor = KeyMonitor { key in emitter.send(key) }
  ///   emitter.whenEnded { monitor.stop() }
  /// }
  /// ```
  public static func generate<Output: Sendable>(
    _ begin: @escaping @Sendable (_ emitter: Emitter<Output>) throws -> Void, file: StaticString = #fileID,
    line: UInt = #line
  ) -> Signal<Output> where Self == Signal<Output> {
    Signal<Output> { downstream, connection in
      let generation = Generation(downstream, connection)
      guard connection.connect(to: generation) else { return }
      let emitter = Emitter(generation, connection)
      generation.begin { do { try begin(emitter) } catch { emitter.fail(error) } }
    }.labeled("generate", file, line, kind: .source)
  }
}

/// The sender of events for one subscription of a generated signal: see ``SignalConvertible/generate(_:file:line:)``.
///
/// An emitter may be used from any thread. Events sent by several threads at once are delivered one at a time (C3), and
/// an event sent by a handler follows the event being handled (C4). Once the subscription is over, a send returns
/// `.ended` and does nothing, so that a loop knows when to stop. Releasing the last reference finishes the signal,
/// since no more events can be sent.
public final class Emitter<Value: Sendable>: Sendable {
  private let generation: Generation<Value>
  private let connection: Connection

  fileprivate init(_ generation: Generation<Value>, _ connection: Connection) {
    self.generation = generation
    self.connection = connection
  }

  deinit { finish() }

  /// Sends a value. Returns the outcome: see ``SendResult``.
  @discardableResult
  public func send(_ value: Value) -> SendResult { connection.isOpen ? generation.send(value) : .ended }

  /// Sends a value, where a function without a result is expected: `sensor.onReading = emitter.send`.
  ///
  /// The function keeps the emitter alive.
  @_disfavoredOverload
  public func send(_ value: Value) {
    let result: SendResult = send(value)
    _ = result
  }

  /// Finishes the signal, after the events sent before.
  @discardableResult
  public func finish() -> SendResult { end(.finished) }

  /// Ends the signal with an error, after the events sent before.
  @discardableResult
  public func fail(_ error: any Error) -> SendResult { end(.failed(error)) }

  private func end(_ end: End) -> SendResult { connection.isOpen ? generation.send(end) : .ended }

  /// Calls `action` once, when the subscription has ended or is cancelled; at once if it is over already.
  ///
  /// At an end, the call comes after the handler of the end. At a cancellation, it is made on the cancelling thread, or
  /// when the running handler has returned. Several actions are called in the order in which they were added.
  public func whenEnded(_ action: @escaping @Sendable () -> Void) { generation.whenEnded(action) }
}

/// One subscription of a generated signal.
// Unchecked, like all producers: see ``Producer``.
private final class Generation<Value: Sendable>: SerialisedOperator<Event<Value>, Value>, @unchecked Sendable {
  // Belongs to the owner.
  @safe @exclusivity(unchecked) private var actions: [@Sendable () -> Void] = []

  /// The thread on which the generator's closure is running; zero afterwards.
  private let beginner = AtomicWord(0)

  init(_ downstream: Downstream<Value>, _ connection: Connection) {
    super.init(downstream, connection)
    acceptsProgramEvents = true
  }

  override var servesOneSubscription: Bool { true }

  /// Runs the generator's closure. The values that it sends at once are part of the subscribing, and belong to the turn
  /// of the event during which an operator subscribes (C10).
  func begin(_ body: () -> Void) {
    beginner.store(currentThread())
    body()
    beginner.store(0)
  }

  func send(_ value: Value) -> SendResult {
    let thread = currentThread()
    guard tryOwn(thread) else { return arrive(.value(value), isEnd: false) }
    if beginner.relaxed == thread { adoptEmissionTurn() }
    emit(value)
    leaveAfterEvent(thread)
    return .delivered
  }

  func send(_ end: End) -> SendResult { arrive(.end(end), isEnd: true) }

  override func receive(_ event: Event<Value>) {
    switch event {
    case .value(let value): emit(value)
    case .end(let end): finish(end)
    }
  }

  func whenEnded(_ action: @escaping @Sendable () -> Void) {
    asOwner { [self] in
      if isOpen { actions.append(action) } else { action() }
    }
  }

  override func releaseState() {
    let actions = actions
    self.actions = []
    for action in actions { action() }
  }
}
