import Signals
import SignalsTesting
import Testing

@Suite("handleEvents", .leavesNothing) struct HandleEventsTests {
  private let log = Log<String>()

  private func handled<Value: Sendable>(_ signal: Signal<Value>) -> Signal<Value> {
    signal.handleEvents(
      onSubscribe: { [log] in log.append("subscribe") }, onValue: { [log] in log.append("value \($0)") },
      onEnd: { [log] in log.append("end \($0)") }, onCancel: { [log] in log.append("cancel") })
  }

  @Test func `tells everything before it is passed on, and passes it on as it is`() {
    let input = SignalInput<Int>()
    let endpoint = handled(input.signal).subscribe { [log] event in log.append("handler \(event)") }
    input.send(1)
    input.finish()
    endpoint.cancel()
    expect(
      log.entries, equals: ["subscribe", "value 1", "handler value(1)", "end finished", "handler finished"])
  }

  @Test func `tells a failure, and an end without a value`() {
    expect(history(of: [Int](), end: .failed(Failure("e"))) { handled($0) }, equals: ["#e"])
    expect(history(of: [Int]()) { handled($0) }, equals: ["|"])
    expect(log.entries, equals: ["subscribe", "end failed(e)", "subscribe", "end finished"])
  }

  @Test func `tells a cancel once, where nothing has ended`() {
    for signal in [Signal<Int>.never(), SignalInput<Int>.endless] {
      let endpoint = handled(signal).subscribe { _ in }
      expect(log.entries.last, equals: "subscribe")
      endpoint.cancel()
      endpoint.cancel()
    }
    expect(log.entries, equals: ["subscribe", "cancel", "subscribe", "cancel"])
  }

  @Test func `an end below is a cancel here`() {
    expect(history(of: [1, 2]) { handled($0).prefix(1) }, equals: ["1", "|"])
    expect(history(of: [1]) { handled($0).map { _ in throw Failure("below") } as Signal<Int> }, equals: ["#below"])
    expect(log.entries, equals: ["subscribe", "value 1", "cancel", "subscribe", "value 1", "cancel"])
  }

  @Test func `a handler that cancels is heard of when it has returned`() {
    expect(history(cancelledInside: [1, 2]) { handled($0) }, equals: ["1"])
    expect(log.entries, equals: ["subscribe", "value 1", "cancel"])
  }

  @Test func `a handler's send comes after the event that it handles`() {
    expect(history(of: [1], sendingInside: [2]) { handled($0) }, equals: ["1", "2", "|"])
    expect(log.entries, equals: ["subscribe", "value 1", "value 2", "end finished"])
  }

  @Test func `fails with the error of a closure`() {
    let failing = history(of: [1, -1, 2]) { [log] in
      $0.handleEvents(onValue: { _ = try checked($0) }, onEnd: { log.append("\($0)") })
    }
    expect(failing, equals: ["1", "#negative"])
    expect(history(of: [1]) { $0.handleEvents(onEnd: { _ in throw Failure("end") }) }, equals: ["1", "#end"])
    let refused = drawn { [log] in
      $0.handleEvents(
        onSubscribe: { throw Failure("no") }, onEnd: { log.append("\($0)") }, onCancel: { log.append("-") })
    }
    expect(refused.history == ["#no"] && refused.numbers == [])
    expect(log.entries, equals: ["failed(negative)"])
  }

  @Test func `each subscription is told of, also by one closure alone`() {
    let signal = Signal.of(1, 2).handleEvents(onValue: { [log] in log.append("\($0)") })
    for _ in 0..<2 { withExtendedLifetime(signal.subscribe { _ in }) {} }
    expect(log.entries, equals: ["1", "2", "1", "2"])
  }

  @Test func `nothing waits`() throws {
    let clock = VirtualScheduler()
    let source = Signal<String>.timeline("-a-b--|", on: clock)
    try timeline(of: source.handleEvents(onValue: { [log] in log.append($0) }), on: clock).expect("-a-b--|")
    expect(log.entries, equals: ["a", "b"])
  }
}

extension SignalInput where Value == Int {
  /// A signal whose source stays.
  fileprivate static var endless: Signal<Int> { Signal.timer(every: .seconds(1), on: VirtualScheduler()) }
}
