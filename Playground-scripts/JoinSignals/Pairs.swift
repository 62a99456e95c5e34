import Lesson
import Signals

func zipping() {
  heading("Zipping: the first with the first, the second with the second")
  let (questions, answers) = (SignalInput<String>(), SignalInput<Int>())
  code()
  let endpoint = zip(questions.signal, answers.signal).map { "\($0) = \($1)" }.subscribeValues { result($0) }
  code()
  questions.send("2 + 2")
  questions.send("3 × 3")  // nothing: they wait for their answers
  code()
  answers.send(4)
  code()
  answers.send(9)

  endpoint.cancel()
}

func oneTurnForEach() {
  heading("What each of them makes of one turn")
  let (left, right) = (SignalInput<String>(), SignalInput<String>())
  code()
  let held = combineLatest(left, right).subscribeValues { result($0, $1) }  // what they hold in the end

  turn(left, right)
  held.cancel()
  code()
  let asked = left.withLatest(from: right).subscribeValues { result($0, $1) }  // each value, with what right holds

  turn(left, right)
  asked.cancel()
  code()
  let sampled = left.sample(on: right).subscribeValues { result($0) }  // what there is in the end

  turn(left, right)
  sampled.cancel()
  code()
  let pairs = zip(left, right).subscribeValues { result($0, $1) }  // no join: all pairs

  turn(left, right)
  pairs.cancel()
  code()
  let all = merge(left, right).subscribeValues { result($0) }  // no join: everything

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
