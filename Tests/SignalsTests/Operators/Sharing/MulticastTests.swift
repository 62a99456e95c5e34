import Signals
import SignalsTesting
import Testing

@Suite("multicast", .leavesNothing) struct MulticastTests {
  @Test func `it begins when it is connected, for all present subscribers`() {
    let log = Log<String>()
    let multicast = counted(Signal.of(1, 2), log).multicast()
    let first = Recorder(multicast.signal)
    let second = Recorder(multicast.signal)
    expect(log.entries, equals: [])
    let connection = multicast.connect()
    expect(log.entries, equals: ["subscribed", "subscription released"])
    expect(first.history, equals: ["1", "2", "|"])
    expect(second.history, equals: ["1", "2", "|"])
    connection.cancel()
  }

  @Test func `a late subscriber starts with the next value`() {
    let input = SignalInput<Int>()
    let multicast = input.signal.multicast()
    let connection = multicast.connect()
    input.send(1)
    let late = Recorder(multicast.signal)
    input.send(2)
    expect(late.history, equals: ["2"])
    connection.cancel()
  }

  @Test func `a connection outlives the subscribers, and they outlive a connection`() {
    let input = SignalInput<Int>()
    let log = Log<String>()
    let multicast = counted(input, log).multicast()
    let first = Recorder(multicast.signal)
    let connection = multicast.connect()
    input.send(1)
    first.cancel()
    expect(log.entries, equals: ["subscribed"])
    let second = Recorder(multicast.signal)
    input.send(2)
    connection.cancel()
    expect(log.entries, equals: ["subscribed", "subscription released"])
    input.send(3)
    let again = multicast.connect()
    input.send(4)
    expect(second.history, equals: ["2", "4"])
    expect(log.entries, equals: ["subscribed", "subscription released", "subscribed"])
    again.cancel()
  }

  @Test func `a connection emits to all earlier subscribers, even to one that came during a handler (C12)`() {
    let input = SignalInput<Int>()
    let multicast = input.signal.prepend(0).multicast()
    let (isRunning, mayReturn) = (Gate(), Gate())
    let first = multicast.signal.subscribeValues { value in
      guard value == 1 else { return }
      isRunning.open()
      mayReturn.wait()
    }
    let former = multicast.connect()
    let connection = Guarded<(any Cancellable)?>(nil)
    let sender = startThread {
      input.send(1)
      let new = multicast.connect()
      connection.change { $0 = new }
    }
    isRunning.wait()
    former.cancel()
    // So many that the sender leaves the last ones to the next owner.
    for _ in 0..<1_000 { multicast.signal.subscribeValues { _ in }.cancel() }
    let late = Recorder(multicast.signal)
    mayReturn.open()
    sender.wait()
    // A queue may be at the signal when the sender connects, and then performs that, too.
    waitUntil { late.history == ["0"] }
    expect(late.history, equals: ["0"])
    withExtendedLifetime((first, connection)) {}
  }

  @Test func `releasing the connection ends it`() {
    let input = SignalInput<Int>()
    let log = Log<String>()
    let multicast = counted(input, log).multicast()
    var connection: (any Cancellable)? = multicast.connect()
    connection = nil
    expect(log.entries, equals: ["subscribed", "subscription released"])
    expect(connection == nil)
  }

  @Test func `there is one connection at a time`() {
    let log = Log<String>()
    let multicast = counted(Signal<Int>.never(), log).multicast()
    let first = multicast.connect()
    expect(first === multicast.connect())
    expect(log.entries, equals: ["subscribed", "subscription released"])
    first.cancel()
    expect(first !== multicast.connect())
  }

  @Test func `after the end one waits for a new connection`() {
    let log = Log<String>()
    let multicast = counted(Signal.of(1), log).multicast()
    let first = Recorder(multicast.signal)
    let connections = Guarded<[any Cancellable]>([])
    let inHandler = Guarded<Recorder<Int>?>(nil)
    let endpoint = multicast.signal.subscribe { event in
      guard case .end = event else { return }
      let recorder = Recorder(multicast.signal)
      inHandler.change { $0 = recorder }
    }
    let one = multicast.connect()
    connections.change { $0.append(one) }
    let late = Recorder(multicast.signal)
    expect(late.history, equals: [])
    let two = multicast.connect()
    connections.change { $0.append(two) }
    expect(first.history, equals: ["1", "|"])
    expect(late.history, equals: ["1", "|"])
    expect(inHandler.change { $0 }?.history, equals: ["1", "|"])
    withExtendedLifetime(endpoint) {}
  }

  @Test func `cancelling the connection in its handler stops all later values, of an endless source too`() {
    let multicast = Signal.from(0...).multicast()
    let bag = CancellableBag()
    let recorder = Recorder(multicast.signal)
    let endpoint = multicast.signal.subscribeValues { value in
      if value == 2 { bag.cancel() }
    }
    let connections = Guarded<[any Cancellable]>([])
    // The connection is there before the call returns only for callers that ask for it.
    let asking = multicast.signal.subscribeValues { value in
      guard value == 1 else { return }
      bag.insert(multicast.connect())
    }
    let connection = multicast.connect()
    connections.change { $0.append(connection) }
    expect(recorder.history, equals: ["0", "1", "2"])
    withExtendedLifetime((endpoint, asking)) {}
  }

  @Test func `connecting in a handler of it begins after the handler`() {
    let input = SignalInput<Int>()
    let log = Log<String>()
    let multicast = counted(input, log).multicast()
    let bag = CancellableBag()
    let recorder = Recorder(multicast.signal)
    let endpoint = multicast.signal.subscribeValues { value in
      guard value == 1 else { return }
      bag.cancelAll()
      bag.insert(multicast.connect())
      log.append("connected")
    }
    bag.insert(multicast.connect())
    input.send(1)
    input.send(2)
    expect(recorder.history, equals: ["1", "2"])
    expect(log.entries, equals: ["subscribed", "connected", "subscribed", "subscription released"])
    withExtendedLifetime(endpoint) {}
  }

  @Test func `autoconnect connects with the first and lets go with the last`() {
    let input = SignalInput<Int>()
    let log = Log<String>()
    let signal = counted(input, log).multicast().autoconnect()
    let first = Recorder(signal)
    let second = Recorder(signal)
    expect(log.entries, equals: ["subscribed"])
    input.send(1)
    first.cancel()
    input.send(2)
    second.cancel()
    expect(log.entries, equals: ["subscribed", "subscription released"])
    let third = Recorder(signal)
    input.send(3)
    input.finish()
    expect([first, second, third].map(\.history), equals: [["1"], ["1", "2"], ["3", "|"]])
    expect(Recorder(signal).history, equals: ["|"])
  }

  @Test func `autoconnect doesn't affect a connection that is held elsewhere`() {
    let input = SignalInput<Int>()
    let multicast = input.signal.multicast()
    let direct = Recorder(multicast.signal)
    let connection = multicast.connect()
    let automatic = Recorder(multicast.autoconnect())
    input.send(1)
    automatic.cancel()
    input.send(2)
    expect(direct.history, equals: ["1", "2"])
    expect(automatic.history, equals: ["1"])
    connection.cancel()
  }

  @Test func `autoconnect leaves a sequence without end when no subscriber wants more`() {
    expect(Recorder(Signal.from(0...).multicast().autoconnect().prefix(2)).history, equals: ["0", "1", "|"])
  }

  @Test func `a sequence that connects by itself goes to the connecting subscriber`() {
    let signal = Signal.of(1, 2).multicast().autoconnect()
    expect(Recorder(signal).history, equals: ["1", "2", "|"])
  }

  @Test func `reconnected in a handler, it begins when each subscriber has had the event under way (C4)`() {
    let (input, connection, runs) = (SignalInput<String>(), Guarded<(any Cancellable)?>(nil), Guarded(0))
    let beginning = Signal.deferred { Signal.just("start \(runs.change { $0 += 1; return $0 })") }
    let multicast = beginning.append(input).multicast()
    let log = Log<String>()
    @Sendable func reconnect() {
      connection.change { $0 }?.cancel()
      let next = multicast.connect()
      connection.change { $0 = next }
    }
    let endpoints = ["a", "b"].map { name in
      multicast.signal.scan("") { "\($0)/\($1)" }.subscribeValues { text in
        log.append("\(name): \(text)")
        if name == "a", text.hasSuffix("x") { reconnect() }
      }
    }
    reconnect()
    input.send("x")
    input.send("y")
    let expected = ["/start 1", "/start 1/x", "/start 1/x/start 2", "/start 1/x/start 2/y"]
    expect(log.entries, equals: expected.flatMap { text in ["a", "b"].map { "\($0): \(text)" } })
    connection.change { $0 }?.cancel()
    for endpoint in endpoints { endpoint.cancel() }
  }
}
