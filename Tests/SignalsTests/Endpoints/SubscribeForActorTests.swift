import Signals
import SignalsTesting
import Testing

/// C8, C13: handlers whose owner is an actor.
@Suite("subscribeValues(for:) with an actor", .leavesNothing) struct SubscribeForActorTests {
  /// Subscribes with itself as the owner.
  actor Sum {
    private let log: Log<String>
    private(set) var total = 0
    private var endpoints: [Endpoint] = []

    init(_ log: Log<String>) { self.log = log }

    func follow(_ numbers: Signal<Int>) {
      endpoints.append(numbers.subscribeValues(for: self) { sum, number in sum.total = sum.total * 10 + number })
      endpoints.append(
        numbers.subscribeValues(for: self) { sum, number in
          sum.preconditionIsolated()
          if number < 0 { return }
          sum.log.append("\(number)")
        })
    }

    func keep(_ endpoint: Endpoint) { endpoints.append(endpoint) }

    deinit { log.append("released") }
  }

  @Test func `a handler for an owner that is an actor is called on that actor, in order`() async {
    let input = SignalInput<Int>()
    let log = Log<String>()
    let sum = Sum(log)
    await sum.follow(input.signal)
    for number in 1...9 { input.send(number) }
    while await sum.total < 123_456_789 || log.entries.count < 9 { await letOthersGoOn() }
    expect(log.entries, equals: (1...9).map { "\($0)" })
  }

  @Test func `the code that subscribes may belong to another actor`() async {
    let input = SignalInput<Int>()
    let log = Log<String>()
    let sum = Sum(log)
    // With one expression, and with several statements.
    await sum.keep(input.signal.subscribeValues(for: sum) { sum, _ in sum.preconditionIsolated() })
    await sum.keep(
      input.signal.subscribeValues(for: sum) { sum, number in
        sum.preconditionIsolated()
        log.append("\(number)")
      })
    input.send(1)
    while log.entries.isEmpty { await letOthersGoOn() }
    expect(log.entries, equals: ["1"])
  }

  @Test func `an owner that is an actor is not retained, and gets nothing after its release`() async {
    let input = SignalInput<Int>()
    let log = Log<String>()
    do {
      let sum = Sum(log)
      await sum.follow(input.signal)
      input.send(7)
      while log.entries.isEmpty { await letOthersGoOn() }
    }
    let outlives = Tracked("handler", log)
    let endpoint: Endpoint
    do {
      let sum = Sum(log)
      endpoint = input.signal.subscribeValues(for: sum) { _, _ in outlives.touch() }
    }
    while log.entries.count < 3 { await letOthersGoOn() }
    input.send(1)
    while endpoint.isActive { await letOthersGoOn() }
    expect(log.entries, equals: ["7", "released", "released"])
  }
}
