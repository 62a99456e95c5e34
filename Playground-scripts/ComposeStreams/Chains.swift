import Lesson
import Signals

func chain() {
  heading("A chain of operators")
  let input = SignalInput<Int>()
  code()
  let endpoint = input.signal
    .map { $0 * 2 }
    .filter { $0 > 2 }
    .removeDuplicates()
    .dropFirst()
    .subscribeValues { result($0) }
  code()
  for value in [1, 2, 2, 3, 3, 4] { input.send(value) }

  endpoint.cancel()
}

func sendResults() {
  heading("The result of a send")
  let input = SignalInput<Int>()
  code()
  let endpoint = input.signal.subscribeValues { if $0 == 1 { result("inside the handler:", input.send(2)) } }
  show(input.send(1))
  show(input.finish())
  show(input.send(3))
  endpoint.cancel()
}

func eventGrammar() {
  heading("The events of a signal: values, then at most one end")
  code()
  let endpoint = Signal.of("A", "B").subscribe { event in
    switch event {
    case .value(let value): result("value:", value)
    case .end(.finished): result("finished")
    case .end(.failed(let error)): result("failed:", error)
    }
  }
  show(endpoint.isActive)
}

func coldSignal() {
  heading("Each subscription has operators of its own")
  let amounts = SignalInput<Int>()
  var endpoints: [any Cancellable] = []
  code()
  let total = amounts.signal.scan(0) { $0 + $1 }
  code()
  endpoints += total.subscribeValues { result("first", $0) }
  code()
  amounts.send(10)
  code()
  endpoints += total.subscribeValues { result("second", $0) }
  code()
  amounts.send(5)

  endpoints.cancelAll()
}

func droppingAndFinishing() {
  heading("Dropping values, and finishing early")
  let lines = SignalInput<String>()
  code()
  let endpoint = lines.signal.compactMap { Int($0) }.prefix(2).subscribe { result($0) }
  code()
  for line in ["1", "two", "3", "4"] { lines.send(line) }

  endpoint.cancel()
}
