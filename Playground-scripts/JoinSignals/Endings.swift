import Lesson
import Signals

func endings() {
  heading("What ends when: left and right hold a1 and b1, left finishes first")
  var (left, right) = inputs()
  code()
  let held = combineLatest(left, right).map { "\($0) \($1)" }.subscribe { result($0) }  // with the last of them

  end(left, right)
  held.cancel()
  (left, right) = inputs()
  code()
  let asked = left.withLatest(from: right).map { "\($0) \($1)" }.subscribe { result($0) }  // with its own signal

  end(left, right)
  asked.cancel()
  (left, right) = inputs()
  code()
  let sampled = left.sample(on: right).subscribe { result($0) }  // with the ticks, or when nothing new is left

  end(left, right)
  sampled.cancel()
  (left, right) = inputs()
  code()
  let pairs = zip(left, right).map { "\($0) \($1)" }.subscribe { result($0) }  // when no further pair can come

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
  heading("A failure in a turn: what was there before, then the failure, and nothing mixed")
  let (left, right) = (SignalInput<String>(), SignalInput<String>())
  code()
  let endpoint = combineLatest(left.signal, right.signal).map { "\($0) \($1)" }.subscribe { result($0) }
  code()
  left.send("a1")
  right.send("b1")
  code()
  transaction {  // never a2 with b1
    left.send("a2")
    right.fail(Offline())
  }

  endpoint.cancel()
}
