import Lesson
import Signals

func endings() {
  heading("When a join finishes: left and right hold a1 and b1, and left finishes first")
  var (left, right) = inputs()
  code()
  let held = combineLatest(left, right).map { "\($0) \($1)" }.subscribe { result($0) }  // with its last input

  end(left, right)
  held.cancel()
  (left, right) = inputs()
  code()
  let asked = left.withLatest(from: right).map { "\($0) \($1)" }.subscribe { result($0) }  // with left

  end(left, right)
  asked.cancel()
  (left, right) = inputs()
  code()
  let sampled = left.sample(on: right).subscribe { result($0) }  // with the ticks, or once no new value is left

  end(left, right)
  sampled.cancel()
  (left, right) = inputs()
  code()
  let pairs = zip(left, right).map { "\($0) \($1)" }.subscribe { result($0) }  // once no further pair is possible

  end(left, right)
  pairs.cancel()
}

private func inputs() -> (SignalInput<String>, SignalInput<String>) { (SignalInput(), SignalInput()) }

private func end(_ left: SignalInput<String>, _ right: SignalInput<String>) {
  transaction {
    left.send("a1")
    right.send("b1")
  }
  code()
  left.finish()
  code()
  right.send("b2")
  right.finish()
}

private struct Offline: Error {}

func failureInATurn() {
  heading("A failure in a transaction: no mixture of old and new values before it")
  let (left, right) = (SignalInput<String>(), SignalInput<String>())
  code()
  let endpoint = combineLatest(left.signal, right.signal).map { "\($0) \($1)" }.subscribe { result($0) }
  code()
  left.send("a1")
  right.send("b1")
  code()
  transaction {  // a2 never appears with b1
    left.send("a2")
    right.fail(Offline())
  }

  endpoint.cancel()
}
