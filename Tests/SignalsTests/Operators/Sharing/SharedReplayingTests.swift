import Signals
import SignalsTesting
import Testing

@Suite("shared(replaying:)", .leavesNothing) struct SharedReplayingTests {
  @Test func `a late subscriber receives the last values at once, and then the rest`() {
    let input = SignalInput<Int>()
    let shared = input.signal.shared(replaying: 2)
    let first = Recorder(shared)
    input.send(1)
    let second = Recorder(shared)
    expect(second.history, equals: ["1"])
    input.send(2)
    input.send(3)
    let third = Recorder(shared)
    expect(third.history, equals: ["2", "3"])
    input.send(4)
    input.finish()
    expect(first.history, equals: ["1", "2", "3", "4", "|"])
    expect(second.history, equals: ["1", "2", "3", "4", "|"])
    expect(third.history, equals: ["2", "3", "4", "|"])
  }

  @Test(arguments: [nil, Failure("e")])
  func `a subscriber after the end receives the last values and the end`(_ failure: Failure?) {
    let input = SignalInput<Int>()
    let shared = input.signal.shared(replaying: 2)
    let early = Recorder(shared)
    for value in 1...3 { input.send(value) }
    if let failure { input.fail(failure) } else { input.finish() }
    let end = failure == nil ? "|" : "#e"
    expect(Recorder(shared).history, equals: ["2", "3", end])
    expect(Recorder(shared).history, equals: ["2", "3", end])
    expect(early.history, equals: ["1", "2", "3", end])
  }

  @Test func `a subscriber after an end without values receives the end`() {
    let shared = Signal<Int>.empty().shared(replaying: 1)
    expect(Recorder(shared).history, equals: ["|"])
    expect(Recorder(shared).history, equals: ["|"])
  }

  @Test func `when all have left it begins anew, with nothing replayed`() {
    let input = SignalInput<Int>()
    let log = Log<String>()
    let shared = counted(input, log).shared(replaying: 1)
    let first = Recorder(shared)
    input.send(1)
    first.cancel()
    expect(log.entries, equals: ["subscribed", "subscription released"])
    input.send(2)
    let second = Recorder(shared)
    expect(second.history, equals: [])
    input.send(3)
    expect(Recorder(shared).history, equals: ["3"])
    expect(log.entries, equals: ["subscribed", "subscription released", "subscribed"])
  }

  @Test func `kept values are released with the last subscriber, and by newer values`() {
    let input = SignalInput<Tracked>()
    let log = Log<String>()
    let shared = input.signal.shared(replaying: 1)
    let endpoint = shared.subscribeValues { _ in }
    input.send(Tracked("1", log))
    expect(log.entries, equals: [])
    input.send(Tracked("2", log))
    expect(log.entries, equals: ["1 released"])
    endpoint.cancel()
    expect(log.entries, equals: ["1 released", "2 released"])
  }

  @Test func `values kept after the end are released with the signal, though an endpoint is still held`() {
    let input = SignalInput<Tracked>()
    let log = Log<String>()
    var shared: Signal<Tracked>? = input.signal.shared(replaying: 1)
    let endpoint = shared?.subscribeValues { _ in }
    input.send(Tracked("1", log))
    input.finish()
    expect(log.entries, equals: [])
    shared = nil
    expect(log.entries, equals: ["1 released"])
    withExtendedLifetime(endpoint) {}
  }

  @Test func `a sequence is replayed to later subscribers`() {
    let shared = Signal.of(1, 2, 3).shared(replaying: 2)
    expect(Recorder(shared).history, equals: ["1", "2", "3", "|"])
    expect(Recorder(shared).history, equals: ["2", "3", "|"])
  }

  @Test func `replaying zero values is sharing`() {
    let input = SignalInput<Int>()
    let shared = input.signal.shared(replaying: 0)
    let first = Recorder(shared)
    input.send(1)
    expect(Recorder(shared).history, equals: [])
    expect(first.history, equals: ["1"])
  }

  @Test func `absent values are values`() {
    let input = SignalInput<Int?>()
    let shared = input.signal.shared(replaying: 2)
    let first = Recorder(shared)
    input.send(nil)
    input.send(1)
    expect(Recorder(shared).history, equals: first.history)
  }
}
