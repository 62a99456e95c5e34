extension Signal {
  /// A source that is made for each subscription, and told when that is over.
  ///
  /// ![A marble diagram of generate](generate)
  ///
  /// `begin` is called within the subscribing call and gets an ``Emitter``, by which it sends: at once, or later and from
  /// any thread, for as long as it keeps the emitter. If it throws, the signal fails with that error.
  ///
  /// ```swift
  /// let keys = Signal<Key>.generate { emitter in
  ///   let monitor = KeyMonitor { key in emitter.send(key) }
  ///   emitter.whenEnded { monitor.stop() }
  /// }
  /// ```
  public static func generate(
    _ begin: @escaping @Sendable (_ emitter: Emitter<Value>) throws -> Void, file: StaticString = #fileID,
    line: UInt = #line
  ) -> Signal {
    Signal { downstream, line in
      let generation = Generation(downstream, line)
      guard line.connect(to: generation) else { return }
      let emitter = Emitter(generation, line)
      do { try begin(emitter) } catch { emitter.fail(error) }
    }.seen(as: "generate", file, line, kind: .source)
  }
}

/// Where the events of one subscription of a generated signal enter: see ``Signal/generate(_:file:line:)``.
///
/// It may be used from any thread. What several send at once takes turns (C3), and what a handler sends comes after the
/// event that it handles (C4). Once the subscription is over, sending answers `.ended` and does nothing, so that a loop
/// knows when to leave off. Releasing the last reference finishes the signal, since nobody can send any more.
public final class Emitter<Value: Sendable>: Sendable {
  private let generation: Generation<Value>
  private let line: Line

  fileprivate init(_ generation: Generation<Value>, _ line: Line) {
    self.generation = generation
    self.line = line
  }

  deinit { finish() }

  /// Sends a value. Returns what became of it.
  @discardableResult
  public func send(_ value: Value) -> SendResult { line.isOpen ? generation.send(value) : .ended }

  /// Ends the signal, after what was sent before.
  @discardableResult
  public func finish() -> SendResult { end(.finished) }

  /// Ends the signal with an error, after what was sent before.
  @discardableResult
  public func fail(_ error: any Error) -> SendResult { end(.failed(error)) }

  private func end(_ end: End) -> SendResult { line.isOpen ? generation.send(end) : .ended }

  /// Calls `action` once, when the subscription has ended or is cancelled; at once, if it is over already.
  ///
  /// That is after the handler of the end. At a cancel it is on the thread that cancels, or when the handler that is
  /// running has returned. Several actions are called in the order in which they came.
  public func whenEnded(_ action: @escaping @Sendable () -> Void) { generation.whenEnded(action) }
}

/// One subscription of a generated signal.
// Unchecked, as all of its family: see ``Producer``.
private final class Generation<Value: Sendable>: Junction<Event<Value>, Value>, @unchecked Sendable {
  // The owner's.
  @exclusivity(unchecked) private var actions: [@Sendable () -> Void] = []

  init(_ downstream: Downstream<Value>, _ line: Line) { super.init(downstream, line) }

  func send(_ value: Value) -> SendResult {
    let thread = currentThread()
    guard tryOwn(thread) else { return arrive(.value(value), isEnd: false) }
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

  override func letGo() {
    let actions = actions
    self.actions = []
    for action in actions { action() }
  }
}
