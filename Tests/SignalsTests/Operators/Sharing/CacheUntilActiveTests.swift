import Signals
import SignalsTesting
import Testing

@Suite("cacheUntilActive", .leavesNothing) struct CacheUntilActiveTests {
  @Test func `the first subscriber receives the earlier values, then everything passes on live`() {
    let input = SignalInput<Int>()
    let cached = input.signal.cacheUntilActive()
    input.send(1)
    input.send(2)
    let first = Recorder(cached)
    expect(first.history, equals: ["1", "2"])
    input.send(3)
    let second = Recorder(cached)
    expect(second.history, equals: [])
    input.send(4)
    input.finish()
    expect(first.history, equals: ["1", "2", "3", "4", "|"])
    expect(second.history, equals: ["4", "|"])
    expect(Recorder(cached).history, equals: ["|"])
  }

  @Test func `when all have left, it keeps values for the next subscriber`() {
    let input = SignalInput<Int>()
    let cached = input.signal.cacheUntilActive()
    let first = Recorder(cached)
    let second = Recorder(cached)
    input.send(1)
    first.cancel()
    input.send(2)
    second.cancel()
    input.send(3)
    input.send(4)
    let third = Recorder(cached)
    expect([first, second, third].map(\.history), equals: [["1"], ["1", "2"], ["3", "4"]])
  }

  @Test func `values from before the end wait for the first later subscriber`() {
    let input = SignalInput<Int>()
    let cached = input.signal.cacheUntilActive()
    input.send(1)
    input.fail(Failure("e"))
    expect(Recorder(cached).history, equals: ["1", "#e"])
    expect(Recorder(cached).history, equals: ["#e"])
  }

  @Test func `values that a subscriber left behind stay for the next`() {
    let input = SignalInput<Int>()
    let cached = input.signal.cacheUntilActive()
    for value in 1...4 { input.send(value) }
    expect(Recorder(cached.prefix(2)).history, equals: ["1", "2", "|"])
    input.send(5)
    expect(Recorder(cached).history, equals: ["3", "4", "5"])
  }

  @Test func `a value that comes when the only subscriber has cancelled is kept, though the source is still busy`() {
    let input = SignalInput<Int>()
    let bag = CancellableBag()
    let cached = input.signal.cacheUntilActive()
    cached.subscribeValues { value in
      guard value == 1 else { return }
      input.send(2)
      bag.cancel()
    }.store(in: bag)
    input.send(1)
    expect(Recorder(cached).history, equals: ["2"])
  }

  @Test func `kept values are released when they have been delivered`() {
    let input = SignalInput<Tracked>()
    let log = Log<String>()
    let cached = input.signal.cacheUntilActive()
    input.send(Tracked("1", log))
    input.send(Tracked("2", log))
    let endpoint = cached.subscribeValues { _ in log.append("handled") }
    expect(log.entries, equals: ["handled", "1 released", "handled", "2 released"])
    withExtendedLifetime(endpoint) {}
  }

  @Test func `kept values are released with the last reference`() {
    let input = SignalInput<Tracked>()
    let log = Log<String>()
    var cached: Signal<Tracked>? = input.signal.cacheUntilActive()
    input.send(Tracked("1", log))
    cached = nil
    expect(log.entries, equals: ["1 released"])
    expect(cached == nil)
  }
}
