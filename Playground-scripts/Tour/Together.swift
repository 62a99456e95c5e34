import Signals

func oneEventTwoWays() {
  let celsius = SignalInput<Int>()
  let fahrenheit = celsius.signal.map { $0 * 9 / 5 + 32 }
  let endpoint = combineLatest(celsius.signal, fahrenheit).subscribeValues { print("     \($0) °C is \($1) °F") }

  print("   One thermometer, read in two units. The new Celsius never appears with the old Fahrenheit:")
  celsius.send(20)
  celsius.send(30)

  endpoint.cancel()
}

func twoSendsOneEvent() {
  let kitchen = SignalInput<Int>()
  let attic = SignalInput<Int>()
  let endpoint = combineLatest(kitchen.signal, attic.signal).subscribeValues {
    print("     kitchen \($0), attic \($1)")
  }

  print("   Two thermometers, read twice, each time in one transaction. 24 never appears with the old 9:")
  for (inKitchen, inAttic) in [(21, 9), (24, 12)] {
    transaction {
      kitchen.send(inKitchen)
      attic.send(inAttic)
    }
  }

  endpoint.cancel()
}
