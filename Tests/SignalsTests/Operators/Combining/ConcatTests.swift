import Signals
import SignalsTesting
import Testing

@Suite("concat", .leavesNothing) struct ConcatTests {
  let inputs = (0..<3).map { _ in SignalInput<Int>() }

  @Test func `passes on one after the other, and finishes with the last`() {
    let recorder = Recorder(concat(inputs.map(\.signal)))
    inputs[0].send(1)
    inputs[1].send(9)
    inputs[0].finish()
    inputs[1].send(2)
    inputs[2].finish()
    inputs[1].finish()
    expect(recorder.history, equals: ["1", "2", "|"])
  }

  @Test func `fails with the one that runs, and subscribes to no other`() {
    let log = Log<String>()
    let recorder = Recorder(concat(inputs[0].signal, Signal { _, _ in log.append("subscribed") }))
    inputs[0].send(1)
    inputs[0].fail(Failure("e"))
    expect(recorder.history, equals: ["1", "#e"])
    expect(log.entries, equals: [])
  }

  @Test func `signals that bring everything at once`() {
    expect(Recorder(concat(.of(1, 2), .empty(), .of(3))).history, equals: ["1", "2", "3", "|"])
    expect(Recorder(concat(.of(1), .failed(Failure("e")), .of(2))).history, equals: ["1", "#e"])
    expect(Recorder(concat(.of(1), .never(), .of(2))).history, equals: ["1"])
    expect(Recorder(concat([Signal<Int>]())).history, equals: ["|"])
    expect(Recorder(concat([Signal.of(1)])).history, equals: ["1", "|"])
    expect(Recorder(concat(.of(1), .from(2...)).prefix(3)).history, equals: ["1", "2", "3", "|"])
  }

  @Test func `each value that arrives within the subscribing call counts by itself at a join (C10)`() {
    let currency = merge(.just("€"), .never())
    func priced(_ signal: Signal<Int>) -> [String] {
      Recorder(combineLatest(currency, signal) { "\($0)\($1)" }).history
    }
    let live = SignalInput<Int>()
    expect(priced(Signal.from(1...3).append(live)), equals: ["€1", "€2", "€3"])
    expect(priced(live.signal.prepend(Signal.from(1...3))), equals: ["€1", "€2", "€3"])
    expect(priced(concat(.of(1, 2), .of(3, 4))), equals: ["€1", "€2", "€3", "€4"])
    expect(priced(concat([Signal.of(1, 2)])), equals: ["€1", "€2"])
    expect(
      Recorder(combineLatest(currency, Signal.from(0...).append(live)) { "\($0)\($1)" }.prefix(2)).history,
      equals: ["€0", "€1", "|"])
  }

  @Test func `the values of a signal that begins later belong to the turn of the finish before it (C10)`() {
    let (input, rate) = (SignalInput<Int>(), merge(.just(10), .never()))
    let recorder = Recorder(combineLatest(rate, input.signal.append(.of(1, 2))) { $0 * $1 })
    input.send(5)
    input.finish()
    expect(recorder.history, equals: ["50", "20"])
  }

  private static func signal(keeping tracked: Tracked) -> Signal<Int> { Signal { _, _ in tracked.touch() } }

  @Test func `what ends within the subscribing call lets go of the signals that follow (C8)`() {
    for isFailing in [false, true] {
      let log = Log<String>()
      let first: Signal<Int> = isFailing ? .failed(Failure("e")) : .just(1)
      let endpoint = concat([first, Self.signal(keeping: Tracked("second", log))]).prefix(1).subscribe { _ in }
      expect(log.entries, equals: ["second released"])
      endpoint.cancel()
    }
  }

  @Test func `a signal that another thread ends while the next ones are still to come`() {
    for _ in 0..<100 {
      let log = Log<Int>()
      let ended = Signal<Int>.generate { emitter in
        onAnotherThread {
          emitter.send(1)
          emitter.finish()
        }
      }
      let endpoint = concat(ended, ended, .of(2)).subscribeValues { log.append($0) }
      expect(log.entries, equals: [1, 1, 2])
      endpoint.cancel()
    }
  }

  @Test func `a hundred thousand signals take the stack of one`() {
    let last = Log<Int>()
    onAnotherThread {
      let endpoint = concat((1...100_000).lazy.map { Signal.just($0) }).count().subscribeValues { last.append($0) }
      endpoint.cancel()
    }
    expect(last.entries, equals: [100_000])
  }

  @Test func `a signal is appended and prepended`() {
    let appended = Recorder(inputs[0].signal.append(inputs[1].signal))
    let prepended = Recorder(inputs[0].signal.prepend(inputs[1].signal))
    inputs[0].send(1)
    inputs[1].send(2)
    inputs[1].finish()
    inputs[0].send(3)
    inputs[0].finish()
    expect(appended.history, equals: ["1", "3", "|"])
    expect(prepended.history, equals: ["2", "3", "|"])
  }

  @Test func `cancelled in the handler it subscribes to no other`() {
    let log = Log<String>()
    let bag = CancellableBag()
    let last = Signal<Int> { _, _ in log.append("subscribed") }
    inputs[0].signal.prefix(1).append(last).subscribe { event in
      log.append("\(event)")
      bag.cancel()
    }.store(in: bag)
    inputs[0].send(1)
    expect(!concat(.of(1), last).subscribeWhile { _ in false }.isActive)
    expect(log.entries, equals: ["value(1)"])
  }

  @Test func `a handler's send to the next signal before its subscription is missed`() {
    let log = Log<Int>()
    let endpoint = concat(inputs[0].signal, inputs[1].signal).subscribeValues { [inputs] value in
      log.append(value)
      guard value == 1 else { return }
      inputs[1].send(2)
      inputs[0].finish()
      inputs[1].send(3)
    }
    inputs[0].send(1)
    inputs[1].send(4)
    expect(log.entries, equals: [1, 4])
    withExtendedLifetime(endpoint) {}
  }

  @Test func `releases the one that has ended, and the others when it is cancelled`() {
    let log = Log<String>()
    let endpoint = concat(inputs.enumerated().map { $1.signal.keeping("\($0)", log) }).subscribeValues { _ in }
    inputs[0].finish()
    expect(log.entries, equals: ["0 released"])
    endpoint.cancel()
    expect(log.entries, equals: ["0 released", "1 released"])
  }
}
