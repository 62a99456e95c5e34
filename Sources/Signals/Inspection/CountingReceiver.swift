extension Downstream {
  /// The same downstream, with the values that pass to it counted. Only a recorded graph contains it.
  func counted(on step: RecordedConnection.Step) -> Downstream {
    Downstream(receiver: CountingReceiver(self, step)) { value, receiver in
      let counting = unsafe unsafeDowncast(receiver, to: CountingReceiver<Value>.self)
      counting.step.values.add(1)
      try counting.below.pass(value)
    }
  }
}

private final class CountingReceiver<Value>: Receiver {
  let below: Downstream<Value>
  let step: RecordedConnection.Step

  init(_ below: Downstream<Value>, _ step: RecordedConnection.Step) {
    self.below = below
    self.step = step
  }

  override func receive(_ end: End) {
    step.lower.ends.add(1)
    below.end(end)
  }

  override func receive(name: String) { below.receiver.receive(name: name) }

  override func receive(_ search: RoomSearch) { below.receiver.receive(search) }
}
