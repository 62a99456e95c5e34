import Lesson
import Signals

func zipping() {
  heading("Zipping: pairs of values, in order")
  let (questions, answers) = (SignalInput<String>(), SignalInput<Int>())
  code()
  let endpoint = zip(questions.signal, answers.signal).map { "\($0) = \($1)" }.subscribeValues { result($0) }
  code()
  questions.send("2 + 2")
  questions.send("3 × 3")  // no output: both wait for their answers
  code()
  answers.send(4)
  code()
  answers.send(9)

  endpoint.cancel()
}

func operatorsInOneTurn() {
  heading("One turn, five operators")
  let (left, right) = (SignalInput<String>(), SignalInput<String>())
  code()
  let held = combineLatest(left, right).subscribeValues { result($0, $1) }  // both latest values at the end of the turn

  turn(left, right)
  held.cancel()
  code()
  let asked = left.withLatest(from: right).subscribeValues { result($0, $1) }  // each value, with the latest of right

  turn(left, right)
  asked.cancel()
  code()
  let sampled = left.sample(on: right).subscribeValues { result($0) }  // the latest value at the end of the turn

  turn(left, right)
  sampled.cancel()
  code()
  let pairs = zip(left, right).subscribeValues { result($0, $1) }  // not a join: every pair

  turn(left, right)
  pairs.cancel()
  code()
  let all = merge(left, right).subscribeValues { result($0) }  // not a join: every value

  turn(left, right)
  all.cancel()
}

private func turn(_ left: SignalInput<String>, _ right: SignalInput<String>) {
  code()
  transaction {
    left.send("a1")
    right.send("b1")
    left.send("a2")
    right.send("b2")
  }
}
