import Signals
import SignalsTesting
import Testing

@Suite("shared(for:)", .leavesNothing) struct SharedForTimeTests {
  private let clock = VirtualScheduler()
  private let input = SignalInput<Int>()
  private let log = Log<String>()

  @Test func `goes on for the time after the last subscriber has left, then begins anew (C2, C15)`() {
    let shared = counted(input, log).shared(for: .seconds(5), on: clock)
    Recorder(shared).cancel()
    expect(clock.pending, equals: 1)
    clock.advance(by: .milliseconds(4_999))
    expect(log.entries, equals: ["subscribed"])
    clock.advance(by: .milliseconds(1))
    expect(log.entries, equals: ["subscribed", "subscription released"])
    let second = Recorder(shared)
    input.send(1)
    expect(second.history, equals: ["1"])
    expect(log.entries, equals: ["subscribed", "subscription released", "subscribed"])
    expect(clock.pending, equals: 0)
  }

  @Test func `a subscriber that comes in time joins the run, and the time counts from the last that leaves`() {
    let shared = counted(input, log).shared(for: .seconds(5), on: clock)
    for _ in 0..<3 {
      let recorder = Recorder(shared)
      input.send(1)
      expect(recorder.history, equals: ["1"])
      expect(clock.pending, equals: 0)
      clock.advance(by: .seconds(60))
      recorder.cancel()
      expect(clock.pending, equals: 1)
      clock.advance(by: .seconds(4))
    }
    expect(log.entries, equals: ["subscribed"])
    clock.advance(by: .seconds(1))
    expect(log.entries, equals: ["subscribed", "subscription released"])
  }

  enum Visit: CaseIterable {
    case first, prefix, subscribeWhile, cancelled

    func pay(to signal: Signal<Int>) {
      switch self {
      case .first: _ = Recorder(signal.first())
      case .prefix: _ = Recorder(signal.prefix(1))
      case .subscribeWhile: _ = signal.subscribeWhile { _ in false }
      case .cancelled: signal.subscribeValues { _ in }.cancel()
      }
    }
  }

  @Test(arguments: Visit.allCases)
  func `a subscriber that leaves within the replay prolongs the run, too (C2)`(_ visit: Visit) {
    let shared = counted(input, log).shared(replaying: 1, for: .seconds(10), on: clock)
    Recorder(shared).cancel()
    input.send(1)
    for _ in 0..<4 {
      clock.advance(by: .seconds(8))
      visit.pay(to: shared)
      expect(clock.pending, equals: 1)
    }
    expect(Recorder(shared).history, equals: ["1"])
    expect(log.entries, equals: ["subscribed"])
    clock.advance(by: .seconds(10))
    expect(log.entries, equals: ["subscribed", "subscription released"])
    visit.pay(to: shared)
  }

  @Test func `replays values that came without a subscriber, until the run is over (C12)`() {
    let shared = counted(input, log).shared(replaying: 2, for: .seconds(5), on: clock)
    Recorder(shared).cancel()
    for value in 1...3 { input.send(value) }
    clock.advance(by: .seconds(4))
    let second = Recorder(shared)
    expect(second.history, equals: ["2", "3"])
    second.cancel()
    clock.advance(by: .seconds(5))
    expect(Recorder(shared).history, equals: [])
    expect(
      log.entries, equals: ["subscribed", "subscription released", "subscribed", "subscription released"].dropLast())
  }

  @Test func `an end while there is no subscriber is final`() {
    let shared = counted(input, log).shared(replaying: 1, for: .seconds(5), on: clock)
    Recorder(shared).cancel()
    input.send(1)
    input.fail(Failure("e"))
    expect(clock.pending, equals: 0)
    expect(log.entries, equals: ["subscribed", "subscription released"])
    clock.advance(by: .seconds(60))
    expect(Recorder(shared).history, equals: ["1", "#e"])
    expect(log.entries, equals: ["subscribed", "subscription released"])
  }

  @Test func `with an interval of zero it is over with the last subscriber`() {
    let shared = counted(input, log).shared(for: .zero, on: clock)
    Recorder(shared).cancel()
    expect(log.entries, equals: ["subscribed", "subscription released"])
    let replaying = counted(input, log).shared(replaying: 1, for: .zero, on: clock)
    let first = Recorder(replaying)
    input.send(1)
    first.cancel()
    expect(Recorder(replaying).history, equals: [])
    expect(clock.pending, equals: 0)
  }

  @Test func `with a count of zero it replays nothing`() {
    let shared = input.shared(replaying: 0, for: .seconds(5), on: clock)
    let first = Recorder(shared)
    input.send(1)
    expect(Recorder(shared).history, equals: [])
    expect(first.history, equals: ["1"])
  }

  @Test func `it is over when nothing can subscribe any more (C8)`() {
    var shared: Signal<Int>? = counted(input, log).shared(for: .seconds(5), on: clock)
    var endpoint = shared?.subscribeValues { _ in }
    shared = nil
    input.send(1)
    expect(log.entries, equals: ["subscribed"])
    endpoint?.cancel()
    endpoint = nil
    expect(log.entries, equals: ["subscribed", "subscription released"])
    expect(clock.pending, equals: 0)
  }

  @Test func `a subscriber that leaves within the subscribing call leaves the run on (C6)`() {
    let source = counted(Signal.just(7).append(Signal<Int>.never()), log)
    let shared = source.shared(replaying: 1, for: .seconds(5), on: clock)
    for _ in 0..<3 { expect(Recorder(shared.first()).history, equals: ["7", "|"]) }
    expect(log.entries, equals: ["subscribed"])
    clock.advance(by: .seconds(5))
    expect(log.entries, equals: ["subscribed", "subscription released"])
  }

  @Test func `an endless sequence stops when all have left (C6)`() {
    let shared = counted(Signal.from(0...), log).shared(replaying: 1, for: .seconds(5), on: clock)
    expect(Recorder(shared.prefix(3)).history, equals: ["0", "1", "2", "|"])
    expect(log.entries, equals: ["subscribed", "subscription released"])
    expect(clock.pending, equals: 0)
    expect(Recorder(shared.prefix(2)).history, equals: ["0", "1", "|"])
  }

  @Test func `a sequence that ends after all have left is over`() {
    let shared = counted(Signal.of(1), log).shared(replaying: 1, for: .seconds(5), on: clock)
    expect(Recorder(shared.first()).history, equals: ["1", "|"])
    expect(Recorder(shared).history, equals: ["1", "|"])
    expect(log.entries, equals: ["subscribed", "subscription released"])
    expect(clock.pending, equals: 0)
  }

  @Test func `a subscriber that leaves in its handler, and one that comes there`() {
    let shared = counted(input, log).shared(replaying: 1, for: .seconds(5), on: clock)
    let bag = CancellableBag()
    let second = Guarded<Recorder<Int>?>(nil)
    bag += shared.subscribeValues { _ in
      bag.cancel()
      second.change { $0 = Recorder(shared) }
    }
    input.send(1)
    input.send(2)
    expect(second.change { $0?.history }, equals: ["1", "2"])
    expect(log.entries, equals: ["subscribed"])
    second.change { $0 = nil }
  }

  @Test func `values that wait before the end are kept, although all leave before they arrive (C2)`() {
    let shared = input.shared(replaying: 1, for: .seconds(60), on: clock)
    let first = shared.subscribeValues { _ in }
    input.send(1)
    let second = shared.subscribeWhile { [input] _ in
      input.send(2)
      input.finish()
      first.cancel()
      return false
    }
    expect(Recorder(shared).history, equals: ["2", "|"])
    expect(clock.pending, equals: 0)
    withExtendedLifetime(second) {}
  }

  @Test func `threads that come and go while the time passes find one run at a time (C12)`() {
    let shared = counted(input, log).shared(replaying: 1, for: .milliseconds(1), on: clock)
    onThreads(4) { thread in
      for _ in 0..<500 {
        if thread == 0 {
          clock.advance(by: .milliseconds(1))
          input.send(1)
        } else {
          Recorder(shared).cancel()
        }
      }
    }
    // Requests reach the hub in order: when this subscriber gets a value, none is left before it.
    let marker = Recorder(shared)
    waitUntil {
      input.send(3)
      return !marker.history.isEmpty
    }
    marker.cancel()
    // The last removal may still be on its way to the hub, on another thread, and starts its timer only there.
    waitUntil {
      clock.advance(by: .seconds(1))
      let events = log.entries
      return events.count == 2 * events.filter { $0 == "subscribed" }.count
    }
    let subscribed = log.entries.filter { $0 == "subscribed" }.count
    expect(subscribed > 0)
    expect(log.entries.count, equals: 2 * subscribed)
    expect(clock.pending, equals: 0)
    let last = Recorder(shared)
    // The hub may not be idle yet, and then delivers the value on another thread.
    input.send(2)
    waitUntil { !last.history.isEmpty }
    expect(last.history, equals: ["2"])
  }
}
