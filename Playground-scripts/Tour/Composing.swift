import Signals

func sourceAndChain() {
  let celsius = SignalInput<Double>()
  let endpoint = celsius.signal
    .map { $0 * 9 / 5 + 32 }
    .removeDuplicates()
    .filter { $0 > 100 }
    .subscribeValues { print("     \($0) °F") }

  print("   The source sends 20, 40, 40 and 45 °C. The chain delivers Fahrenheit above 100, without repetitions:")
  for degrees in [20.0, 40, 40, 45] { celsius.send(degrees) }

  endpoint.cancel()
}

func mergedSignals() {
  let kitchen = SignalInput<Int>()
  let attic = SignalInput<Int>()
  let house = merge(kitchen.signal.map { "kitchen \($0)" }, attic.signal.map { "attic \($0)" })
  let endpoint = house.subscribeValues { print("     \($0)") }

  print("   Two thermometers, merged into one signal:")
  kitchen.send(21)
  attic.send(9)
  kitchen.send(22)

  endpoint.cancel()
}

func sharedSignal() {
  let raw = SignalInput<Int>()
  let calibrated = raw.signal
    .map { value in
      print("     calibrating \(value)")
      return value + 1
    }
    .shared()
  var endpoints: [any Cancellable] = []
  endpoints += calibrated.subscribeValues { print("     display: \($0)") }
  endpoints += calibrated.subscribeValues { print("     diary:   \($0)") }

  print("   A display and a diary subscribe. Each value is calibrated once:")
  raw.send(20)
  raw.send(30)

  endpoints.cancelAll()
}

func orderPromise() {
  let room = SignalInput<Int>()
  var endpoints: [any Cancellable] = []
  endpoints += room.signal.subscribeValues { degrees in
    if degrees < 18 {
      print("     thermostat: \(degrees), too cold, sends 19: \(room.send(19))")
    } else {
      print("     thermostat: \(degrees)")
    }
  }
  endpoints += room.signal.subscribeValues { print("     display:    \($0)") }

  print("   The thermostat responds to 17 by sending 19 from inside its handler.")
  print("   Every subscriber receives 17 before any receives 19:")
  room.send(17)

  endpoints.cancelAll()
}
