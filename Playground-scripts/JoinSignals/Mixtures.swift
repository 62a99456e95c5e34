import Lesson
import Signals
import SignalsTesting

func delayedValues() {
  heading("Delayed values: a later delivery is a turn of its own")
  let clock = VirtualScheduler()
  let prices = SignalInput<Int>()
  code()
  let net = prices.signal
  let tax = net.map { $0 / 5 }
  code()
  let late = tax.delay(for: .seconds(1), on: clock)  // the same applies to debounce, deliver(on:), tasks …

  var endpoints: [any Cancellable] = []
  code()
  endpoints += combineLatest(net, late).subscribeValues { result($0, "+", $1) }
  code()
  prices.send(100)
  clock.advance(by: .seconds(1))
  code()
  prices.send(200)  // the new price with the old tax
  code()
  clock.advance(by: .seconds(1))  // the new tax

  endpoints.cancelAll()
  code()
  // join first, then delay
  endpoints += combineLatest(net, tax).delay(for: .seconds(1), on: clock).subscribeValues { result($0, "+", $1) }
  code()
  prices.send(300)
  clock.advance(by: .seconds(1))

  endpoints.cancelAll()
}

func valuesDuringSubscription() {
  heading("Values emitted during the subscription: the first sequence ends before the second begins")
  code()
  let endpoint = combineLatest(Signal.of(1, 2), Signal.of(10, 20)).subscribeValues { result($0, $1) }
  code()
  let pairs = zip(Signal.of(1, 2), Signal.of(10, 20)).subscribeValues { result($0, $1) }  // zip pairs them

  endpoint.cancel()
  pairs.cancel()
}
