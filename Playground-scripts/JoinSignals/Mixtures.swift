import Lesson
import Signals
import SignalsTesting

func whatComesLater() {
  heading("What doesn't belong together: what comes later is a turn of its own")
  let clock = VirtualScheduler()
  let prices = SignalInput<Int>()
  code()
  let net = prices.signal
  let tax = net.map { $0 / 5 }
  code()
  let late = tax.delay(for: .seconds(1), on: clock)  // the same with debounce, deliver(on:), a task …

  var endpoints: [any Cancellable] = []
  code()
  endpoints += combineLatest(net, late).subscribeValues { result($0, "+", $1) }
  code()
  prices.send(100)
  clock.advance(by: .seconds(1))
  code()
  prices.send(200)  // with the old tax
  code()
  clock.advance(by: .seconds(1))  // the new one comes

  endpoints.cancelAll()
  code()
  // join, then wait
  endpoints += combineLatest(net, tax).delay(for: .seconds(1), on: clock).subscribeValues { result($0, "+", $1) }
  code()
  prices.send(300)
  clock.advance(by: .seconds(1))

  endpoints.cancelAll()
}

func withinTheSubscribingCall() {
  heading("Neither does what comes within the subscribing call: one sequence is through before the next begins")
  code()
  let endpoint = combineLatest(Signal.of(1, 2), Signal.of(10, 20)).subscribeValues { result($0, $1) }
  code()
  let pairs = zip(Signal.of(1, 2), Signal.of(10, 20)).subscribeValues { result($0, $1) }  // for pairs

  endpoint.cancel()
  pairs.cancel()
}
