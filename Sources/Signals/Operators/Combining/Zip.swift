/// Emits the first values of all signals together, then the second ones, and so on.
///
/// ![A marble diagram of zip](zip)
///
/// What comes earlier waits for the others. It finishes when a signal has finished and none of its values wait, since
/// there is nothing more to go with; it fails as soon as one fails.
///
/// ```swift
/// let answered = zip(questions, answers)
/// ```
public func zip<each Value: Sendable>(
  _ signals: repeat Signal<each Value>, file: StaticString = #fileID, line: UInt = #line
) -> Signal<(repeat each Value)> {
  Signal { downstream, line in
    let crossing = Crossing(Zipping<repeat each Value>?.none, downstream, line)
    let zipping = Zipping<repeat each Value>(repeat ZipInput<each Value>(crossing.makeInput()))
    guard !zipping.all.isEmpty else { return downstream.end(.finished) }
    crossing.state = zipping
    guard line.connect(to: crossing) else { return }
    zipping.listen(crossing, to: repeat each signals)
  }.seen(as: "zip", file, line)
}

/// Emits the first values of all signals of a collection together, in its order, then the second ones: see
/// ``zip(_:file:line:)``.
///
/// Zipping nothing finishes at once.
public func zip<Value>(_ signals: some Sequence<Signal<Value>>, file: StaticString = #fileID, line: UInt = #line)
  -> Signal<[Value]>
{
  let signals = Array(signals)
  return Signal { downstream, line in
    guard !signals.isEmpty else { return downstream.end(.finished) }
    let crossing = Crossing([ZipInput<Value>](), downstream, line)
    let inputs = signals.map { _ in ZipInput<Value>(crossing.makeInput()) }
    crossing.state = inputs
    guard line.connect(to: crossing) else { return }
    for (input, signal) in Swift.zip(inputs, signals) {
      crossing.listen(to: signal, by: input.line) { crossing, event in
        if let end = input.take(event) { return crossing.finish(end) }
        if inputs.allSatisfy({ $0.hasValue }) { crossing.pass(inputs.map { $0.takeFirst() }) }
        if inputs.contains(where: { $0.isOver }) { crossing.finish(.finished) }
      }
    }
  }.seen(as: "zip", file, line)
}

extension Signal {
  /// Emits the first values of this signal and another together, then the second ones: see `zip(_:)`.
  public func zip<Other>(_ other: Signal<Other>, file: StaticString = #fileID, line: UInt = #line) -> Signal<
    (Value, Other)
  > { Signals.zip(self, other).seen(as: "zip", file, line) }
}

/// What waits at an input for the others.
// Unchecked, because it belongs to the crossing's owner.
private class AnyZipInput: @unchecked Sendable {
  let line: Line
  fileprivate(set) var hasEnded = false

  init(_ line: Line) { self.line = line }

  var hasValue: Bool { preconditionFailure("An input has to say whether a value waits.") }
  /// Whether nothing more comes out of it.
  final var isOver: Bool { hasEnded && !hasValue }
}

// Unchecked for the same reason.
private final class ZipInput<Value: Sendable>: AnyZipInput, @unchecked Sendable {
  private var waiting = Backlog<Value>()

  override var hasValue: Bool { !waiting.isEmpty }

  /// Takes an event. Returns the end, where it is one that can't wait.
  func take(_ event: Event<Value>) -> End? {
    switch event {
    case .value(let value): _ = waiting.append(value, isEnd: false)
    case .end(.finished): hasEnded = true
    case .end(let end): return end
    }
    return nil
  }

  /// To be called where there is one.
  func takeFirst() -> Value {
    guard let first = waiting.takeFirst() else {
      preconditionFailure("An input was asked for a value before it had one.")
    }
    return first
  }
}

/// The inputs of a zip, of any types.
// Unchecked, because it belongs to the crossing's owner.
private final class Zipping<each Value: Sendable>: @unchecked Sendable {
  typealias Output = (repeat each Value)

  private let inputs: (repeat ZipInput<each Value>)
  let all: [AnyZipInput]

  init(_ inputs: repeat ZipInput<each Value>) {
    self.inputs = (repeat each inputs)
    var all: [AnyZipInput] = []
    for input in repeat each inputs { all.append(input) }
    self.all = all
  }

  func listen(_ crossing: Crossing<Zipping?, (repeat each Value)>, to signals: repeat Signal<each Value>) {
    repeat listen(crossing, to: each signals, each inputs)
  }

  private func listen<One: Sendable>(
    _ crossing: Crossing<Zipping?, (repeat each Value)>, to signal: Signal<One>, _ input: ZipInput<One>
  ) {
    crossing.listen(to: signal, by: input.line) { crossing, event in
      if let end = input.take(event) { return crossing.finish(end) }
      guard let zipping = crossing.state else { return }
      if zipping.all.allSatisfy({ $0.hasValue }) { crossing.pass(zipping.takeFirst()) }
      if zipping.all.contains(where: { $0.isOver }) { crossing.finish(.finished) }
    }
  }

  private func takeFirst() -> (repeat each Value) { (repeat (each inputs).takeFirst()) }
}
