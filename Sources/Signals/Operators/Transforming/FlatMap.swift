/// What `flatMap` does with a new signal while earlier ones still run.
public struct FlatMapStrategy: Hashable, Sendable {
  @usableFromInline
  enum Kind: Hashable, Sendable {
    case merge(limit: Int)
    case latest
    case first
  }

  @usableFromInline let kind: Kind

  /// All run side by side.
  public static let merge = FlatMapStrategy(kind: .merge(limit: .max))

  /// So many run side by side; who comes then waits until one has finished.
  public static func merge(limit: Int) -> FlatMapStrategy {
    precondition(limit > 0, "flatMap needs room for at least one signal: give a limit of 1 or more, not \(limit).")
    return FlatMapStrategy(kind: .merge(limit: limit))
  }

  /// One after the other: who comes waits until those before have finished.
  public static let concat = FlatMapStrategy(kind: .merge(limit: 1))

  /// Only the last: who comes takes the place of the one before, which is cancelled.
  public static let latest = FlatMapStrategy(kind: .latest)

  /// Only the first: who comes while one runs is dropped. When that has finished, the next one counts again.
  public static let first = FlatMapStrategy(kind: .first)
}

extension Signal {
  /// Subscribes to what `transform` makes of each value, and passes on what all those signals bring.
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
  /// `strategy` says what happens to a value that comes while an earlier one's signal still runs. Where values wait,
  /// `transform` is called when their turn comes. The result finishes when this signal and all the others have; it fails
  /// with any of them, or if `transform` throws.
  ///
  /// ```swift
  /// let results = query.debounce(for: .milliseconds(300)).flatMap(.latest) { search($0) }
  /// ```
  @inlinable
  public func flatMap<Output>(
    _ strategy: FlatMapStrategy = .merge,
    _ transform: @escaping @Sendable (Value) throws -> Signal<Output>,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Signal<Output> {
    Signal<Output> { downstream, line in
      let crossing = Crossing(Flattening<Value, Output>(), downstream, line)
      crossing.state.transform = transform
      let input = crossing.makeInput()
      guard line.connect(to: crossing) else { return }
      crossing.listen(to: self, by: input) { crossing, event in
        switch event {
        case .value(let value): try crossing.flatten(value, strategy.kind)
        case .end(.failed(let error)): throw error
        case .end(.finished):
          crossing.state.hasEnded = true
          if crossing.state.running == 0 { crossing.finish(.finished) }
        }
      }
    }.seen(as: "flatMap", file, line)
  }

  /// Passes on what the last of the signals brings that this one brought: see ``flatMap(_:_:file:line:)`` with
  /// `.latest`.
  ///
  /// ![A marble diagram of switchToLatest](switchToLatest)
  ///
  /// ```swift
  /// let temperature = selectedSensor.map { $0.temperature }.switchToLatest()
  /// ```
  @inlinable
  public func switchToLatest<Inner>(file: StaticString = #fileID, line: UInt = #line) -> Signal<Inner>
  where Value == Signal<Inner> { flatMap(.latest) { $0 }.seen(as: "switchToLatest", file, line) }
}

@usableFromInline
struct Flattening<Value: Sendable, Output: Sendable> {
  /// Kept here so that what is done at an inner signal's events captures nothing.
  @usableFromInline var transform: (@Sendable (Value) throws -> Signal<Output>)?
  /// How many signals run at the moment.
  @usableFromInline var running = 0
  /// The line to the one that came last.
  @usableFromInline var latest: Line?
  @usableFromInline var waiting = Backlog<Value>()
  /// Whether no further values come.
  @usableFromInline var hasEnded = false

  @usableFromInline
  init() {}
}

extension Crossing {
  @inlinable
  func flatten<Value: Sendable>(
    _ value: Value, _ strategy: FlatMapStrategy.Kind
  ) throws where State == Flattening<Value, Output> {
    switch strategy {
    case .merge(let limit) where state.running >= limit: _ = state.waiting.append(value, isEnd: false)
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
    let line = makeLine()
    state.running += 1
    subscribe(to: signal, by: line) { crossing, event in
      switch event {
      case .value(let value): crossing.pass(value)
      case .end(.failed(let error)): throw error
      case .end(.finished): try crossing.goOn()
      }
    }
    // What comes meanwhile waits, so nobody needs it earlier.
    if isOpen, line.isOpen { state.latest = line }
  }

  /// One signal has finished: another may have waited for that.
  @inlinable
  func goOn<Value: Sendable>() throws where State == Flattening<Value, Output> {
    state.running -= 1
    state.latest = nil
    if let next = state.waiting.takeFirst() {
      try run(next)
    } else if state.hasEnded, state.running == 0 {
      finish(.finished)
    }
  }
}
