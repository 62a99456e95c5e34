import Signals

/// A source that tells how often it is subscribed to, and left.
func counted<Value: Sendable>(_ signal: Signal<Value>, _ log: Log<String>) -> Signal<Value> {
  Signal { downstream, line in
    log.append("subscribed")
    let tracked = Tracked("subscription", log)
    signal.map { [tracked] value in
      tracked.touch()
      return value
    }.attach(downstream, line)
  }
}

func counted(_ input: SignalInput<Int>, _ log: Log<String>) -> Signal<Int> { counted(input.signal, log) }
