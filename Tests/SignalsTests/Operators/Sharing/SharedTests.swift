import Signals
import SignalsTesting
import Testing

@Suite("shared", .leavesNothing) struct SharedTests {
  @Test func `one subscription serves all subscribers, from the first to the last of them, then anew`() {
    let input = SignalInput<Int>()
    let log = Log<String>()
    let shared = counted(input, log).shared()
    expect(log.entries, equals: [])
    let first = Recorder(shared)
    let second = Recorder(shared)
    input.send(1)
    first.cancel()
    input.send(2)
    expect(log.entries, equals: ["subscribed"])
    second.cancel()
    expect(log.entries, equals: ["subscribed", "subscription released"])
    input.send(3)
    let third = Recorder(shared)
    input.send(4)
    expect(log.entries, equals: ["subscribed", "subscription released", "subscribed"])
    expect([first, second, third].map(\.history), equals: [["1"], ["1", "2"], ["4"]])
  }

  @Test func `the feed stays for those who subscribe while it starts again, when the first of them cancels (C2, C6)`() {
    let (input, log) = (SignalInput<Int>(), Log<String>())
    let (isStopping, mayStop, isReceiving, mayReceive) = (Gate(), Gate(), Gate(), Gate())
    let shared = Signal<Int>.deferred { input.signal.prepend(0) }
      .handleEvents(onCancel: {
        isStopping.open()
        mayStop.wait()
      })
      .shared(replaying: 1)
    let former = shared.subscribeValues { _ in }
    let cancelling = startThread { former.cancel() }
    isStopping.wait()
    let first = shared.subscribeValues { _ in }
    let second = shared.subscribeValues { log.append("second \($0)") }
    let third = shared.subscribeValues { value in
      log.append("third \(value)")
      isReceiving.open()
      mayReceive.wait()
    }
    // Now the first one starts the feed again, and the others are added meanwhile.
    mayStop.open()
    isReceiving.wait()
    first.cancel()
    mayReceive.open()
    cancelling.wait()
    input.send(1)
    expect(log.entries.suffix(2), equals: ["second 1", "third 1"])
    second.cancel()
    third.cancel()
  }

  @Test func `its operators run once for all`() {
    let input = SignalInput<Int>()
    let log = Log<Int>()
    let shared = input.signal.map { value in
      log.append(value)
      return value
    }.shared()
    let recorders = [Recorder(shared), Recorder(shared)]
    input.send(1)
    expect(log.entries, equals: [1])
    expect(recorders.map(\.history), equals: [["1"], ["1"]])
  }

  @Test func `a subscriber after the end receives the end`() {
    let input = SignalInput<Int>()
    let shared = input.signal.shared()
    let early = Recorder(shared)
    input.fail(Failure("e"))
    expect(early.history, equals: ["#e"])
    expect(Recorder(shared).history, equals: ["#e"])
  }

  @Test func `a sequence goes to the first subscriber, and its end to later ones`() {
    let shared = Signal.of(1, 2).shared()
    expect(Recorder(shared).history, equals: ["1", "2", "|"])
    expect(Recorder(shared).history, equals: ["|"])
  }

  @Test func `below a shared signal each attempt of retry receives the same failure (C2)`() {
    let runs = Log<Int>()
    let failing = Signal<Int>.deferred {
      runs.append(1)
      return concat(.just(1), .failed(Failure("e")))
    }
    expect(Recorder(failing.shared().retry(3)).history, equals: ["1", "#e"])
    expect(Recorder(failing.multicast().autoconnect().retry(3)).history, equals: ["1", "#e"])
    expect(runs.entries.count, equals: 2)
    expect(Recorder(failing.shared(replaying: 1).retry(3)).history, equals: ["1", "1", "1", "1", "#e"])
    expect(runs.entries.count, equals: 3)
    expect(Recorder(failing.retry(3).shared()).history, equals: ["1", "1", "1", "1", "#e"])
    expect(runs.entries.count, equals: 7)
  }

  @Test func `a sequence without end is left when no subscriber wants more of it`() {
    let shared = Signal.from(0...).shared()
    expect(Recorder(shared.prefix(3)).history, equals: ["0", "1", "2", "|"])
    expect(Recorder(shared.prefix(1)).history, equals: ["0", "|"])
    expect(Recorder(Signal.from(0...).shared(replaying: 2).prefix(3)).history, equals: ["0", "1", "2", "|"])
  }

  @Test func `a handler's send while the run begins comes in its turn`() {
    let input = SignalInput<Int>()
    let shared = merge(Signal.of(1, 2), input.signal).shared()
    let log = Log<Int>()
    let endpoint = shared.subscribeValues { value in
      log.append(value)
      if value == 3 { input.send(4) }
      log.append(value)
    }
    input.send(3)
    expect(log.entries, equals: [1, 1, 2, 2, 3, 3, 4, 4])
    withExtendedLifetime(endpoint) {}
  }

  @Test func `a handler that cancels the last subscription ends the sharing`() {
    let input = SignalInput<Int>()
    let log = Log<String>()
    let shared = counted(input, log).shared()
    let endpoint = shared.subscribeWhile { _ in false }
    input.send(1)
    expect(log.entries, equals: ["subscribed", "subscription released"])
    expect(!endpoint.isActive)
  }

  @Test func `subscribing inside a handler of it starts with the next value`() {
    let input = SignalInput<Int>()
    let shared = input.signal.shared()
    let late = Guarded<Recorder<Int>?>(nil)
    let endpoint = shared.subscribeValues { value in
      guard value == 1 else { return }
      let recorder = Recorder(shared)
      late.change { $0 = recorder }
    }
    input.send(1)
    input.send(2)
    expect(late.change { $0 }?.history, equals: ["2"])
    withExtendedLifetime(endpoint) {}
  }

  static let shared: [(name: String, share: @Sendable (Signal<String>) -> Signal<String>)] = [
    ("shared", { $0.shared() }),
    ("shared(replaying:)", { $0.shared(replaying: 1) }),
    ("autoconnect", { $0.multicast().autoconnect() }),
  ]

  @Test(arguments: shared.map(\.name))
  func `a subscriber that the starting feed brings about receives what the feed sends next (C12)`(_ name: String) throws
  {
    let share = try #require(Self.shared.first { $0.name == name }).share
    let (status, log) = (SignalInput<String>(), Log<String>())
    let states = share(
      Signal.generate { emitter in
        emitter.send("connecting")
        status.send("begun")
        emitter.send("connected")
        emitter.whenEnded { _ = emitter }
      })
    let bag = CancellableBag()
    bag += status.subscribeValues { _ in bag += states.subscribeValues { log.append("screen: \($0)") } }
    bag += states.subscribeValues { log.append("log: \($0)") }
    expect(log.entries.filter { $0.hasPrefix("log") }, equals: ["log: connecting", "log: connected"])
    expect(log.entries.filter { $0.hasPrefix("screen") }.last, equals: "screen: connected")
    bag.cancel()
  }
}
