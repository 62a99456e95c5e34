extension SignalConvertible where Value: Sendable {
  /// Prints every event as it arrives, and a cancellation, and passes on all events unchanged.
  ///
  /// Each printed line begins with the label. By default, the label is the name that ``named(_:)`` gives the signal
  /// above, even through operators in between that pass on events at once, as `filter` does; without such a name, it is
  /// the place of this call.
  ///
  /// ```swift
  /// let endpoint = prices.signal.log("price").subscribeValues { show($0) }
  /// prices.send(3)  // prints "price: value(3)"
  /// endpoint.cancel()  // prints "price: cancelled"
  /// ```
  ///
  /// - Parameters:
  ///   - label: the beginning of each line.
  ///   - write: receives each line, on the thread on which the event arrives.
  ///   - file: the source file of this call, for the beginning of the lines and the live graph.
  ///   - line: the source line of this call, for the same uses.
  public func log(
    _ label: String = "", to write: @escaping @Sendable (String) -> Void = { print($0) },
    file: StaticString = #fileID, line: UInt = #line
  ) -> Signal<Value> {
    let place = "\(file):\(line)"
    return Signal<Value> { [signal] downstream, connection in
      let label = LogLabel(label.isEmpty ? place : label, isGiven: !label.isEmpty)
      let written: Signal<Value> = Signal<Value> { [signal] downstream, connection in
        signal.attach(LogReceiver(downstream, label, write).downstream, connection)
      }.observed { write("\(label.text): cancelled") }
      written.attach(downstream, connection)
    }.labeled("log", file, line)
  }
}

/// The beginning of the printed lines of one subscription.
private final class LogLabel: Sendable {
  private let label: Guarded<(text: String, isGiven: Bool)>

  init(_ text: String, isGiven: Bool) { label = Guarded((text, isGiven)) }

  var text: String { label.change { $0.text } }

  /// Takes `name` as the label unless there is one: the first name to arrive is the nearest.
  func set(_ name: String) {
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
      let log = unsafe unsafeDowncast(receiver, to: LogReceiver<Value>.self)
      log.write("\(log.label.text): \(Event.value(value))")
      try log.below.pass(value)
    }
  }

  override func receive(_ end: End) {
    write("\(label.text): \(end)")
    below.end(end)
  }

  override func receive(name: String) { label.set(name) }

  override func receive(_ search: RoomSearch) { below.receiver.receive(search) }
}
