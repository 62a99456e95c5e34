import Signals

func endings() {
  heading("What ends when: left and right hold a1 and b1, left finishes first")
  end("combineLatest(left, right)   // with the last of them") { left, right in
    combineLatest(left, right).map { "\($0) \($1)" }
  }
  end("left.withLatest(from: right)   // with its own signal") { left, right in
    left.withLatest(from: right).map { "\($0) \($1)" }
  }
  end("left.sample(on: right)   // with the ticks, or when nothing new is left") { left, right in
    left.sample(on: right)
  }
  end("zip(left, right)   // when no further pair can come") { left, right in zip(left, right).map { "\($0) \($1)" } }
}

private func end(_ line: String, _ put: (Signal<String>, Signal<String>) -> Signal<String>) {
  let (left, right) = (SignalInput<String>(), SignalInput<String>())
  code(line)
  let endpoint = put(left.signal, right.signal).subscribe { result($0) }
  transaction {
    left.send("a1")
    right.send("b1")
  }
  code("left.finish()")
  left.finish()
  code("right.send(\"b2\"); right.finish()")
  right.send("b2")
  right.finish()
  endpoint.cancel()
}

private struct Offline: Error {}

func failureInATurn() {
  heading("A failure in a turn: what was there before, then the failure, and nothing mixed")
  let (left, right) = (SignalInput<String>(), SignalInput<String>())
  code("let endpoint = combineLatest(left.signal, right.signal).map { \"\\($0) \\($1)\" }.subscribe { result($0) }")
  let endpoint = combineLatest(left.signal, right.signal).map { "\($0) \($1)" }.subscribe { result($0) }
  code("left.send(\"a1\"); right.send(\"b1\")")
  left.send("a1")
  right.send("b1")
  code("transaction { left.send(\"a2\"); right.fail(Offline()) }   // never a2 with b1")
  transaction {
    left.send("a2")
    right.fail(Offline())
  }
  endpoint.cancel()
}
