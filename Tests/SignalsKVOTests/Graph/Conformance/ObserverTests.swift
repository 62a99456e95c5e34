import Signals
import SignalsKVO
import SignalsTesting
import Testing

/// K8, C4, C6, C12: the behaviours of public test suites for observers of single values, and for sources that are
/// notified of their observers.
@Suite("Conformance: observers", .leavesNothing) struct ConformanceObserverTests {
  private let runs = Runs()

  private func logged<Value: Sendable>(_ name: String, by value: ObservableValue<Value>) -> Endpoint {
    value.signal.subscribeValues { [runs] in runs.note("\(name) \($0)") }
  }

  @Test func `an observer gets the current value, then every change, until it is cancelled`() {
    // P12, P13, P14, I3374, I3468, I3361
    let x = Property(13)
    let first = logged("first", by: x)
    x.value = 14
    let second = logged("second", by: x)
    x.value = 15
    first.cancel()
    x.value = 16
    expect(runs.take(), equals: ["first 13", "first 14", "second 14", "first 15", "second 15", "second 16"])
    second.cancel()
  }

  @Test func `an observer of changes starts with the next one, and gets the old value`() {
    // MR1, MR2, MR7, MR8
    let a = Property(1)
    let owner = Tracked {}
    let bag = CancellableBag()
    a.addObserver(forOwner: owner) { [runs] old, new in runs.note("\(old) \(new)") }
    a.addObserver(forOwner: owner, triggerImmediately: true) { [runs] old, new in runs.note("at once \(old) \(new)") }
    bag += a.addObserver(forOwner: owner) { [runs] _, new in
      runs.note("only \(new)")
      bag.cancel()
    }
    a.value = 2
    a.value = 3
    expect(runs.take(), equals: ["at once 1 1", "1 2", "at once 1 2", "only 2", "2 3", "at once 2 3"])
    withExtendedLifetime(owner) {}
  }

  @Test func `several observers follow their own sources until they are cancelled`() {
    // T19, T21
    let sources = (0..<7).map { Property($0) }
    let endpoints = sources.map { logged("value", by: $0) }
    for index in [0, 3, 4, 6] { endpoints[index].cancel() }
    _ = runs.take()
    for source in sources { source.value += 10 }
    expect(runs.take(), equals: ["value 11", "value 12", "value 15"])
    endpoints.cancelAll()
  }

  @Test func `an endpoint is active as long as its source exists, until it is cancelled`() {
    // I3062, I3096, I3304, I3175
    let endpoint = logged("value", by: Property(0))
    let other = logged("other", by: Property(0))
    expect(!endpoint.isActive && !other.isActive)
    let x = Property(0)
    let active = logged("active", by: x)
    expect(active.isActive)
    active.cancel()
    active.cancel()
    expect(!active.isActive)
  }

  @Test func `an observer may cancel itself, its neighbours and observers of other values`() {
    // I3312, I3321, I3333, I3347
    let (x, y) = (Property(0), Property(0))
    let bag = CancellableBag()
    let last = [logged("y", by: y)]
    bag += logged("before", by: x)
    let cancelling = x.signal.dropFirst().subscribeValues { _ in
      bag.cancel()
      last.cancelAll()
    }
    bag += cancelling
    bag += logged("after", by: x)
    _ = runs.take()
    x.value = 1
    x.value = 2
    y.value = 1
    expect(runs.take(), equals: ["before 1"])
  }

  @Test func `an observer that a handler adds gets the current value once the event is over`() {
    // I3395, I3428, I3451
    let x = Property(0)
    let bag = CancellableBag()
    bag += x.signal.dropFirst().subscribeValues { [runs] value in
      runs.note("first \(value)")
      if value == 1 { bag += x.signal.subscribeValues { runs.note("second \($0)") } }
    }
    x.value = 1
    x.value = 2
    expect(runs.take(), equals: ["first 1", "second 1", "first 2", "second 2"])
    bag.cancel()
  }

  @Test func `an observer that a computation adds receives values until a computation cancels it`() {
    // I3488, I3514, I3538, I3560, I3580
    let (x, y) = (source(0), Property(0))
    let kept = CancellableBag()
    let computed = Derived { [runs] in
      if x.value == 1 { kept += y.signal.subscribeValues { runs.note("y \($0)") } }
      if x.value == 2 { kept.cancel() }
      return x.value
    }
    let endpoint = logged("x", by: computed)
    x.value = 1
    y.value = 5
    x.value = 2
    y.value = 6
    expect(runs.take(), equals: ["x 0", "y 0", "x 1", "y 5", "x 2"])
    endpoint.cancel()
  }

  @Test func `ten thousand observers of a value are added, called and cancelled`() {
    // I3203
    let x = Property(0)
    let count = Counter()
    let endpoints = (0..<10_000).map { _ in x.signal.dropFirst().subscribeValues { _ in count.add() } }
    x.value = 1
    for endpoint in endpoints { endpoint.cancel() }
    x.value = 2
    expect(count.count, equals: 10_000)
    expect(x.observerCount, equals: 0)
  }

  @Test func `a handler may read and set its own source`() {
    // Differs: T63
    let s = Property(1)
    let endpoint = s.signal.subscribeValues { [runs] value in
      runs.note("\(value) \(s.value)")
      if value == 2 { s.value = 4 }
    }
    s.value = 2
    expect(runs.take(), equals: ["1 1", "2 2", "4 4"])
    endpoint.cancel()
  }

  @Test func `the operators of signals delay changes`() {
    // MR4, MR5, MR16
    let clock = VirtualScheduler()
    let a = Property(1)
    let all = Recorder(a.signal.debounce(for: .seconds(1), on: clock))
    let changes = Recorder(a.signal.dropFirst().debounce(for: .seconds(1), on: clock))
    for value in [2, 3] { a.value = value }
    expect(all.history + changes.history, equals: [])
    clock.advance(by: .seconds(1))
    a.value = 4
    all.cancel()
    changes.cancel()
    clock.advance(by: .seconds(1))
    expect([all.history, changes.history], equals: [["3"], ["3"]])
  }

  // MARK: - Sources that know whether they are observed

  private func fed(_ name: String = "") -> Property<Int> {
    Property(1) { [runs] property in
      runs.note("\(name)begins")
      property.value += 1
      return AnyCancellable { runs.note("\(name)ends") }
    }
  }

  private final class AnyCancellable: Cancellable {
    private let end: @Sendable () -> Void
    init(_ end: @escaping @Sendable () -> Void) { self.end = end }
    func cancel() { end() }
  }

  @Test func `a fed property starts with its first observer, and stops with its last`() {
    // P17, P18
    let s = fed()
    expect(runs.take(), equals: [])
    let first = logged("first", by: s)
    let second = logged("second", by: s)
    expect(runs.take(), equals: ["first 1", "begins", "first 2", "second 2"])
    first.cancel()
    expect(runs.take(), equals: [])
    second.cancel()
    expect(runs.take(), equals: ["ends"])
  }

  @Test func `reading a value does not make its sources observed`() {
    // MB2, MB3, MB4, MB19
    let s = fed()
    let c = s.derived { $0 * 2 }
    let d = c.derived { $0 + 1 }
    expect([s.value, c.value, d.value], equals: [1, 2, 3])
    expect(runs.take(), equals: [])
    expect(s.observerCount, equals: 0)
  }

  @Test func `observing a derived value makes the sources of its last run observed`() {
    // T20, T60, P82, MB7, MB11, MB16, MB17
    let (first, second, usesFirst) = (fed("first "), fed("second "), source(true))
    let c = Derived { usesFirst.value ? first.value : second.value }
    let d = c.derived { $0 * 10 }
    expect(d.value, equals: 10)
    expect(runs.take(), equals: [])
    let endpoints = [logged("d", by: d), runs.observed("c") { c.value }]
    expect(runs.take().sorted(), equals: ["c 2", "d 10", "d 20", "first begins"])
    usesFirst.value = false
    expect(Set(runs.take().filter { $0.hasSuffix("s") }), equals: ["first ends", "second begins"])
    endpoints[0].cancel()
    expect(runs.take(), equals: [])
    endpoints[1].cancel()
    expect(runs.take(), equals: ["second ends"])
  }

  @Test func `a source that an observed value reads after a transaction is observed`() {
    // MB10, MB18
    let (s, usesSource) = (fed(), source(false))
    let c = Derived { usesSource.value ? s.value : -1 }
    let endpoint = logged("c", by: c)
    transaction { usesSource.value = true }
    expect(runs.take().sorted(), equals: ["begins", "c -1", "c 1", "c 2"])
    transaction { usesSource.value = false }
    expect(runs.take(), equals: ["c -1", "ends"])
    endpoint.cancel()
  }
}
