/// Emits the values of all signals, each as it arrives.
///
/// ![A marble diagram of merge](merge)
///
/// The result finishes when all signals have finished. It fails as soon as one signal fails, and cancels the others. If
/// several threads send, the values are emitted one at a time (C3). Without signals, the result finishes at once.
///
/// ```swift
/// let everything = merge(keyboard, mouse, remoteControl)
/// ```
@inlinable
public func merge<Value: Sendable>(_ signals: Signal<Value>..., file: StaticString = #fileID, line: UInt = #line)
  -> Signal<Value>
{ merging(signals).labeled("merge", file, line) }

/// Emits the values of all sources, properties among them, each as it arrives: see `merge(_:)`.
@inlinable
@_disfavoredOverload
public func merge<Value: Sendable>(
  _ sources: any SignalConvertible<Value>..., file: StaticString = #fileID, line: UInt = #line
) -> Signal<Value> { merging(sources.map { $0.signal }).labeled("merge", file, line) }

/// Emits the values of all signals in an array, each as it arrives.
@inlinable
public func merge<Value: Sendable>(
  _ signals: [Signal<Value>], file: StaticString = #fileID, line: UInt = #line
) -> Signal<Value> { merging(signals).labeled("merge", file, line) }

/// Emits the values of all sources in a collection, each as it arrives.
// Disfavored, so that the type checker takes an array of signals at once: see `combineLatest`.
@inlinable
@_disfavoredOverload
public func merge<Value: Sendable>(
  _ sources: some Sequence<some SignalConvertible<Value>>, file: StaticString = #fileID, line: UInt = #line
) -> Signal<Value> { merging(sources.map(\.signal)).labeled("merge", file, line) }

/// Emits the values of all sources in an array, each as it arrives. They may be of different types:
/// properties, inputs and signals.
///
/// ```swift
/// let edits = merge([model.$text, model.$title, pasted])
/// ```
@inlinable
public func merge<Value: Sendable>(
  _ sources: [any SignalConvertible<Value>], file: StaticString = #fileID, line: UInt = #line
) -> Signal<Value> { merging(sources.map { $0.signal }).labeled("merge", file, line) }

@inlinable
func merging<Value>(_ signals: [Signal<Value>]) -> Signal<Value> {
  Signal { downstream, connection in
    guard !signals.isEmpty else { return downstream.end(.finished) }
    let merge = Merge(downstream, connection, running: signals.count)
    let inputs = signals.map { _ in merge.makeInput() }
    guard connection.connect(to: merge) else { return }
    for (signal, input) in zip(signals, inputs) where input.isOpen {
      let receiver = MergeInput(merge, input)
      signal.attach(
        Downstream(receiver: receiver) { value, receiver in
          let input = unsafe unsafeDowncast(receiver, to: MergeInput<Value>.self)
          if input.connection.isOpen { _ = input.merge.submit(.value(value), by: input.connection) }
        },
        input)
    }
  }
}

extension SignalConvertible where Value: Sendable {
  /// Emits the values of this signal and of others, each as it arrives.
  ///
  /// ![A marble diagram of merge](merge)
  ///
  /// ```swift
  /// let changes = edits.merge(with: undos)
  /// ```
  @inlinable
  public func merge(
    with others: Signal<Value>..., file: StaticString = #fileID, line: UInt = #line
  ) -> Signal<Value> { merging([signal] + others).labeled("merge", file, line) }

  /// Emits the values of this signal and of other sources, properties among them, each as it arrives.
  @inlinable
  @_disfavoredOverload
  public func merge(
    with others: any SignalConvertible<Value>..., file: StaticString = #fileID, line: UInt = #line
  ) -> Signal<Value> { merging([signal] + others.map { $0.signal }).labeled("merge", file, line) }
}

// Unchecked, like all producers: see ``Producer``.
@usableFromInline
final class Merge<Value: Sendable>: SerialisedOperator<Event<Value>, Value>, @unchecked Sendable {
  @safe @exclusivity(unchecked) private var running: Int

  @usableFromInline
  init(_ downstream: Downstream<Value>, _ connection: Connection, running: Int) {
    self.running = running
    super.init(downstream, connection)
  }

  @inlinable
  override func receive(_ event: Event<Value>) {
    switch event {
    case .value(let value): emit(value)
    case .end(let end): inputHasEnded(end)
    }
  }

  @usableFromInline
  func inputHasEnded(_ end: End) {
    running -= 1
    if case .finished = end, running > 0 { return }
    finish(end)
  }
}

/// The receiver of one input of a merge.
@usableFromInline
final class MergeInput<Value: Sendable>: Receiver {
  @usableFromInline let merge: Merge<Value>
  @usableFromInline let connection: Connection

  @usableFromInline
  init(_ merge: Merge<Value>, _ connection: Connection) {
    self.merge = merge
    self.connection = connection
  }

  @usableFromInline
  override func receive(_ end: End) {
    if connection.cancel() { _ = merge.submit(.end(end), by: connection) }
  }

  @usableFromInline
  override func receive(_ search: RoomSearch) { if connection.isOpen { merge.searchBelow(search) } }
}
