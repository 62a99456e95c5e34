extension Signal {
  /// Passes values on until `other` has a value, then finishes and cancels what is above.
  ///
  /// ![A marble diagram of prefix, until](prefix-until)
  ///
  /// If `other` finishes without a value, that ends nothing. If it fails, the result fails. Where `other` has a value at
  /// once, nothing above is subscribed to.
  ///
  /// ```swift
  /// let drag = moves.prefix(untilOutputFrom: mouseUp)
  /// ```
  public func prefix<Other>(untilOutputFrom other: Signal<Other>, file: StaticString = #fileID, line: UInt = #line)
    -> Signal
  {
    Signal { downstream, line in
      let crossing = Crossing((), downstream, line)
      let inputs = crossing.makeInputs(2)
      guard line.connect(to: crossing) else { return }
      crossing.listen(to: other, by: inputs[0]) { crossing, event in
        switch event {
        case .value: crossing.finish(.finished)
        case .end(.finished): break
        case .end(let failure): crossing.finish(failure)
        }
      }
      crossing.listen(to: self, by: inputs[1]) { crossing, event in crossing.pass(event) }
    }.seen(as: "prefix", file, line)
  }
}
