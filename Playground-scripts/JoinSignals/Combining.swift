import Lesson
import Signals

func combining() {
  heading("Combining: the latest value of each signal, from the moment when every signal has one")
  let (first, last, age) = (SignalInput<String>(), SignalInput<String>(), SignalInput<Int>())
  code()
  let endpoint = combineLatest(first.signal, last.signal, age.signal)
    .map { first, last, age in "\(first) \(last), \(age)" }
    .subscribeValues { result($0) }
  code()
  first.send("Ada")
  last.send("King")  // no output: the age has no value yet
  code()
  age.send(19)
  code()
  last.send("Lovelace")

  endpoint.cancel()
}

func diamond() {
  heading("A diamond: one event that arrives by two paths gives one output")
  let prices = SignalInput<Int>()
  code()
  let net = prices.signal
  code()
  let tax = net.map { $0 / 5 }
  code()
  let endpoint = combineLatest(net, tax).subscribeValues { result($0, "+", $1, "=", $0 + $1) }
  code()
  prices.send(100)
  code()
  prices.send(200)  // never 200 + 20, the new price with the old tax

  endpoint.cancel()
}

func differentPaths() {
  heading("Paths of different lengths, with different operators")
  let input = SignalInput<Int>()
  code()
  let number = input.signal
  code()
  let kind = number.map { $0.isMultiple(of: 2) ? "even" : "odd" }.removeDuplicates()
  code()
  let sentence = combineLatest(number, kind).map { "\($0) is \($1)" }
  code()
  let endpoint = combineLatest(sentence, number.map { $0 * $0 })  // a join of a join
    .subscribeValues { result($0, "and its square is", $1) }
  code()
  for value in [1, 3, 4] { input.send(value) }

  endpoint.cancel()
}
