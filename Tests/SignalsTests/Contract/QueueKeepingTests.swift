import Dispatch
import Signals
import SignalsTesting
import Testing

/// C9: work that begins on a queue stays there, and leaves time on it for others.
@Suite("C9 Keeping to a queue", .leavesNothing) struct QueueKeepingTests {
  static let places: [@Sendable (SignalInput<Int>, DispatchQueue) -> Signal<Int>] = [
    { input, _ in input.signal },
    { input, _ in input.signal.shared() },
    { input, queue in input.signal.deliver(on: queue) },
  ]

  @Test(arguments: [0, 1, 2])
  func `a handler that goes on sending to its own source gives the queue back in between`(_ place: Int) {
    let queue = DispatchQueue(label: "test")
    let input = SignalInput<Int>(on: queue)
    let isStopped = AtomicWord(0)
    let last = AtomicWord(0)
    let log = Log<Int>()
    let endpoint = Self.places[place](input, queue).subscribeValues { [weak input] value in
      log.append(value)
      last.store(UInt(value))
      // Far more than a block may do. The other block says stop long before that.
      if value < 200_000, isStopped.value == 0 { input?.send(value + 1) }
    }
    let others = Gate()
    queue.suspend()
    input.send(1)
    queue.async {
      isStopped.set(1)
      others.open()
    }
    queue.resume()
    others.wait()
    queue.settle()
    expect(last.value < 200_000)
    expect(log.entries, equals: Array(1...Int(last.value)))
    withExtendedLifetime(endpoint) {}
  }

  @Test func `a handler's send comes before those of others, though a block has ended in between`() {
    let queue = DispatchQueue(label: "test")
    let input = SignalInput<Int>(on: queue)
    let log = Log<Int>()
    let done = Gate()
    let endpoint = input.signal.subscribeValues { [weak input] value in
      log.append(value)
      if value == 0 { done.open() }
      // Two for each, as long as they are few, so that there are some that follow and some that wait to.
      guard value > 0, value < 2_000 else { return }
      input?.send(value * 2)
      input?.send(value * 2 + 1)
    }
    queue.suspend()
    input.send(1)
    input.send(0)
    queue.resume()
    done.wait()
    expect(log.entries, equals: Array(1..<4_000) + [0])
    withExtendedLifetime(endpoint) {}
  }

  @Test func `the values of a transaction keep their turn though a block has ended in between`() {
    let queue = DispatchQueue(label: "test")
    let input = SignalInput<Int>(on: queue)
    let other = SignalInput<Int>()
    let log = Log<String>()
    let done = Gate()
    var endpoints: [any Cancellable] = []
    endpoints += combineLatest(other.signal, input.signal.filter { $0 >= 3_000 }).subscribeValues { left, right in
      log.append("\(left) \(right)")
    }
    endpoints += input.signal.subscribeValues { [weak input] value in
      if value < 2_999 { input?.send(value + 1) }
      if value == 2_999 {
        transaction {
          // Too many for the block that runs.
          for next in 3_000...5_000 { input?.send(next) }
          other.send(7)
        }
      }
      if value == 5_000 { queue.async { done.open() } }
    }
    input.send(0)
    done.wait()
    queue.settle()
    expect(log.entries, equals: ["7 5000"])
    endpoints.cancelAll()
  }

  @Test func `cancelling releases the events that a block has left to the next one`() {
    let queue = DispatchQueue(label: "test")
    let input = SignalInput<Int>(on: queue)
    let log = Log<Int>()
    let between = Gate()
    let endpoint = input.signal.subscribeValues { [weak input] value in
      log.append(value)
      if value < 200_000 { input?.send(value + 1) }
    }
    queue.suspend()
    input.send(1)
    queue.async {
      endpoint.cancel()
      log.append(-1)
      between.open()
    }
    queue.resume()
    between.wait()
    queue.settle()
    expect(log.entries.last, equals: -1)
    expect(log.entries.count < 200_000)
  }

  static let sharings: [@Sendable (Signal<Int>) -> Signal<Int>] = [
    { $0.shared(replaying: 1) },
    { $0.map { $0 }.shared(replaying: 1).map { $0 } },
    { merge($0, $0.filter { _ in false }).shared(replaying: 1) },
    { $0.shared().shared(replaying: 1) },
    { $0.continuous(initial: 0) },
  ]

  @Test(arguments: [0, 1, 2, 3, 4], [false, true])
  func `a signal shared below a queue stays there while a new subscriber is busy`(_ sharing: Int, _ isHop: Bool) {
    let queue = DispatchQueue(label: "test")
    let key = DispatchSpecificKey<Bool>()
    queue.setSpecific(key: key, value: true)
    let input = isHop ? SignalInput<Int>() : SignalInput<Int>(on: queue)
    let shared = Self.sharings[sharing](isHop ? input.signal.deliver(on: queue) : input.signal)
    let log = Log<String>()
    let first = shared.subscribeValues { value in
      log.append("\(value) \(DispatchQueue.getSpecific(key: key) == true ? "on" : "off")")
    }
    input.send(1)
    queue.settle()
    let (isBusy, goesOn) = (Gate(), Gate())
    let newcomer = startThread {
      // The present values are delivered within this call, on this thread (C12).
      let second = shared.subscribeValues { value in
        guard value == 1 else { return }
        isBusy.open()
        goesOn.wait()
      }
      isBusy.wait()
      second.cancel()
    }
    isBusy.wait()
    for value in 2...4 { input.send(value) }
    queue.settle()
    goesOn.open()
    newcomer.wait()
    queue.settle()
    let known = sharing == 4 ? ["0 off"] : []
    expect(log.entries, equals: known + ["1 on", "2 on", "3 on", "4 on"])
    first.cancel()
  }
}
