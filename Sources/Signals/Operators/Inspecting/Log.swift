extension Signal {
  /// Prints every event as it comes, and a cancel, and passes everything on as it is.
  ///
  /// Each line begins with the label. Where none is given, that is the name which ``named(_:)`` gives the signal above,
  /// also if there are operators between that pass on what comes at once, as `filter` does; or else the place of this
  /// call.
  ///
  /// ```swift
  /// let endpoint = prices.signal.log("price").subscribeValues { show($0) }
  /// prices.send(3)  // prints "price: value(3)"
  /// endpoint.cancel()  // prints "price: cancelled"
  /// ```
  ///
  /// - Parameters:
  ///   - label: what each line begins with.
  ///   - write: gets each line, on the thread on which the event comes.
  ///   - file: where this is called, for the line's beginning and the live graph.
  ///   - line: the same.
  public func log(
    _ label: String = "", to write: @escaping @Sendable (String) -> Void = { print($0) },
    file: StaticString = #fileID, line: UInt = #line
  ) -> Signal {
    let place = "\(file):\(line)"
    return Signal { downstream, line in
      let label = LogLabel(label.isEmpty ? place : label, isGiven: !label.isEmpty)
      let written: Signal = Signal { downstream, line in
        attach(LogReceiver(downstream, label, write).downstream, line)
      }.observed { write("\(label.text): cancelled") }
      written.attach(downstream, line)
    }.seen(as: "log", file, line)
  }
}

/// What the lines of one subscription begin with.
private final class LogLabel: Sendable {
  private let label: Guarded<(text: String, isGiven: Bool)>

  init(_ text: String, isGiven: Bool) { label = Guarded((text, isGiven)) }

  var text: String { label.change { $0.text } }

  /// The name that is heard first is the nearest.
  func hear(_ name: String) {
    label.change { label in
      if !label.isGiven { label = (name, true) }
    }
  }
}

private final class LogReceiver<Value: Sendable>: Receiver {
  private let below: Downstream<Value>
  private let label: LogLabel
  private let write: @Sendable (String) -> Void

  init(_ below: Downstream<Value>, _ label: LogLabel, _ write: @escaping @Sendable (String) -> Void) {
    self.below = below
    self.label = label
    self.write = write
  }

  var downstream: Downstream<Value> {
    Downstream(receiver: self) { value, receiver in
      let log = unsafeDowncast(receiver, to: LogReceiver<Value>.self)
      log.write("\(log.label.text): \(Event.value(value))")
      try log.below.pass(value)
    }
  }

  override func receive(_ end: End) {
    write("\(label.text): \(end)")
    below.end(end)
  }

  override func hear(name: String) { label.hear(name) }
}
