import Signals
import SignalsTesting
import Testing

@Suite("groupBy", .leavesNothing) struct GroupByTests {
  /// Subscribes to a grouped signal, and to every group within the handler that gets it.
  private static func record(
    _ signal: Signal<(key: String, signal: Signal<Int>)>, _ log: Log<String>, groups bag: CancellableBag
  ) -> Endpoint {
    signal.subscribe { event in
      switch event {
      case .value(let group):
        log.append("new \(group.key)")
        group.signal.subscribe { log.append("\(group.key) \($0)") }.store(in: bag)
      case .end(let end): log.append("\(end)")
      }
    }
  }

  private static func parity(_ value: Int) -> String { value.isMultiple(of: 2) ? "even" : "odd" }

  @Test func `each key has a signal, which brings its values from the first one on`() {
    let input = SignalInput<Int>()
    let log = Log<String>()
    let bag = CancellableBag()
    let endpoint = Self.record(input.signal.groupBy(Self.parity), log, groups: bag)
    for value in 1...4 { input.send(value) }
    expect(
      log.entries,
      equals: [
        "new odd", "odd value(1)", "new even", "even value(2)", "odd value(3)", "even value(4)",
      ])
    withExtendedLifetime(endpoint) {}
  }

  @Test(arguments: [nil, Failure("e")])
  func `the end is that of all groups, then of the result`(_ failure: Failure?) {
    let input = SignalInput<Int>()
    let log = Log<String>()
    let bag = CancellableBag()
    let endpoint = Self.record(input.signal.groupBy(Self.parity), log, groups: bag)
    input.send(1)
    input.send(2)
    if let failure { input.fail(failure) } else { input.finish() }
    let end = failure == nil ? "finished" : "failed(e)"
    expect(log.entries.suffix(3), equals: ["odd \(end)", "even \(end)", end])
    withExtendedLifetime(endpoint) {}
  }

  @Test func `a key that can't be made fails all groups and the result, and cancels its upstream`() {
    let input = SignalInput<Int>()
    let log = Log<String>()
    let above = Log<String>()
    let bag = CancellableBag()
    let endpoint = Self.record(
      counted(input, above).groupBy { value in
        if value == 2 { throw Failure("e") }
        return "all"
      }, log, groups: bag)
    input.send(1)
    input.send(2)
    input.send(3)
    expect(log.entries, equals: ["new all", "all value(1)", "all failed(e)", "failed(e)"])
    expect(above.entries, equals: ["subscribed", "subscription released"])
    withExtendedLifetime(endpoint) {}
  }

  @Test func `a sequence, an empty one, and one without end`() {
    let groups = Recorder(Signal.of(1, 2, 3).groupBy(Self.parity).map(\.key))
    expect(groups.history, equals: ["odd", "even", "|"])
    expect(Recorder(Signal<Int>.empty().groupBy(Self.parity).map(\.key)).history, equals: ["|"])
    expect(Recorder(Signal.from(1...).groupBy(Self.parity).map(\.key).prefix(2)).history, equals: ["odd", "even", "|"])
  }

  @Test func `cancelling the result and every group cancels the upstream, in any order`() {
    for outerIsLast in [false, true] {
      let input = SignalInput<Int>()
      let log = Log<String>()
      let above = Log<String>()
      let bag = CancellableBag()
      let endpoint = Self.record(counted(input, above).groupBy(Self.parity), log, groups: bag)
      input.send(1)
      if outerIsLast { bag.cancel() } else { endpoint.cancel() }
      expect(above.entries, equals: ["subscribed"])
      if outerIsLast { endpoint.cancel() } else { bag.cancel() }
      expect(above.entries, equals: ["subscribed", "subscription released"])
    }
  }

  @Test func `groups that are subscribed to go on when the result is cancelled, and there are no new ones`() {
    let input = SignalInput<Int>()
    let log = Log<String>()
    let bag = CancellableBag()
    let endpoint = Self.record(input.signal.groupBy(Self.parity), log, groups: bag)
    input.send(1)
    endpoint.cancel()
    input.send(2)
    input.send(3)
    input.finish()
    expect(log.entries, equals: ["new odd", "odd value(1)", "odd value(3)", "odd finished"])
  }

  @Test func `the last group that is wanted may come in the value that ends the result`() {
    let input = SignalInput<Int>()
    let log = Log<String>()
    let above = Log<String>()
    let bag = CancellableBag()
    let endpoint = Self.record(counted(input, above).groupBy(Self.parity).prefix(1), log, groups: bag)
    input.send(1)
    input.send(2)
    input.send(3)
    expect(log.entries, equals: ["new odd", "finished", "odd value(1)", "odd value(3)"])
    bag.cancel()
    expect(above.entries, equals: ["subscribed", "subscription released"])
    withExtendedLifetime(endpoint) {}
  }

  @Test func `a later subscriber of a group starts with the next value, and after all is over receives a finish`() {
    let input = SignalInput<Int>()
    let groups = Recorder(input.signal.groupBy(Self.parity))
    input.send(1)
    let odd = groups.values[0].signal
    let first = Recorder(odd)
    input.send(3)
    first.cancel()
    input.send(5)
    let second = Recorder(odd)
    input.send(7)
    expect(first.history, equals: ["3"])
    expect(second.history, equals: ["7"])
    groups.cancel()
    second.cancel()
    expect(Recorder(odd).history, equals: ["|"])
  }

  @Test func `a value sent within a handler comes after the event, for any group`() {
    let input = SignalInput<Int>()
    let log = Log<String>()
    let bag = CancellableBag()
    let endpoint = input.signal.groupBy(Self.parity).subscribeValues { group in
      group.signal.subscribeValues { value in
        if value < 4 { input.send(value + 1) }
        log.append("\(group.key) \(value)")
      }.store(in: bag)
    }
    input.send(1)
    expect(log.entries, equals: ["odd 1", "even 2", "odd 3", "even 4"])
    withExtendedLifetime(endpoint) {}
  }

  @Test func `a join of a group and its source has no glitch`() {
    let input = SignalInput<Int>()
    let bag = CancellableBag()
    let log = Log<String>()
    input.signal.groupBy { _ in 0 }.subscribeValues { group in
      combineLatest(group.signal, input.signal).subscribeValues { log.append("\($0) \($1)") }.store(in: bag)
    }.store(in: bag)
    for value in 1...3 { input.send(value) }
    expect(log.entries, equals: ["2 2", "3 3"])
    bag.cancel()
  }

  @Test func `everything is released when all is cancelled, though the endpoints are held`() {
    let input = SignalInput<Int>()
    let log = Log<String>()
    let captured = Tracked("captured", log)
    let inner = Guarded<Endpoint?>(nil)
    let outer = input.signal.groupBy { [captured] value in
      captured.touch()
      return value
    }.subscribeValues { group in
      let endpoint = group.signal.subscribeValues { _ in }
      inner.change { $0 = endpoint }
    }
    _ = consume captured
    input.send(1)
    outer.cancel()
    expect(log.entries, equals: [])
    inner.change { $0 }?.cancel()
    expect(log.entries, equals: ["captured released"])
    withExtendedLifetime((outer, inner)) {}
  }

  @Test func `four threads send: each group is in order, and nothing is lost`() {
    let input = SignalInput<Int>()
    let counts = Guarded([0, 0, 0, 0])
    let wrong = AtomicWord(0)
    let ended = Gate()
    let bag = CancellableBag()
    let endpoint = input.signal.groupBy { $0 >> 32 }.subscribe { event in
      switch event {
      case .value(let group):
        group.signal.subscribeValues { value in
          counts.change { counts in
            if counts[group.key] != value & 0xFFFF_FFFF { wrong.add(1) }
            counts[group.key] += 1
          }
        }.store(in: bag)
      case .end: ended.open()
      }
    }
    onThreads(4) { thread in
      for index in 0..<10_000 { input.send(thread << 32 | index) }
    }
    input.finish()
    ended.wait()
    expect(wrong.value, equals: 0)
    expect(counts.change { $0 }, equals: Array(repeating: 10_000, count: 4))
    withExtendedLifetime(endpoint) {}
  }

  @Test func `an error in a closure below, for a new group, releases the upstream (C14)`() {
    let input = SignalInput<Int>()
    let log = Log<String>()
    let recorder = Recorder(
      input.signal.keeping("upstream", log).groupBy { $0 }.map { key, _ in try checked(key) })
    input.send(1)
    expect(log.entries, equals: [])
    input.send(-1)
    expect(recorder.history, equals: ["1", "#negative"])
    expect(log.entries, equals: ["upstream released"])
  }
}
