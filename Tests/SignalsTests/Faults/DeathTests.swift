import Signals
import SignalsTesting
import Testing

/// C1 and C8 where the last reference goes on another thread than the one that delivers.
@Suite("Faults: deaths on other threads", .leavesNothing) struct DeathTests {
  @Test func `the last observer of a shared signal goes, and everything above with it`() {
    let input = SignalInput<Int>()
    let log = Log<String>()
    let shared = input.signal.keeping("above", log).shared()
    for round in 1...2 {
      let holds = ["a", "b"].map { name in Hold(shared.subscribeValues { log.append("\(name) \($0)") }) }
      input.send(round)
      for hold in holds { onAnotherThread { hold.letGo() } }
      input.send(-round)
    }
    expect(log.entries, equals: ["a 1", "b 1", "above released", "a 2", "b 2", "above released"])
  }

  @Test func `an observer that goes while its handler runs is released when that has returned`() {
    let input = SignalInput<Int>()
    let log = Log<String>()
    let inside = Gate()
    let goOn = Gate()
    let hold = Hold(
      input.signal.keeping("observer", log).subscribeValues { value in
        inside.open()
        goOn.wait()
        log.append("\(value)")
      })
    let sender = startThread {
      input.send(1)
      input.send(2)
    }
    inside.wait()
    onAnotherThread { hold.letGo() }
    log.append("let go")
    goOn.open()
    sender.wait()
    expect(log.entries, equals: ["let go", "1", "observer released"])
  }

  @Test func `a source that goes while its handler runs finishes after all that was sent`() {
    let hold = Hold(SignalInput<Int>())
    let inside = Gate()
    let goOn = Gate()
    let over = Gate()
    let log = Log<String>()
    let endpoint = hold.value?.signal.subscribe { event in
      if case .value(1) = event {
        inside.open()
        goOn.wait()
      }
      log.append("\(event)")
      if case .end = event { over.open() }
    }
    let sender = startThread { hold.value?.send(1) }
    inside.wait()
    onAnotherThread {
      hold.value?.send(2)
      hold.letGo()
    }
    log.append("let go")
    goOn.open()
    sender.wait()
    over.wait()
    expect(log.entries, equals: ["let go", "value(1)", "value(2)", "finished"])
    withExtendedLifetime(endpoint) {}
  }
}
