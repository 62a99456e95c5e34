import Signals
import SignalsTesting
import Testing

@Suite("Keeping and cancelling endpoints", .leavesNothing) struct CancellableTests {
  private final class Probe: Cancellable {
    let name: String
    let log: Log<String>

    init(_ name: String, _ log: Log<String>) {
      self.name = name
      self.log = log
    }

    func cancel() { log.append(name) }
  }

  @Test func `an array takes them by += and by store, and cancels them in order`() {
    let log = Log<String>()
    var endpoints: [any Cancellable] = []
    endpoints += Probe("a", log)
    Probe("b", log).store(in: &endpoints)
    endpoints += [Probe("c", log), Probe("d", log)]
    endpoints.cancelAll()
    expect(log.entries, equals: ["a", "b", "c", "d"])
  }

  @Test func `arrays of one kind and bags take them by += too`() {
    let log = Log<String>()
    var probes: [Probe] = []
    probes += Probe("a", log)
    probes += [Probe("b", log)]
    probes.cancelAll()
    let bag = CancellableBag()
    bag += Probe("c", log)
    bag.cancel()
    expect(log.entries, equals: ["a", "b", "c"])
  }

  @Test func `endpoints are stored in an array and in a set of their own type`() {
    let input = SignalInput<Int>()
    let log = Log<Int>()
    var array: [Endpoint] = []
    var set: Set<Endpoint> = []
    input.subscribeValues { log.append($0) }.store(in: &array)
    input.subscribeValues { log.append(-$0) }.store(in: &set)
    let another = input.subscribeValues { _ in }
    set.insert(another)
    set.insert(another)
    expect(set.count, equals: 2)
    input.send(1)
    array = []
    input.send(2)
    set = []
    input.send(3)
    expect(log.entries, equals: [1, -1, -2])
  }

  @Test func `an array that a bag takes is cancelled with it, in order`() {
    let log = Log<String>()
    let bag = CancellableBag()
    let mixed: [any Cancellable] = [Probe("a", log), CancellableBag()]
    mixed.store(in: bag)
    [Probe("b", log), Probe("c", log)].store(in: bag)
    bag.cancel()
    expect(log.entries, equals: ["a", "b", "c"])
  }

  @Test func `an array of cancellables of any type crosses threads`() {
    let log = Log<String>()
    let cancellables: [any Cancellable] = [Probe("a", log), Probe("b", log)]
    onAnotherThread { cancellables.cancelAll() }
    expect(log.entries, equals: ["a", "b"])
  }

  @Test func `releasing the array cancels the endpoints in it`() {
    let input = SignalInput<Int>()
    let log = Log<Int>()
    var endpoints: [any Cancellable] = []
    endpoints += input.signal.subscribeValues { log.append($0) }
    input.send(1)
    endpoints = []
    input.send(2)
    expect(log.entries, equals: [1])
    expect(endpoints.isEmpty)
  }

  @Test func `a bag cancels its contents, and from then on each addition`() {
    let log = Log<String>()
    let bag = CancellableBag()
    Probe("a", log).store(in: bag)
    bag.insert(Probe("b", log))
    expect(log.entries, equals: [])
    bag.cancel()
    bag.cancel()
    expect(log.entries, equals: ["a", "b"])
    Probe("c", log).store(in: bag)
    expect(log.entries, equals: ["a", "b", "c"])
  }

  @Test func `a bag that is emptied stays open`() {
    let log = Log<String>()
    let bag = CancellableBag()
    Probe("a", log).store(in: bag)
    bag.cancelAll()
    Probe("b", log).store(in: bag)
    expect(log.entries, equals: ["a"])
    bag.cancelAll()
    expect(log.entries, equals: ["a", "b"])
  }

  @Test func `a bag cancels when it goes`() {
    let log = Log<String>()
    do {
      let bag = CancellableBag()
      Probe("a", log).store(in: bag)
    }
    expect(log.entries, equals: ["a"])
  }

  @Test func `cancelling may put more into the bag`() {
    let log = Log<String>()
    let bag = CancellableBag()
    final class Nested: Cancellable {
      let action: @Sendable () -> Void
      init(_ action: @escaping @Sendable () -> Void) { self.action = action }
      func cancel() { action() }
    }
    bag.insert(Nested { Probe("late", log).store(in: bag) })
    bag.cancel()
    expect(log.entries, equals: ["late"])
  }
}
