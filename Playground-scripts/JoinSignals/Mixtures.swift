import Signals
import SignalsTesting

func whatComesLater() {
  heading("What doesn't belong together: what comes later is a turn of its own")
  let clock = VirtualScheduler()
  let prices = SignalInput<Int>()
  code("let net = prices.signal; let tax = net.map { $0 / 5 }")
  let net = prices.signal
  let tax = net.map { $0 / 5 }
  code("let late = tax.delay(for: .seconds(1), on: clock)   // the same with debounce, deliver(on:), a task …")
  let late = tax.delay(for: .seconds(1), on: clock)
  var endpoints: [any Cancellable] = []
  code("endpoints += combineLatest(net, late).subscribeValues { result($0, \"+\", $1) }")
  endpoints += combineLatest(net, late).subscribeValues { result($0, "+", $1) }
  code("prices.send(100); clock.advance(by: .seconds(1))")
  prices.send(100)
  clock.advance(by: .seconds(1))
  code("prices.send(200)   // with the old tax")
  prices.send(200)
  code("clock.advance(by: .seconds(1))   // the new one comes")
  clock.advance(by: .seconds(1))
  endpoints.cancelAll()
  code(
    "endpoints += combineLatest(net, tax).delay(for: .seconds(1), on: clock).subscribeValues { … }   // join, then wait"
  )
  endpoints += combineLatest(net, tax).delay(for: .seconds(1), on: clock).subscribeValues { result($0, "+", $1) }
  code("prices.send(300); clock.advance(by: .seconds(1))")
  prices.send(300)
  clock.advance(by: .seconds(1))
  endpoints.cancelAll()
}

func withinTheSubscribingCall() {
  heading("Neither does what comes within the subscribing call: one sequence is through before the next begins")
  code("combineLatest(Signal.of(1, 2), Signal.of(10, 20))")
  let endpoint = combineLatest(Signal.of(1, 2), Signal.of(10, 20)).subscribeValues { result($0, $1) }
  code("zip(Signal.of(1, 2), Signal.of(10, 20))   // for pairs")
  let pairs = zip(Signal.of(1, 2), Signal.of(10, 20)).subscribeValues { result($0, $1) }
  endpoint.cancel()
  pairs.cancel()
}
