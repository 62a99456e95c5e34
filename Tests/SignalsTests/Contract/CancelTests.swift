import Dispatch
import Signals
import SignalsTesting
import Testing

/// C6: cancelling is idempotent, never waits, and nothing follows.
@Suite("C6 Cancel", .leavesNothing) struct CancelTests {
  /// An endpoint that its own handler can reach.
  private final class Holder: Sendable {
    private let held = Guarded<Endpoint?>(nil)

    func hold(_ endpoint: Endpoint) { held.change { $0 = endpoint } }
    func cancel() { held.change { $0 }?.cancel() }
  }

  @Test func `cancelling again does nothing`() {
    let input = SignalInput<Int>()
    let log = Log<Int>()
    let endpoint = input.signal.subscribeValues { log.append($0) }
    expect(endpoint.isActive)
    endpoint.cancel()
    endpoint.cancel()
    expect(!endpoint.isActive)
    input.send(1)
    input.finish()
    endpoint.cancel()
    expect(log.entries, equals: [])
  }

  @Test func `releasing the endpoint cancels`() {
    let input = SignalInput<Int>()
    let log = Log<Int>()
    var endpoint: Endpoint? = input.signal.subscribeValues { log.append($0) }
    input.send(1)
    expect(endpoint?.isActive, equals: true)
    endpoint = nil
    input.send(2)
    expect(log.entries, equals: [1])
  }

  @Test func `inside the handler, nothing at all follows`() {
    let input = SignalInput<Int>()
    let log = Log<String>()
    let holder = Holder()
    holder.hold(
      input.signal.subscribe { event in
        log.append("\(event)")
        input.send(2)
        holder.cancel()
        input.send(3)
        input.finish()
      })
    input.send(1)
    expect(log.entries, equals: ["value(1)"])
  }

  @Test func `inside the handler, a value that waits in an operator above doesn't reach the closures between any more`()
  {
    let left = SignalInput<Int>()
    let right = SignalInput<Int>()
    let log = Log<Int>()
    let endpoint = merge(left.signal, right.signal)
      .map { value in
        log.append(value)
        return value
      }
      .subscribeWhile { _ in
        right.send(2)
        return false
      }
    left.send(1)
    expect(log.entries, equals: [1])
    expect(!endpoint.isActive)
  }

  enum Form: CaseIterable { case values, events, forOwner, whileTrue }

  @Test(arguments: Form.allCases)
  func `inside an operator's closure, the handler isn't called any more`(_ form: Form) {
    let input = SignalInput<Int>()
    let log = Log<Int>()
    let holder = Holder()
    let signal = input.signal.map { value in
      if value == 2 { holder.cancel() }
      return value
    }
    let endpoint =
      switch form {
      case .values: signal.subscribeValues { log.append($0) }
      case .events: signal.subscribe { event in if case .value(let value) = event { log.append(value) } }
      case .forOwner: signal.subscribeValues(for: holder) { _, value in log.append(value) }
      case .whileTrue:
        signal.subscribeWhile { value in
          log.append(value)
          return true
        }
      }
    holder.hold(endpoint)
    for value in 1...3 { input.send(value) }
    expect(log.entries, equals: [1])
  }

  @Test func `inside the handler, its send to another source calls no closure any more`() {
    let first = SignalInput<Int>()
    let second = SignalInput<Int>()
    let log = Log<String>()
    let holder = Guarded<Endpoint?>(nil)
    let endpoint = merge(first.signal, second.signal).map { value in
      log.append("mapped \(value)")
      return value
    }.subscribeValues { value in
      log.append("\(value)")
      holder.change { $0 }?.cancel()
      second.send(2)
    }
    holder.change { $0 = endpoint }
    first.send(1)
    second.send(3)
    expect(log.entries, equals: ["mapped 1", "1"])
  }

  @Test func `inside the handler, closures above an operator of several signals are not called any more either`() {
    let first = SignalInput<Int>()
    let second = SignalInput<Int>()
    let log = Log<String>()
    let bag = CancellableBag()
    let mapped = second.signal.map { value in
      log.append("mapped \(value)")
      return value
    }
    merge(first.signal, mapped).subscribeValues { value in
      log.append("\(value)")
      bag.cancel()
      second.send(2)
    }.store(in: bag)
    first.send(1)
    expect(log.entries, equals: ["1"])
  }

  @Test func `an observer that another one cancels in the middle of an event doesn't get that event any more`() {
    let input = SignalInput<Int>()
    let log = Log<String>()
    let victim = Holder()
    let first = input.signal.subscribeValues { value in
      log.append("first \(value)")
      if value == 2 { victim.cancel() }
    }
    victim.hold(
      input.signal.map { value in
        log.append("mapped \(value)")
        return value
      }.subscribeValues { log.append("victim \($0)") })
    let last = input.signal.subscribeValues { log.append("last \($0)") }
    for value in 1...3 { input.send(value) }
    expect(
      log.entries,
      equals: [
        "first 1", "mapped 1", "victim 1", "last 1", "first 2", "last 2", "first 3", "last 3",
      ])
    withExtendedLifetime((first, last)) {}
  }

  @Test func `an observer that another one cancels at the end doesn't get the end`() {
    let input = SignalInput<Int>()
    let log = Log<String>()
    let victim = Holder()
    let first = input.signal.subscribe { _ in
      log.append("first")
      victim.cancel()
    }
    victim.hold(input.signal.subscribe { _ in log.append("victim") })
    input.finish()
    expect(log.entries, equals: ["first"])
    withExtendedLifetime(first) {}
  }

  @Test func `from another thread it returns while the handler runs, and nothing follows that call`() {
    let input = SignalInput<Int>()
    let log = Log<String>()
    let holder = Holder()
    holder.hold(
      input.signal.subscribeValues { value in
        // The handler waits for the cancelling thread: a cancel that waits for the handler would never return.
        onAnotherThread { holder.cancel() }
        log.append("ran to its end with \(value)")
      })
    input.send(1)
    input.send(2)
    expect(log.entries, equals: ["ran to its end with 1"])
  }

  @Test func `on the delivery queue, nothing at all follows, though values wait`() {
    let queue = DispatchQueue(label: "test")
    let input = SignalInput<Int>()
    let log = Log<Int>()
    let endpoint = input.signal.deliver(on: queue).subscribeValues { log.append($0) }
    queue.sync {
      for value in 1...5 { input.send(value) }
      endpoint.cancel()
    }
    queue.settle()
    expect(log.entries, equals: [])
  }

  @Test func `cancelAndWait returns when the call under way is over`() async {
    let input = SignalInput<Int>()
    let log = Log<String>()
    let inside = Gate()
    let goOn = Gate()
    let endpoint = input.signal.subscribeValues { value in
      inside.open()
      goOn.wait()
      log.append("handled \(value)")
    }
    let sender = startThread { input.send(1) }
    inside.wait()
    let waiter = Task.detached {
      await endpoint.cancelAndWait()
      log.append("waited")
    }
    while endpoint.isActive { await letOthersGoOn() }
    expect(log.entries, equals: [])
    goOn.open()
    await waiter.value
    expect(log.entries, equals: ["handled 1", "waited"])
    sender.wait()
    expect(input.send(2), equals: .delivered)
    expect(log.entries, equals: ["handled 1", "waited"])
  }

  @Test func `cancelAndWait waits for a call on a delivery queue`() async {
    let queue = DispatchQueue(label: "test")
    let input = SignalInput<Int>()
    let log = Log<String>()
    let inside = Gate()
    let goOn = Gate()
    let endpoint = input.signal.deliver(on: queue).subscribeValues { value in
      inside.open()
      goOn.wait()
      log.append("handled \(value)")
    }
    input.send(1)
    input.send(2)
    inside.wait()
    let waiter = Task.detached {
      await endpoint.cancelAndWait()
      log.append("waited")
    }
    while endpoint.isActive { await letOthersGoOn() }
    goOn.open()
    await waiter.value
    queue.settle()
    expect(log.entries, equals: ["handled 1", "waited"])
  }

  @Test func `cancelAndWait of an idle, cancelled or ended subscription returns at once`() async {
    let input = SignalInput<Int>()
    let quiet = input.signal.subscribeValues { _ in }
    await quiet.cancelAndWait()
    await quiet.cancelAndWait()
    let ended = Signal<Int>.empty().subscribeValues { _ in }
    await ended.cancelAndWait()
    let merged = merge(input.signal, .of(1)).subscribeValues { _ in }
    await merged.cancelAndWait()
    expect(!quiet.isActive && !ended.isActive && !merged.isActive)
  }

  @Test func `a task that a handler starts is outside the handler, and waits for it`() async {
    let input = SignalInput<Int>()
    let log = Log<String>()
    let holder = Guarded<Endpoint?>(nil)
    let waiter = Guarded<Task<Void, Never>?>(nil)
    let endpoint = input.signal.subscribeValues { _ in
      let inner = holder.change { $0 }
      let task = Task {
        await inner?.cancelAndWait()
        log.append("waited")
      }
      waiter.change { $0 = task }
      waitUntil { inner?.isActive != true }
      log.append("handled")
    }
    holder.change { $0 = endpoint }
    let sender = startThread { input.send(1) }
    while waiter.change({ $0 == nil }) { await letOthersGoOn() }
    await waiter.change { $0 }?.value
    sender.wait()
    expect(log.entries, equals: ["handled", "waited"])
  }
}
