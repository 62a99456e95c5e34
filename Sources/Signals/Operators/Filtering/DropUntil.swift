extension Signal {
  /// Leaves values out until `other` has one, then passes on all that come.
  ///
  /// ![A marble diagram of drop, until](drop-until)
  ///
  /// Nothing more is wanted of `other` then, and it is cancelled. If it finishes without a value, the result finishes,
  /// since nothing could ever come; if it fails before that, the result fails. An end of the signal itself passes at once.
  ///
  /// ```swift
  /// let live = prices.drop(untilOutputFrom: marketOpens)
  /// ```
  public func drop<Other>(untilOutputFrom other: Signal<Other>, file: StaticString = #fileID, line: UInt = #line)
    -> Signal
  {
    Signal { downstream, line in
      let crossing = Crossing(DropUntil(), downstream, line)
      let inputs = crossing.makeInputs(2)
      guard line.connect(to: crossing) else { return }
      crossing.listen(to: other, by: inputs[0]) { crossing, event in
        switch event {
        case .value:
          crossing.state.passesOn = true
          crossing.drop(inputs[0])
        case .end(let end):
          crossing.finish(end)
        }
      }
      crossing.listen(to: self, by: inputs[1]) { crossing, event in
        if case .value = event, !crossing.state.passesOn { return }
        crossing.pass(event)
      }
    }.seen(as: "drop", file, line)
  }
}

private struct DropUntil: Sendable {
  var passesOn = false
}
