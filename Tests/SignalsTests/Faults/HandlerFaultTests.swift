import Signals
import SignalsTesting
import Testing

/// C3–C8 and C14 with handlers and operator closures that misbehave.
@Suite("Faults: handlers", .leavesNothing) struct HandlerFaultTests {
  @Test func `only the subscription that throws fails, and it receives nothing more (C14)`() {
    let input = SignalInput<Int>()
    let before = Recorder(input.signal)
    let failing = Recorder(input.signal.map { value in try checked(value) })
    let sharedFailing = input.signal.filter { value in try checked(value) > 0 }.shared()
    let both = [Recorder(sharedFailing), Recorder(sharedFailing)]
    let after = Recorder(input.signal)
    for value in [1, -2, 3] { input.send(value) }
    expect(before.history, equals: ["1", "-2", "3"])
    expect(failing.history, equals: ["1", "#negative"])
    expect(both.map(\.history), equals: [["1", "#negative"], ["1", "#negative"]])
    expect(after.history, equals: ["1", "-2", "3"])
  }

  @Test func `while a handler blocks, senders don't, and their values come after it in their order (C4, C5)`() {
    let input = SignalInput<Int>()
    let log = Log<Int>()
    let inside = Gate()
    let goOn = Gate()
    let over = Gate()
    let endpoint = input.signal.subscribeValues { value in
      if value == 0 {
        inside.open()
        goOn.wait()
      }
      log.append(value)
      if value == 100 { over.open() }
    }
    let blocked = startThread { input.send(0) }
    inside.wait()
    onAnotherThread { for value in 1...100 { input.send(value) } }
    expect(log.entries, equals: [])
    goOn.open()
    blocked.wait()
    over.wait()
    expect(log.entries, equals: Array(0...100))
    withExtendedLifetime(endpoint) {}
  }

  @Test func `a handler that cancels everything is the last that is called, on every path (C6)`() {
    let input = SignalInput<Int>()
    let log = Log<String>()
    let bag = CancellableBag()
    let shared = input.signal.keeping("shared", log).shared()
    let signals: [(String, Signal<Int>)] = [
      ("plain", input.signal), ("shared", shared), ("cancels", input.signal), ("late", input.signal),
      ("shared 2", shared),
      ("merged", merge(input.signal, shared)), ("joined", combineLatest(input.signal, shared).map { $0 + $1 }),
    ]
    for (name, signal) in signals {
      signal.subscribeValues { value in
        log.append("\(name) \(value)")
        if name == "cancels" { bag.cancel() }
      }.store(in: bag)
    }
    input.send(1)
    input.send(2)
    expect(log.entries, equals: ["plain 1", "shared 1", "shared 2 1", "merged 1", "cancels 1", "shared released"])
  }

  @Test
  func `a source that its own handler releases finishes after the event, and after the sent values (C1, C4)`() {
    let hold = Hold(SignalInput<Int>())
    let log = Log<String>()
    let endpoints = ["a", "b"].map { name in
      hold.value?.signal.keeping(name, log).subscribe { event in
        log.append("\(name) \(event)")
        guard case .value(1) = event, name == "a" else { return }
        hold.value?.send(2)
        hold.letGo()
      }
    }
    hold.value?.send(1)
    expect(
      log.entries,
      equals: [
        "a value(1)", "b value(1)", "a value(2)", "b value(2)", "a finished", "a released", "b finished", "b released",
      ])
    withExtendedLifetime(endpoints) {}
  }

  @Test func `a handler that subscribes, sends and cancels each time goes on in order, without end (C4, C5)`() {
    let input = SignalInput<Int>()
    let log = Log<String>()
    let newcomer = Guarded<Endpoint?>(nil)
    let endpoint = input.signal.subscribeValues { value in
      log.append("\(value)")
      guard value < 4 else { return }
      let new = input.signal.subscribeValues { log.append("newcomer of \(value): \($0)") }
      // The one before is released here, and cancelled by that.
      let former = newcomer.change { endpoint in
        defer { endpoint = new }
        return endpoint
      }
      former?.cancel()
      input.send(value + 1)
    }
    input.send(1)
    expect(log.entries, equals: ["1", "2", "3", "4", "newcomer of 3: 4"])
    withExtendedLifetime(endpoint) {}
  }
}
