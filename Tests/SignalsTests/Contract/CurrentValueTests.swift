import Signals
import SignalsTesting
import Testing

/// C12: a subscriber of a source with a current value receives it once, and then every change.
@Suite("C12 Current values", .leavesNothing) struct CurrentValueTests {
  /// A way of sharing that has a current value.
  struct Way: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let share: @Sendable (Signal<Int>) -> Signal<Int>

    init(_ name: String, _ share: @escaping @Sendable (Signal<Int>) -> Signal<Int>) {
      testDescription = name
      self.share = share
    }

    static let all = [
      Way("shared(replaying: 1)") { $0.shared(replaying: 1) },
      Way("continuous") { $0.continuous() },
    ]
  }

  @Test(arguments: Way.all)
  func `the value comes within the subscribing call, before what the handler itself sets off`(_ way: Way) {
    let input = SignalInput<Int>()
    let signal = way.share(input.signal)
    let early = Recorder(signal)
    input.send(1)
    let log = Log<String>()
    let endpoint = signal.subscribeValues { value in
      log.append("begin \(value)")
      if value < 3 { input.send(value + 1) }
      log.append("end \(value)")
    }
    log.append("subscribed")
    expect(log.entries, equals: ["begin 1", "end 1", "begin 2", "end 2", "begin 3", "end 3", "subscribed"])
    expect(early.history, equals: ["1", "2", "3"])
    withExtendedLifetime(endpoint) {}
  }

  @Test(arguments: Way.all)
  func `subscribing in a handler gives the value of that event, once, after the handler`(_ way: Way) {
    let input = SignalInput<Int>()
    let signal = way.share(input.signal)
    let log = Log<String>()
    let late = CancellableBag()
    let first = signal.subscribeValues { value in
      log.append("first \(value)")
      guard value == 1 else { return }
      input.send(2)
      signal.subscribeValues { log.append("late \($0)") }.store(in: late)
      log.append("returned")
    }
    let last = signal.subscribeValues { log.append("last \($0)") }
    input.send(1)
    expect(log.entries, equals: ["first 1", "returned", "late 1", "last 1", "first 2", "last 2", "late 2"])
    withExtendedLifetime((first, last)) {}
  }

  @Test(arguments: Way.all)
  func `subscribing in the handler of a value that is handed over is no deeper a call`(_ way: Way) {
    let input = SignalInput<Int>()
    let signal = way.share(input.signal)
    let bag = CancellableBag()
    let depth = Guarded((now: 0, most: 0, calls: 0))
    signal.subscribeValues { _ in }.store(in: bag)
    input.send(1)
    @Sendable func subscribe() {
      signal.subscribeValues { _ in
        let goesOn = depth.change { depth in
          depth.now += 1
          depth.calls += 1
          depth.most = max(depth.most, depth.now)
          return depth.calls < 10_000
        }
        if goesOn { subscribe() }
        depth.change { $0.now -= 1 }
      }.store(in: bag)
    }
    subscribe()
    expect(depth.change { $0.calls }, equals: 10_000)
    expect(depth.change { $0.most }, equals: 1)
  }

  @Test(arguments: Way.all)
  func `subscribing while another thread delivers gives the value when that handler has returned`(_ way: Way) {
    let input = SignalInput<Int>()
    let signal = way.share(input.signal)
    let late = Guarded<Recorder<Int>?>(nil)
    let endpoint = signal.subscribeValues { value in
      guard value == 1 else { return }
      onAnotherThread {
        let recorder = Recorder(signal)
        late.change { $0 = recorder }
      }
    }
    input.send(1)
    input.send(2)
    expect(late.change { $0 }?.history, equals: ["1", "2"])
    withExtendedLifetime(endpoint) {}
  }

  @Test(arguments: Way.all)
  func `a value that waits behind the current one comes once, in its turn`(_ way: Way) {
    let input = SignalInput<Int>()
    let signal = way.share(input.signal)
    let subscribed = Gate()
    let late = Guarded<Recorder<Int>?>(nil)
    let seen = Gate()
    let endpoint = signal.subscribeValues { value in
      switch value {
      case 1:
        // Both the value and the subscription have to wait for this handler.
        onAnotherThread {
          input.send(2)
          let recorder = Recorder(signal)
          late.change { $0 = recorder }
        }
      case 2: seen.open()
      default: break
      }
    }
    input.send(1)
    seen.wait()
    input.send(3)
    subscribed.open()
    while late.change({ $0 })?.history.count != 3 {}
    expect(late.change { $0 }?.history, equals: ["1", "2", "3"])
    withExtendedLifetime(endpoint) {}
  }

  @Test(arguments: Way.all)
  func `a subscriber that needs only the current value receives nothing more`(_ way: Way) {
    let input = SignalInput<Int>()
    let signal = way.share(input.signal)
    let early = Recorder(signal)
    input.send(1)
    expect(Recorder(signal.prefix(1)).history, equals: ["1", "|"])
    let log = Log<Int>()
    let endpoint = signal.subscribeWhile { value in
      log.append(value)
      return false
    }
    input.send(2)
    expect(log.entries, equals: [1])
    expect(!endpoint.isActive)
    expect(early.history, equals: ["1", "2"])
  }

  @Test(arguments: Way.all)
  func `a join of one such signal by two ways sees only what belongs together`(_ way: Way) {
    let input = SignalInput<Int>()
    let signal = way.share(input.signal)
    let early = Recorder(signal)
    input.send(1)
    let recorder = Recorder(combineLatest(signal.map { $0 * 10 }, signal.map { -$0 }).map { "\($0)\($1)" })
    input.send(2)
    expect(recorder.history, equals: ["10-1", "20-2"])
    withExtendedLifetime(early) {}
  }

  @Test(arguments: Way.all)
  func `a subscriber inside the handler of the end receives the value and the end`(_ way: Way) {
    let input = SignalInput<Int>()
    let signal = way.share(input.signal)
    let late = Guarded<Recorder<Int>?>(nil)
    let endpoint = signal.subscribe { event in
      guard case .end = event else { return }
      let recorder = Recorder(signal)
      late.change { $0 = recorder }
    }
    input.send(1)
    input.finish()
    expect(late.change { $0 }?.history, equals: ["1", "|"])
    withExtendedLifetime(endpoint) {}
  }
}
