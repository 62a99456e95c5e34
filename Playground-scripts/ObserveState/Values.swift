import Lesson
import SignalsKVO

func asSignals() {
  heading("As signals: the current value, then every change")
  let ada = Person("Ada", "King")
  var endpoints: [any Cancellable] = []
  code()
  endpoints += ada.$firstName.signal.map { $0.uppercased() }.subscribeValues { result($0) }
  code()
  endpoints += Signal.keyValueObserving(ada, \.fullName).dropFirst().subscribeValues { result($0) }
  code()
  ada.firstName = "Augusta"

  endpoints.cancelAll()
}

private final class Display: Sendable {
  let name: String

  init(_ name: String) { self.name = name }
}

func singleValues() {
  heading("A Property: one value for all threads, observed while the observer's owner exists")
  let count = Property(0)
  let display = Display("display")
  code()
  count.addObserver(forOwner: display, triggerImmediately: true) { old, new in result("old", old, "new", new) }
  code()
  count.subscribe(display) { display, value in result(display.name, value) }  // starts with the next change
  code()
  count.value = 1
  code()
  count.modify { $0 += 1 }  // atomic
  code()
  count.removeObservers(forOwner: display)
  code()
  count.value = 3
}

func derived() {
  heading("A derived value: computed once in a turn")
  let (net, rate) = (Property(100), Property(20))
  code()
  let gross = Derived { net.value * (100 + rate.value) / 100 }
  code()
  let endpoint = gross.signal.subscribeValues { result($0) }
  code()
  net.value = 200
  code()
  transaction {
    net.value = 300
    rate.value = 10
  }

  endpoint.cancel()
}

func collections() {
  heading("A collection: each event lists its changes")
  let list: ObservedArray = ["bread", "milk"]
  code()
  let endpoint = list.changes.subscribeValues { changes in
    result(changes.map(\.description).joined(separator: ", "))
  }
  code()
  list.append("tea")
  code()
  list.move(from: 2, to: 0)
  code()
  list.batch {  // one event
    $0.removeLast()
    $0[0] = "green tea"
  }
  code()
  list.value = ["milk", "bread"]  // a new value is reported as the difference

  endpoint.cancel()
}
