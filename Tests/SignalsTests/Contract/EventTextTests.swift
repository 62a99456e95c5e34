import Signals
import Testing

@Suite("Events and sources as text", .leavesNothing) struct EventTextTests {
  @Test func `an event prints its contents`() {
    expect("\(Event.value(1))", equals: "value(1)")
    expect("\(Event<Int>.end(.finished))", equals: "finished")
    expect("\(Event<Int>.end(.failed(Failure("e"))))", equals: "failed(e)")
  }

  @Test func `a signal prints its operator and the place`() {
    let numbers = Signal.of(1, 2)
    let doubles = numbers.filter { $0 > 1 }.scan(0) { $0 + $1 }
    let line = #line - 1
    expect("\(doubles)", equals: "Signal<Int>(scan at \(#fileID):\(line))")
    expect("\(Signal<String> { _, _ in })", equals: "Signal<String>")
  }

  @Test func `an input prints the number of its subscriptions, and an endpoint whether it is active`() {
    let input = SignalInput<Int>()
    expect("\(input)", equals: "SignalInput<Int>(subscriptions: 0)")
    let endpoint = input.subscribeValues { _ in }
    expect("\(input)", equals: "SignalInput<Int>(subscriptions: 1)")
    expect("\(endpoint)", equals: "Endpoint(active)")
    endpoint.cancel()
    expect("\(endpoint)", equals: "Endpoint(inactive)")
    expect("\(input)", equals: "SignalInput<Int>(subscriptions: 0)")
  }
}
