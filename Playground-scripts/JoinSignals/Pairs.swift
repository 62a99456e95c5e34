import Signals

func zipping() {
  heading("Zipping: the first with the first, the second with the second")
  let (questions, answers) = (SignalInput<String>(), SignalInput<Int>())
  code(
    "let endpoint = zip(questions.signal, answers.signal).map { \"\\($0) = \\($1)\" }.subscribeValues { result($0) }")
  let endpoint = zip(questions.signal, answers.signal).map { "\($0) = \($1)" }.subscribeValues { result($0) }
  code("questions.send(\"2 + 2\"); questions.send(\"3 × 3\")   // nothing: they wait for their answers")
  questions.send("2 + 2")
  questions.send("3 × 3")
  code("answers.send(4)")
  answers.send(4)
  code("answers.send(9)")
  answers.send(9)
  endpoint.cancel()
}

func oneTurnForEach() {
  heading("What each of them makes of one turn")
  code("transaction { left.send(\"a1\"); right.send(\"b1\"); left.send(\"a2\"); right.send(\"b2\") }")
  turn("combineLatest(left, right)   // what they hold in the end") { left, right in
    combineLatest(left, right).map { "\($0) \($1)" }
  }
  turn("left.withLatest(from: right)   // each value, with what the other holds in the end") { left, right in
    left.withLatest(from: right).map { "\($0) \($1)" }
  }
  turn("left.sample(on: right)   // what there is in the end") { left, right in left.sample(on: right) }
  turn("zip(left, right)   // no join: all pairs") { left, right in zip(left, right).map { "\($0) \($1)" } }
  turn("merge(left, right)   // no join: everything") { left, right in merge(left, right) }
}

private func turn(_ line: String, _ put: (Signal<String>, Signal<String>) -> Signal<String>) {
  let (left, right) = (SignalInput<String>(), SignalInput<String>())
  code(line)
  let endpoint = put(left.signal, right.signal).subscribeValues { result($0) }
  transaction {
    left.send("a1")
    right.send("b1")
    left.send("a2")
    right.send("b2")
  }
  endpoint.cancel()
}
