import Dispatch
import Signals
import SignalsTesting
import Testing

/// C4: one order of events, the same for all observers.
@Suite("C4 Ordered", .leavesNothing) struct OrderTests {
  @Test func `observers are called in the order in which they subscribed`() {
    let input = SignalInput<Int>()
    let log = Log<String>()
    let endpoints = ["a", "b", "c"].map { name in input.signal.subscribeValues { log.append("\(name)\($0)") } }
    input.send(1)
    endpoints[1].cancel()
    let late = input.signal.subscribeValues { log.append("d\($0)") }
    input.send(2)
    expect(log.entries, equals: ["a1", "b1", "c1", "a2", "c2", "d2"])
    expect(late.isActive)
  }

  @Test func `a handler's subscription follows one that another thread made before it`() {
    let input = SignalInput<Int>()
    let log = Log<String>()
    let bag = CancellableBag()
    bag += input.signal.subscribeValues { value in
      guard value == 1 else { return }
      onAnotherThread { bag += input.signal.subscribeValues { log.append("a\($0)") } }
      bag += input.signal.subscribeValues { log.append("b\($0)") }
      onAnotherThread { bag += input.signal.subscribeValues { log.append("c\($0)") } }
    }
    input.send(1)
    input.send(2)
    expect(log.entries, equals: ["a2", "b2", "c2"])
    bag.cancel()
  }

  @Test func `a value that a handler sends comes after the event has reached all observers`() {
    let input = SignalInput<Int>()
    let log = Log<String>()
    let first = input.signal.subscribeValues { value in
      log.append("a\(value)")
      if value < 3 { log.append("\(input.send(value + 1))") }
    }
    let second = input.signal.subscribeValues { log.append("b\($0)") }
    expect(input.send(1), equals: .delivered)
    expect(log.entries, equals: ["a1", "queued", "b1", "a2", "queued", "b2", "a3", "b3"])
    withExtendedLifetime((first, second)) {}
  }

  @Test func `several sends of several handlers keep the order in which they were made`() {
    let input = SignalInput<Int>()
    let recorder = Recorder(input.signal)
    let endpoints = [10, 20].map { base in
      input.signal.subscribeValues { value in
        guard value == 1 else { return }
        input.send(base)
        input.send(base + 1)
      }
    }
    input.send(1)
    expect(recorder.values, equals: [1, 10, 11, 20, 21])
    withExtendedLifetime(endpoints) {}
  }

  @Test func `a finish from inside a handler comes after the event, and after the values sent before it`() {
    let input = SignalInput<Int>()
    let endpoint = input.signal.subscribeValues { value in
      guard value == 1 else { return }
      input.send(2)
      input.finish()
    }
    let recorder = Recorder(input.signal)
    input.send(1)
    expect(recorder.history, equals: ["1", "2", "|"])
    withExtendedLifetime(endpoint) {}
  }

  @Test func `a handler's send comes before the values that other threads have queued meanwhile`() {
    let input = SignalInput<Int>()
    let recorder = Recorder(input.signal)
    let results = Log<SendResult>()
    let done = Gate()
    let endpoint = input.signal.subscribeValues { value in
      if value == 1 {
        onAnotherThread { results.append(input.send(10)) }
        results.append(input.send(2))
      }
      if value == 10 { done.open() }
    }
    input.send(1)
    done.wait()
    expect(results.entries, equals: [.queued, .queued])
    expect(recorder.values, equals: [1, 2, 10])
    withExtendedLifetime(endpoint) {}
  }

  /// The handler is that of one source, so its send to another comes after all earlier events of that one.
  @Test func `a handler's send to another source overtakes no event of that source where the two meet`() {
    let first = SignalInput<Int>()
    let second = SignalInput<Int>()
    let inside = Gate()
    let goOn = Gate()
    let isOver = Gate()
    let direct = Log<String>()
    let merged = Log<String>()
    let endpoints = [
      second.signal.subscribe { direct.append("\($0)") },
      merge(first.signal, second.signal).subscribe { event in
        merged.append("\(event)")
        switch event {
        case .value(1):
          inside.open()
          goOn.wait()
          first.finish()
          second.send(12)
          second.finish()
        case .end: isOver.open()
        default: break
        }
      },
    ]
    let sender = startThread { first.send(1) }
    inside.wait()
    expect(second.send(11), equals: .delivered)
    goOn.open()
    sender.wait()
    isOver.wait()
    expect(direct.entries, equals: ["value(11)", "value(12)", "finished"])
    expect(merged.entries, equals: ["value(1)", "value(11)", "value(12)", "finished"])
    withExtendedLifetime(endpoints) {}
  }

  @Test func `a value that a thread sent while contended stays before its later values`() {
    let input = SignalInput<Int>()
    let recorder = Recorder(input.signal)
    let done = Gate()
    let endpoint = input.signal.subscribeValues { value in
      if value == 0 { onAnotherThread { for value in 1...100 { input.send(value) } } }
      if value == 100 { done.open() }
    }
    input.send(0)
    done.wait()
    expect(recorder.values, equals: Array(0...100))
    withExtendedLifetime(endpoint) {}
  }

  @Test func `a value that a handler on a queue sends, and its finish, come after the events that wait for the queue`()
  {
    let queue = DispatchQueue(label: "test")
    queue.suspend()
    let input = SignalInput<Int>()
    let log = Log<String>()
    let endpoint = input.signal.deliver(on: queue).subscribe { event in
      log.append("\(event)")
      guard case .value(1) = event else { return }
      input.send(3)
      input.finish()
    }
    input.send(1)
    input.send(2)
    queue.resume()
    queue.settle()
    expect(log.entries, equals: ["value(1)", "value(2)", "value(3)", "finished"])
    withExtendedLifetime(endpoint) {}
  }

  @Test(
    arguments: [
      { merge($0, $1) }, { Signal.of($0, $1).flatMap { $0 } },
    ] as [@Sendable (Signal<Int>, Signal<Int>) -> Signal<Int>])
  func `a handler's send to an idle source comes after the earlier events of that source, where it waits`(
    _ combine: @Sendable (Signal<Int>, Signal<Int>) -> Signal<Int>
  ) {
    let left = SignalInput<Int>()
    let right = SignalInput<Int>()
    let log = Log<String>()
    let done = Gate()
    let endpoint = combine(left.signal, right.signal).subscribe { event in
      log.append("\(event)")
      if case .value(1) = event {
        onAnotherThread { expect(right.send(2), equals: .delivered) }
        expect(right.send(3), equals: .delivered)
        right.finish()
        left.finish()
      }
      if case .end = event { done.open() }
    }
    left.send(1)
    done.wait()
    expect(log.entries, equals: ["value(1)", "value(2)", "value(3)", "finished"])
    withExtendedLifetime(endpoint) {}
  }
}
