/// Passes on the values of all signals, each as it comes.
///
/// ![A marble diagram of merge](merge)
///
/// It finishes when all have finished, and fails as soon as one fails; the others are cancelled then. Where several
/// threads send, the values take turns (C3). Merging nothing finishes at once.
///
/// ```swift
/// let everything = merge(keyboard, mouse, remoteControl)
/// ```
@inlinable
public func merge<Value>(_ signals: Signal<Value>..., file: StaticString = #fileID, line: UInt = #line) -> Signal<Value>
{ merging(signals).seen(as: "merge", file, line) }

/// Passes on the values of all signals in a collection, each as it comes.
@inlinable
public func merge<Value>(_ signals: some Sequence<Signal<Value>>, file: StaticString = #fileID, line: UInt = #line)
  -> Signal<Value>
{
  merging(Array(signals)).seen(as: "merge", file, line)
}

@inlinable
func merging<Value>(_ signals: [Signal<Value>]) -> Signal<Value> {
  Signal { downstream, line in
    guard !signals.isEmpty else { return downstream.end(.finished) }
    let merge = Merge(downstream, line, running: signals.count)
    let inputs = signals.map { _ in merge.makeInput() }
    guard line.connect(to: merge) else { return }
    for (signal, input) in zip(signals, inputs) where input.isOpen {
      let receiver = MergeInput(merge, input)
      signal.attach(
        Downstream(receiver: receiver) { value, receiver in
          let input = unsafeDowncast(receiver, to: MergeInput<Value>.self)
          if input.line.isOpen { _ = input.merge.bring(.value(value), by: input.line) }
        },
        input)
    }
  }
}

extension Signal {
  /// Passes on this signal's values and the others', each as it comes.
  ///
  /// ![A marble diagram of merge](merge)
  ///
  /// ```swift
  /// let changes = edits.merge(with: undos)
  /// ```
  @inlinable
  public func merge(with others: Signal..., file: StaticString = #fileID, line: UInt = #line) -> Signal {
    merging([self] + others).seen(as: "merge", file, line)
  }
}

// Unchecked, as all of its family: see ``Producer``.
@usableFromInline
final class Merge<Value: Sendable>: Junction<Event<Value>, Value>, @unchecked Sendable {
  @exclusivity(unchecked) private var running: Int

  @usableFromInline
  init(_ downstream: Downstream<Value>, _ line: Line, running: Int) {
    self.running = running
    super.init(downstream, line)
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

/// One input's end of the merge.
@usableFromInline
final class MergeInput<Value: Sendable>: Receiver {
  @usableFromInline let merge: Merge<Value>
  @usableFromInline let line: Line

  @usableFromInline
  init(_ merge: Merge<Value>, _ line: Line) {
    self.merge = merge
    self.line = line
  }

  @usableFromInline
  override func receive(_ end: End) {
    if line.cancel() { _ = merge.bring(.end(end), by: line) }
  }
}
