/// Passes on the signal that is first to bring anything, an end included, and cancels the others then.
///
/// ![A marble diagram of race](race)
///
/// Racing nothing finishes at once.
///
/// ```swift
/// let answer = race(nearServer.ask(), farServer.ask())
/// ```
public func race<Value>(_ signals: Signal<Value>..., file: StaticString = #fileID, line: UInt = #line) -> Signal<Value>
{ race(signals).seen(as: "race", file, line) }

/// Passes on the signal of a collection that is first to bring anything: see `race(_:)`.
public func race<Value>(_ signals: some Sequence<Signal<Value>>, file: StaticString = #fileID, line: UInt = #line)
  -> Signal<Value>
{
  let signals = Array(signals)
  return Signal { downstream, line in
    guard !signals.isEmpty else { return downstream.end(.finished) }
    let crossing = Crossing([Line](), downstream, line)
    let inputs = crossing.makeInputs(signals.count)
    crossing.state = inputs
    guard line.connect(to: crossing) else { return }
    for (signal, input) in Swift.zip(signals, inputs) {
      crossing.listen(to: signal, by: input) { crossing, event in
        let others = crossing.state
        crossing.state = []
        for other in others where other !== input { crossing.drop(other) }
        crossing.pass(event)
      }
    }
  }.seen(as: "race", file, line)
}

extension Signal {
  /// Passes on this signal or another, whichever is first to bring anything: see `race(_:)`.
  ///
  /// ![A marble diagram of race](race)
  public func race(with others: Signal..., file: StaticString = #fileID, line: UInt = #line) -> Signal {
    Signals.race([self] + others).seen(as: "race", file, line)
  }
}
