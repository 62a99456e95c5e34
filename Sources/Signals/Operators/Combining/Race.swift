/// Emits the events of the signal that is the first to emit a value or an end, and cancels the others.
///
/// ![A marble diagram of race](race)
///
/// Without signals, the result finishes at once.
///
/// ```swift
/// let answer = race(nearServer.ask(), farServer.ask())
/// ```
public func race<Value>(_ signals: Signal<Value>..., file: StaticString = #fileID, line: UInt = #line) -> Signal<Value>
{ race(signals).labeled("race", file, line) }

/// Emits the events of the signal of a collection that is the first to emit: see `race(_:)`.
public func race<Value>(_ signals: some Sequence<Signal<Value>>, file: StaticString = #fileID, line: UInt = #line)
  -> Signal<Value>
{
  let signals = Array(signals)
  return Signal { downstream, connection in
    guard !signals.isEmpty else { return downstream.end(.finished) }
    let context = OperatorContext([Connection](), downstream, connection)
    let inputs = context.makeInputs(signals.count)
    context.state = inputs
    guard connection.connect(to: context) else { return }
    for (signal, input) in Swift.zip(signals, inputs) {
      context.listen(to: signal, by: input) { context, event in
        let others = context.state
        context.state = []
        for other in others where other !== input { context.drop(other) }
        context.pass(event)
      }
    }
  }.labeled("race", file, line)
}

extension Signal {
  /// Emits the events of the first signal to emit, among this one and others: see `race(_:)`.
  ///
  /// ![A marble diagram of race](race)
  public func race(with others: Signal..., file: StaticString = #fileID, line: UInt = #line) -> Signal {
    Signals.race([self] + others).labeled("race", file, line)
  }
}
