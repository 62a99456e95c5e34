import Dispatch
import Signals
import SignalsTesting
import Testing

@Suite("subscribe(on:)", .leavesNothing) struct SubscribeOnTests {
  let queue = DispatchQueue(label: "test")

  @Test func `the subscription is made on the queue, and the subscribing call returns first`() {
    let log = Log<String>()
    let signal = Signal<Int>.deferred { [queue] in
      dispatchPrecondition(condition: .onQueue(queue))
      log.append("subscribed")
      return .of(1, 2)
    }
    queue.suspend()
    let endpoint = signal.subscribe(on: queue).subscribe { [queue] event in
      dispatchPrecondition(condition: .onQueue(queue))
      log.append("\(event)")
    }
    expect(log.entries, equals: [])
    queue.resume()
    queue.settle()
    expect(log.entries, equals: ["subscribed", "value(1)", "value(2)", "finished"])
    withExtendedLifetime(endpoint) {}
  }

  @Test func `subscribing on the queue itself doesn't subscribe within the call either`() {
    let log = Log<String>()
    let endpoint = queue.sync {
      let endpoint = Signal.of(1).subscribe(on: queue).subscribe { log.append("\($0)") }
      expect(log.entries, equals: [])
      return endpoint
    }
    queue.settle()
    expect(log.entries, equals: ["value(1)", "finished"])
    withExtendedLifetime(endpoint) {}
  }

  @Test func `later values pass on the thread that sends them`() {
    let input = SignalInput<Int>()
    let log = Log<Bool>()
    let sender = currentThread()
    let endpoint = input.subscribe(on: queue).subscribeValues { _ in log.append(currentThread() == sender) }
    queue.settle()
    expect(input.send(1), equals: .delivered)
    onAnotherThread { input.send(2) }
    expect(log.entries, equals: [true, false])
    withExtendedLifetime(endpoint) {}
  }

  @Test func `a value that is sent before the queue has subscribed is missed`() {
    let input = SignalInput<Int>()
    queue.suspend()
    let recorder = Recorder(input.subscribe(on: queue))
    input.send(1)
    queue.resume()
    queue.settle()
    input.send(2)
    input.fail(Failure("e"))
    expect(recorder.history, equals: ["2", "#e"])
  }

  @Test func `a subscription that is cancelled before the queue has it is not made`() {
    let log = Log<String>()
    queue.suspend()
    let recorder = Recorder(counted(Signal.of(1), log).subscribe(on: queue))
    recorder.cancel()
    queue.resume()
    queue.settle()
    expect(log.entries, equals: [])
    expect(recorder.history, equals: [])
  }

  @Test func `a cancellation ends an endless sequence that the queue is subscribing to`() {
    let began = Gate()
    let log = Log<String>()
    let endless = Signal.from(0...).handleEvents(
      onValue: { if $0 == 0 { began.open() } }, onCancel: { log.append("left") })
    let recorder = Recorder(endless.subscribe(on: queue).filter { _ in false })
    began.wait()
    recorder.cancel()
    queue.settle()
    expect(log.entries, equals: ["left"])
  }

  @Test func `each subscription is made anew`() {
    let signal = Signal.of(1, 2).subscribe(on: queue)
    let first = Recorder(signal)
    let second = Recorder(signal)
    queue.settle()
    expect(first.history, equals: ["1", "2", "|"])
    expect(second.history, equals: ["1", "2", "|"])
  }

  @Test func `on a concurrent queue the values stay in order`() {
    let done = Gate()
    let log = Log<Int>()
    let endpoint = Signal.from(0..<10_000).subscribe(on: .global()).subscribe { event in
      switch event {
      case .value(let value): log.append(value)
      case .end: done.open()
      }
    }
    done.wait()
    expect(log.entries, equals: Array(0..<10_000))
    withExtendedLifetime(endpoint) {}
  }
}
