import Signals
import SignalsTesting
import Testing

@Suite("continuous", .leavesNothing) struct ContinuousTests {
  @Test func `each subscriber gets the current value at once, and then every change`() {
    let input = SignalInput<Int>()
    let continuous = input.signal.continuous(initial: 0)
    let first = Recorder(continuous)
    expect(first.history, equals: ["0"])
    input.send(1)
    input.send(2)
    let second = Recorder(continuous)
    expect(second.history, equals: ["2"])
    input.send(3)
    expect(first.history, equals: ["0", "1", "2", "3"])
    expect(second.history, equals: ["2", "3"])
  }

  @Test func `it begins when made, and values without a subscriber count`() {
    let input = SignalInput<Int>()
    let log = Log<String>()
    let continuous = counted(input, log).continuous(initial: 0)
    expect(log.entries, equals: ["subscribed"])
    input.send(1)
    let first = Recorder(continuous)
    first.cancel()
    input.send(2)
    let second = Recorder(continuous)
    expect(first.history, equals: ["1"])
    expect(second.history, equals: ["2"])
    expect(log.entries, equals: ["subscribed"])
  }

  @Test(arguments: [nil, Failure("e")])
  func `a subscriber after the end receives the last value and the end`(_ failure: Failure?) {
    let input = SignalInput<Int>()
    let continuous = input.signal.continuous(initial: 0)
    input.send(1)
    if let failure { input.fail(failure) } else { input.finish() }
    expect(Recorder(continuous).history, equals: ["1", failure == nil ? "|" : "#e"])
    expect(Recorder(continuous).history, equals: ["1", failure == nil ? "|" : "#e"])
  }

  @Test func `a signal that ends without a value leaves the initial one`() {
    expect(Recorder(Signal.empty().continuous(initial: 7)).history, equals: ["7", "|"])
  }

  @Test func `without an initial value there is none until the first has come`() {
    let input = SignalInput<Int>()
    let continuous = input.signal.continuous()
    let first = Recorder(continuous)
    expect(first.history, equals: [])
    input.send(1)
    expect(Recorder(continuous).history, equals: ["1"])
    expect(first.history, equals: ["1"])
    expect(Recorder(Signal<Int>.empty().continuous()).history, equals: ["|"])
  }

  @Test func `it lives as long as the signal, without a subscriber`() {
    let input = SignalInput<Int>()
    let log = Log<String>()
    var continuous: Signal<Int>? = counted(input, log).continuous(initial: 0)
    input.send(1)
    expect(log.entries, equals: ["subscribed"])
    continuous = nil
    expect(log.entries, equals: ["subscribed", "subscription released"])
    expect(continuous == nil)
  }

  @Test func `it lives as long as a subscription, without a reference to the signal`() {
    let input = SignalInput<Int>()
    let log = Log<String>()
    let recorder = Recorder(counted(input, log).continuous(initial: 0))
    input.send(1)
    expect(recorder.history, equals: ["0", "1"])
    expect(log.entries, equals: ["subscribed"])
    recorder.cancel()
    expect(log.entries, equals: ["subscribed", "subscription released"])
  }

  @Test func `an endpoint that is over but held keeps neither the upstream nor the value`() {
    let input = SignalInput<Tracked>()
    let log = Log<String>()
    var continuous: Signal<Tracked>? = counted(input.signal, log).continuous()
    let endpoint = continuous?.subscribeValues { _ in }
    input.send(Tracked("value", log))
    endpoint?.cancel()
    expect(log.entries, equals: ["subscribed"])
    continuous = nil
    expect(log.entries, equals: ["subscribed", "subscription released", "value released"])
    withExtendedLifetime(endpoint) {}
  }

  @Test func `a handler that cancels the last subscription, the signal being gone, ends it all`() {
    let input = SignalInput<Int>()
    let log = Log<String>()
    let endpoint = counted(input, log).continuous(initial: 0).subscribeWhile { $0 == 0 }
    expect(log.entries, equals: ["subscribed"])
    input.send(1)
    expect(log.entries, equals: ["subscribed", "subscription released"])
    expect(!endpoint.isActive)
  }

  @Test func `values that wait when the last subscriber leaves still count`() {
    let input = SignalInput<Int>()
    let bag = CancellableBag()
    let continuous = input.signal.continuous(initial: 0)
    continuous.subscribeValues { value in
      guard value == 1 else { return }
      input.send(2)
      bag.cancel()
    }.store(in: bag)
    input.send(1)
    expect(Recorder(continuous).history, equals: ["2"])
  }
}
