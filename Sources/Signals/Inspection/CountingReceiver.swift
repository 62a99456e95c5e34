extension Downstream {
  /// The same, with what goes by counted. It is put in only where the graph is recorded.
  func counted(on passage: LineTrace.Passage) -> Downstream {
    Downstream(receiver: CountingReceiver(self, passage)) { value, receiver in
      let counting = unsafeDowncast(receiver, to: CountingReceiver<Value>.self)
      counting.passage.values.add(1)
      try counting.below.pass(value)
    }
  }
}

private final class CountingReceiver<Value>: Receiver {
  let below: Downstream<Value>
  let passage: LineTrace.Passage

  init(_ below: Downstream<Value>, _ passage: LineTrace.Passage) {
    self.below = below
    self.passage = passage
  }

  override func receive(_ end: End) {
    passage.lower.ends.add(1)
    below.end(end)
  }

  override func hear(name: String) { below.receiver.hear(name: name) }
}
