import Dispatch
import Signals
import SignalsTesting
import Testing

/// C9: delivery on a queue.
@Suite("C9 Delivery on a queue", .leavesNothing) struct QueueDeliveryTests {
  @Test func `everything downstream runs on the queue, in order, and never inline`() {
    let queue = DispatchQueue(label: "test")
    let input = SignalInput<Int>()
    let log = Log<String>()
    let endpoint = input.signal.deliver(on: queue)
      .map { value in
        dispatchPrecondition(condition: .onQueue(queue))
        return value
      }
      .subscribe { event in
        dispatchPrecondition(condition: .onQueue(queue))
        log.append("\(event)")
      }
    queue.sync {
      for value in 1...3 { expect(input.send(value), equals: .delivered) }
      input.finish()
      expect(log.entries, equals: [])
    }
    queue.settle()
    expect(log.entries, equals: ["value(1)", "value(2)", "value(3)", "finished"])
    withExtendedLifetime(endpoint) {}
  }

  @Test func `a concurrent queue delivers one at a time, in order`() {
    let queue = DispatchQueue(label: "test", attributes: .concurrent)
    let input = SignalInput<Int>()
    let overlap = OverlapDetector()
    let log = Log<Int>()
    let done = Gate()
    let endpoint = input.signal.deliver(on: queue).subscribe { event in
      overlap.run {
        switch event {
        case .value(let value): log.append(value)
        case .end: done.open()
        }
      }
    }
    for value in 0..<20_000 { input.send(value) }
    input.finish()
    done.wait()
    expect(!overlap.hasSeenOverlap)
    expect(log.entries, equals: Array(0..<20_000))
    withExtendedLifetime(endpoint) {}
  }

  @Test(arguments: [
    (BufferingPolicy.unbounded, ["1", "2", "3", "4", "5", "|"]),
    (.newest(2), ["4", "5", "|"]),
    (.newest(1), ["5", "|"]),
    (.oldest(2), ["1", "2", "|"]),
    (.oldest(1), ["1", "|"]),
    (.newest(9), ["1", "2", "3", "4", "5", "|"]),
  ])
  func `a policy decides which values wait, and the end is never dropped`(
    _ policy: BufferingPolicy, _ history: [String]
  ) {
    let queue = DispatchQueue(label: "test")
    queue.suspend()
    let input = SignalInput<Int>()
    let recorder = Recorder(input.signal.deliver(on: queue, buffering: policy))
    for value in 1...5 { input.send(value) }
    input.finish()
    queue.resume()
    queue.settle()
    expect(recorder.history, equals: history)
  }

  @Test func `a failure waits its turn like any end`() {
    let queue = DispatchQueue(label: "test")
    queue.suspend()
    let input = SignalInput<Int>()
    let recorder = Recorder(input.signal.deliver(on: queue, buffering: .oldest(1)))
    input.send(1)
    input.send(2)
    input.fail(Failure("broken"))
    queue.resume()
    queue.settle()
    expect(recorder.history, equals: ["1", "#broken"])
  }

  /// The bound counts the values that wait while a value is being handled, also those from before the drain began.
  @Test(arguments: [(BufferingPolicy.newest(2), [1, 6, 7]), (.oldest(2), [1, 2, 3])])
  func `the bound holds for a batch that is being worked on`(_ policy: BufferingPolicy, _ values: [Int]) {
    let queue = DispatchQueue(label: "test")
    let input = SignalInput<Int>()
    let inside = Gate()
    let goOn = Gate()
    let log = Log<Int>()
    let endpoint = input.signal.deliver(on: queue, buffering: policy).subscribeValues { value in
      inside.open()
      goOn.wait()
      log.append(value)
    }
    queue.suspend()
    for value in 1...2 { input.send(value) }
    queue.resume()
    inside.wait()
    for value in 3...7 { input.send(value) }
    goOn.open()
    queue.settle()
    expect(log.entries, equals: values)
    withExtendedLifetime(endpoint) {}
  }

  /// A handler on the queue that sends upstream has left the source's own handlers long ago: its value has its place
  /// behind what the source had sent before (C4).
  @Test(arguments: [
    (BufferingPolicy.unbounded, ["1", "2", "3", "11", "12", "13", "|"]),
    (.newest(3), ["1", "11", "12", "13", "|"]),
    (.oldest(3), ["1", "2", "3", "11", "|"]),
    (.oldest(1), ["1", "11", "|"]),
  ])
  func `a value that a handler on the queue sends upstream waits behind the waiting ones, within the bounds`(
    _ policy: BufferingPolicy, _ history: [String]
  ) {
    let queue = DispatchQueue(label: "test")
    let input = SignalInput<Int>()
    let recorder = Recorder(
      input.signal.deliver(on: queue, buffering: policy).map { value in
        guard value == 1 else { return value }
        for value in 11...13 { input.send(value) }
        input.finish()
        return value
      })
    queue.suspend()
    for value in 1...3 { input.send(value) }
    queue.resume()
    queue.settle()
    expect(recorder.history, equals: history)
  }

  @Test func `a handler that sends upstream again and again lets others have the queue in between`() {
    let queue = DispatchQueue(label: "test")
    let input = SignalInput<Int>()
    let log = Log<Int>()
    let endpoint = input.signal.deliver(on: queue).subscribeValues { value in
      log.append(value)
      if value < 20_000 { input.send(value + 1) }
    }
    let reached = Log<Bool>()
    queue.suspend()
    input.send(1)
    queue.async { reached.append(log.entries.count < 20_000) }
    queue.resume()
    while log.entries.count < 20_000 { queue.settle() }
    expect(reached.entries, equals: [true])
    expect(log.entries, equals: Array(1...20_000))
    withExtendedLifetime(endpoint) {}
  }

  @Test func `values that handlers send to a source on a queue keep their order, and go before the waiting ones`() {
    let queue = DispatchQueue(label: "test")
    let input = SignalInput<Int>(on: queue)
    let log = Log<Int>()
    let endpoint = input.signal.subscribeValues { value in
      log.append(value)
      switch value {
      case 1: for answer in 10..<13 { input.send(answer) }
      case 11: for answer in 110..<115 { input.send(answer) }
      case 12: for answer in 120..<121 { input.send(answer) }
      default: break
      }
    }
    queue.suspend()
    for value in 1...3 { input.send(value) }
    queue.resume()
    queue.settle()
    expect(log.entries, equals: [1, 10, 11, 12, 110, 111, 112, 113, 114, 120, 2, 3])
    withExtendedLifetime(endpoint) {}
  }

  @Test func `a long drain lets others have the queue in between`() {
    let queue = DispatchQueue(label: "test")
    queue.suspend()
    let input = SignalInput<Int>()
    let log = Log<Int>()
    let endpoint = input.signal.deliver(on: queue).subscribeValues { log.append($0) }
    for value in 0..<100_000 { input.send(value) }
    let reached = Log<Int>()
    queue.async { reached.append(log.entries.count) }
    queue.resume()
    while log.entries.count < 100_000 { queue.settle() }
    expect(reached.entries.allSatisfy { $0 < 50_000 })
    expect(reached.entries.count, equals: 1)
    expect(log.entries, equals: Array(0..<100_000))
    withExtendedLifetime(endpoint) {}
  }

  @Test func `subscribing, sending and cancelling on the delivery queue itself never deadlock`() {
    let queue = DispatchQueue(label: "test")
    let input = SignalInput<Int>(on: queue)
    let log = Log<String>()
    let endpoints = CancellableBag()
    queue.sync {
      let first = input.signal.deliver(on: queue).subscribeValues { value in
        log.append("first \(value)")
        guard value == 1 else { return }
        input.signal.subscribeValues { log.append("second \($0)") }.store(in: endpoints)
        input.send(2)
      }
      first.store(in: endpoints)
      input.send(1)
    }
    queue.settle()
    queue.settle()
    expect(Set(log.entries), equals: ["first 1", "first 2", "second 2"])
    queue.sync { endpoints.cancel() }
    input.send(3)
    queue.settle()
    expect(log.entries.count, equals: 3)
  }

  @Test func `a subscriber of a source on a queue after its end receives the end on that queue`() {
    let queue = DispatchQueue(label: "test")
    let input = SignalInput<Int>(on: queue)
    input.finish()
    queue.settle()
    let log = Log<String>()
    let endpoint = queue.sync {
      let endpoint = input.signal.subscribe { event in
        dispatchPrecondition(condition: .onQueue(queue))
        log.append("\(event)")
      }
      expect(log.entries, equals: [])
      return endpoint
    }
    queue.settle()
    expect(log.entries, equals: ["finished"])
    expect(!endpoint.isActive)
  }

  @MainActor
  @Test func `deliverOnMain is inline on the main queue when nothing waits`() {
    let input = SignalInput<Int>()
    let log = Log<Int>()
    let endpoint = input.signal.deliverOnMain().subscribeValues { @Sendable value in log.append(value) }
    input.send(1)
    expect(log.entries, equals: [1])
    input.send(2)
    expect(log.entries, equals: [1, 2])
    withExtendedLifetime(endpoint) {}
  }

  @MainActor
  @Test func `deliverOnMain keeps order when something waits`() async {
    let input = SignalInput<Int>()
    let log = Log<Int>()
    let endpoint = input.signal.deliverOnMain().subscribeValues { @Sendable value in
      dispatchPrecondition(condition: .onQueue(.main))
      log.append(value)
    }
    onAnotherThread { input.send(1) }
    input.send(2)
    expect(log.entries, equals: [])
    while log.entries.count < 2 { await letOthersGoOn() }
    expect(log.entries, equals: [1, 2])
    withExtendedLifetime(endpoint) {}
  }

  @MainActor
  @Test func `delivering on the main queue by name is never inline`() async {
    let input = SignalInput<Int>()
    let log = Log<Int>()
    let endpoint = input.signal.deliver(on: .main).subscribeValues { @Sendable value in log.append(value) }
    input.send(1)
    expect(log.entries, equals: [])
    while log.entries.isEmpty { await letOthersGoOn() }
    expect(log.entries, equals: [1])
    withExtendedLifetime(endpoint) {}
  }
}
