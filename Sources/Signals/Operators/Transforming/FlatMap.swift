/// The way in which `flatMap` treats a new signal while earlier ones are still running.
public struct FlatMapStrategy: Hashable, Sendable {
  @usableFromInline
  enum Kind: Hashable, Sendable {
    case merge(limit: Int)
    case latest
    case first
  }

  @usableFromInline let kind: Kind

  /// All signals run side by side.
  public static let merge = FlatMapStrategy(kind: .merge(limit: .max))

  /// Up to `limit` signals run side by side; a new one waits until one of them has finished.
  public static func merge(
    limit: Int, file: StaticString = #fileID, line: UInt = #line
  ) -> FlatMapStrategy {
    requireArgument(
      limit > 0, "flatMap(.merge(limit: \(limit))): the limit must be positive; use 1 or more.", file, line)
    return FlatMapStrategy(kind: .merge(limit: limit))
  }

  /// One signal runs after the other: a new one waits until those before it have finished.
  public static let concat = FlatMapStrategy(kind: .merge(limit: 1))

  /// Only the latest signal runs: a new one replaces the one before it, which is cancelled.
  public static let latest = FlatMapStrategy(kind: .latest)

  /// Only the first signal runs: a new one is dropped meanwhile. When the first has finished, the next is accepted.
  public static let first = FlatMapStrategy(kind: .first)
}

extension SignalConvertible where Value: Sendable {
  /// Subscribes to the signal that `transform` returns for each value, and emits the values of all those signals.
  ///
  /// ![A marble diagram of flatMap, merge](flatMap-merge)
  ///
  /// ![A marble diagram of flatMap, limit](flatMap-limit)
  ///
  /// ![A marble diagram of flatMap, concat](flatMap-concat)
  ///
  /// ![A marble diagram of flatMap, latest](flatMap-latest)
  ///
  /// ![A marble diagram of flatMap, first](flatMap-first)
  ///
  /// `strategy` determines the treatment of a value that arrives while the signal of an earlier value is still running.
  /// For a value that waits, `transform` is called when its turn comes. The result finishes when this signal and all
  /// inner signals have finished; it fails if any of them fails or `transform` throws.
  ///
  /// ```swift
  /// let results = query.debounce(for: .milliseconds(300)).flatMap(.latest) { search($0) }
  /// ```
  @inlinable
  public func flatMap<Output>(
    _ strategy: FlatMapStrategy,
    _ transform: @escaping @Sendable (Value) throws -> Signal<Output>,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Signal<Output> {
    Signal<Output> { [signal] downstream, connection in
      let context = OperatorContext(Flattening<Value, Output>(), downstream, connection)
      context.state.transform = transform
      let input = context.makeInput()
      guard connection.connect(to: context) else { return }
      context.listen(to: signal, by: input) { context, event in
        switch event {
        case .value(let value): try context.flatten(value, strategy.kind)
        case .end(.failed(let error)): throw error
        case .end(.finished):
          context.state.hasEnded = true
          if context.state.running == 0 { context.finish(.finished) }
        }
      }
    }.labeled("flatMap", file, line)
  }

  /// Subscribes to the signal that `transform` returns for each value, and emits the values of all those signals, which
  /// run side by side: see ``flatMap(_:_:file:line:)->Signal<Output>`` with `.merge`.
  ///
  /// ```swift
  /// let pages = addresses.flatMap(load)
  /// ```
  // Not a default of the strategy: a function without a label would be taken for the strategy.
  @inlinable
  public func flatMap<Output>(
    _ transform: @escaping @Sendable (Value) throws -> Signal<Output>,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Signal<Output> {
    flatMap(.merge, transform, file: file, line: line)
  }

  /// Does the same with a closure that returns a property, or something else that has a signal. That object isn't kept alive.
  ///
  /// ```swift
  /// let temperature = selectedRoom.flatMap(.latest) { $0.temperature }
  /// ```
  // Disfavored, so that `.just(1)` and `.empty()` are signals in the closure.
  @inlinable
  @_disfavoredOverload
  public func flatMap<Inner: SignalConvertible & SendableMetatype>(
    _ strategy: FlatMapStrategy,
    _ transform: @escaping @Sendable (Value) throws -> Inner,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Signal<Inner.Value> where Inner.Value: Sendable {
    flatMap(strategy) { try transform($0).signal }.labeled("flatMap", file, line)
  }

  /// Does the same with all inner signals side by side.
  @inlinable
  @_disfavoredOverload
  public func flatMap<Inner: SignalConvertible & SendableMetatype>(
    _ transform: @escaping @Sendable (Value) throws -> Inner,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Signal<Inner.Value> where Inner.Value: Sendable {
    flatMap(.merge, transform, file: file, line: line)
  }

  /// Does the same with a closure of the main actor: it is called on the main actor, and so is everything downstream
  /// (C13).
  ///
  /// ```swift
  /// let results = query.flatMap(.latest, on: .main) { [weak self] text in self?.search(text) ?? .empty() }
  /// ```
  @inlinable
  public func flatMap<Output>(
    _ strategy: FlatMapStrategy = .merge, on actor: OperatorActor,
    _ transform: @escaping @MainActor @Sendable (Value) throws -> Signal<Output>,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Signal<Output> {
    let transform = unisolated(transform)
    // The transform of a value that waits is called when an inner signal finishes, on any thread. So each inner signal
    // is delivered to the actor separately.
    return signal.flatMap(strategy) { value in .made(by: actor.executor) { try transform(value) } }
      .deliver(by: actor.executor).labeled("flatMap", file, line)
  }

  /// Does the same with a closure of the main actor that returns a property, or something else that has a signal.
  ///
  /// ```swift
  /// let name = session.$account.flatMap(.latest, on: .main) { $0.$name }
  /// ```
  @inlinable
  @_disfavoredOverload
  public func flatMap<Inner: SignalConvertible>(
    _ strategy: FlatMapStrategy = .merge, on actor: OperatorActor,
    _ transform: @escaping @MainActor @Sendable (Value) throws -> Inner,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Signal<Inner.Value> where Inner.Value: Sendable {
    flatMap(strategy, on: actor) { try transform($0).signal }.labeled("flatMap", file, line)
  }

  /// Emits the values of the latest signal that this signal has emitted: see ``flatMap(_:_:file:line:)->Signal<Output>`` with
  /// `.latest`.
  ///
  /// ![A marble diagram of switchToLatest](switchToLatest)
  ///
  /// ```swift
  /// let temperature = selectedSensor.map { $0.temperature }.switchToLatest()
  /// ```
  @inlinable
  public func switchToLatest(file: StaticString = #fileID, line: UInt = #line) -> Signal<Value.Value>
  where Value: SignalConvertible, Value.Value: Sendable {
    flatMap(.latest) { $0.signal }.labeled("switchToLatest", file, line)
  }
}

@usableFromInline
struct Flattening<Value: Sendable, Output: Sendable> {
  /// Stored here, so that the closure for the events of an inner signal captures nothing.
  @usableFromInline var transform: (@Sendable (Value) throws -> Signal<Output>)?
  /// The number of inner signals that are running.
  @usableFromInline var running = 0
  /// The connection to the latest inner signal.
  @usableFromInline var latest: Connection?
  @usableFromInline var waiting = FIFO<Value>()
  /// Whether the upstream signal has finished, so that no further values arrive.
  @usableFromInline var hasEnded = false

  @usableFromInline
  init() {}
}

extension OperatorContext {
  @inlinable
  func flatten<Value: Sendable>(
    _ value: Value, _ strategy: FlatMapStrategy.Kind
  ) throws where State == Flattening<Value, Output> {
    switch strategy {
    case .merge(let limit) where state.running >= limit: state.waiting.append(value)
    case .first where state.running > 0: break
    case .merge, .first: try run(value)
    case .latest:
      if let latest = state.latest {
        state.latest = nil
        state.running = 0
        drop(latest)
      }
      try run(value)
    }
  }

  @inlinable
  func run<Value: Sendable>(_ value: Value) throws where State == Flattening<Value, Output> {
    guard let signal = try state.transform?(value) else { return }
    state.running += 1
    let connection = subscribe(to: signal) { context, event in
      switch event {
      case .value(let value): context.pass(value)
      case .end(.failed(let error)): throw error
      case .end(.finished): try context.goOn()
      }
    }
    // Events that arrive meanwhile wait, so the connection isn't needed earlier.
    if isOpen { state.latest = connection }
  }

  /// Counts an inner signal as finished, and starts the next one if a value is waiting.
  @inlinable
  func goOn<Value: Sendable>() throws where State == Flattening<Value, Output> {
    state.running -= 1
    state.latest = nil
    if let next = state.waiting.popFirst() {
      try run(next)
    } else if state.hasEnded, state.running == 0 {
      finish(.finished)
    }
  }
}
