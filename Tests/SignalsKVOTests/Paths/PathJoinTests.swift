import Signals
import SignalsKVO
import SignalsTesting
import Testing

/// C10, C11: joins of signals of paths that lead through values that stand alone.
@MainActor @Suite("C10 Joins of paths through values", .leavesNothing) struct PathJoinTests {
  @MainActor final class Model {
    @Observed var x = 0
    @Observed var y = 0
    let p = Property(0)
    let q = Property(0)
    let items = ObservedArray<Int>()
    var viaP: Int { p.value * 10 }
    var viaItems: Int { items.count }
    /// Reads two.
    var mixed: Int { x * 10 + p.value }
    var sum: Int { x + y }
    private(set) lazy var total = Computed { [unowned self] in x + y }
    private(set) lazy var double = p.derived { $0 * 2 }
  }

  let model = Model()

  func path(_ path: KeyPath<Model, Int>) -> Signal<Int> { Signal.keyValueObserving(model, path) }

  func both(_ one: Signal<Int>, _ other: Signal<Int>) -> Recorder<String> {
    Recorder(combineLatest(one, other) { "\($0) \($1)" })
  }

  @Test func `a join of a value and a path through it emits once for a set`() {
    let recorders = [
      both(model.p.signal, path(\.viaP)), both(path(\.viaP), model.p.signal), both(model.p.signal, path(\.mixed)),
      both(path(\.mixed), model.p.signal), both(model.p.signal, path(\.double.value)),
      both(path(\.double.value), path(\.mixed)), both(model.double.signal, path(\.viaP)),
    ]
    model.p.value = 1
    expect(
      recorders.map { $0.values.dropFirst().joined(separator: ", ") },
      equals: ["1 10", "10 1", "1 1", "1 1", "1 2", "2 1", "2 10"])
  }

  @Test func `a join of a property and a path through a value that is computed from it emits once for a set`() {
    let recorders = [
      both(path(\.x), path(\.total.value)), both(path(\.total.value), path(\.x)),
      both(path(\.sum), path(\.total.value)),
      both(model.total.signal, path(\.total.value)), both(model.$x.signal, path(\.total.value)),
    ]
    model.x = 1
    for recorder in recorders { expect(recorder.values, equals: ["0 0", "1 1"]) }
  }

  @Test func `a join of a collection and a path through it emits once for an edit, and once for a transaction`() {
    let recorder = both(model.items.signal.map(\.count), path(\.viaItems))
    model.items.append(1)
    transaction {
      model.items.append(2)
      model.items.append(3)
    }
    expect(recorder.values, equals: ["0 0", "1 1", "3 3"])
  }

  @Test func `a join emits once for a transaction (C11)`() {
    let recorders = [
      both(path(\.mixed), model.q.signal), both(model.q.signal, path(\.mixed)),
      both(path(\.total.value), model.q.signal),
      both(model.p.signal, path(\.total.value)), both(path(\.viaP), path(\.total.value)),
    ]
    transaction {
      model.x = 1
      model.p.value = 2
      model.q.value = 3
    }
    expect(
      recorders.map { $0.values.dropFirst().joined(separator: ", ") }, equals: ["12 3", "3 12", "1 3", "2 1", "20 1"])
  }

  @Test func `withLatest and sample take the value of a path of the same event`() {
    let recorders = [
      Recorder(model.p.signal.withLatest(from: path(\.viaP)).map { "\($0.0) \($0.1)" }),
      Recorder(path(\.x).withLatest(from: path(\.total.value)).map { "\($0.0) \($0.1)" }),
      Recorder(path(\.viaP).sample(on: model.p.signal).map { "\($0)" }),
    ]
    for recorder in recorders { recorder.clear() }
    transaction {
      model.p.value = 1
      model.x = 1
    }
    expect(recorders.map(\.values), equals: [["1 10"], ["1 1"], ["10"]])
    model.p.value = 2
    model.x = 2
    expect(recorders.map(\.values), equals: [["1 10", "2 20"], ["1 1", "2 2"], ["10", "20"]])
  }

  @Test func `a join of joins waits for a path through a derived value`() {
    let inner = combineLatest(path(\.double.value), path(\.double.value)) { $0 + $1 }
    let recorders = [
      both(model.q.signal, combineLatest(inner, inner) { $0 + $1 }),
      both(combineLatest(inner, inner) { $0 + $1 }, model.p.signal),
    ]
    transaction {
      model.q.value = 1
      model.p.value = 1
    }
    expect(recorders.map(\.values), equals: [["0 0", "1 8"], ["0 0", "8 1"]])
  }

  @Test func `a join emits once for a set in a handler of a path, too (C4)`() {
    let recorder = both(model.p.signal, path(\.viaP))
    let model = model
    let observer = KeyValueObserver(model, \.x, options: []) { _ in
      model.p.value = 1
      model.p.value = 2
    }
    model.x = 1
    expect(recorder.values, equals: ["0 0", "1 10", "2 20"])
    observer.cancel()
  }

  @Test func `a set that a handler makes is an event of its own (C5)`() {
    let model = model
    let first = model.p.signal.subscribeValues { model.x = $0 }
    let values = Recorder(path(\.mixed))
    let joined = both(model.p.signal, path(\.mixed))
    model.p.value = 1
    expect(values.values, equals: [0, 11, 11])
    expect(joined.values.last, equals: "1 11")
    first.cancel()
  }

  // MARK: - Subscribing to a path while it waits for the turn

  @Test func `a join below an operator that subscribes to a path in the course of a transaction emits once (C11)`() {
    let model = model
    let (parity, sum) = (Computed { (model.x + model.y) % 2 }, path(\.sum))
    let joined = both(model.p.signal, parity.signal.flatMap(.latest) { $0 == 1 ? sum : model.q.signal })
    transaction {
      model.p.value = 1
      model.x = 1
    }
    expect(joined.values, equals: ["0 0", "1 1"])
  }

  @Test func `a join that comes below a signal of a path when the turn settles waits for the path`() {
    let model = model
    let parity = Computed { (model.x + model.y) % 2 }
    let shared = path(\.sum).shared(replaying: 1)
    let others = Recorder(shared)
    let joined = both(model.p.signal, parity.signal.flatMap(.latest) { $0 == 1 ? shared : model.q.signal })
    transaction {
      model.p.value = 1
      model.x = 1
    }
    expect(joined.values, equals: ["0 0", "1 1"])
    expect(others.values, equals: [0, 1])
  }

  @Test func `a subscription within a transaction of a handler shows nothing of its middle (C11)`() {
    let (sum, bag) = (path(\.sum), CancellableBag())
    let (others, newcomer) = (Recorder(sum), Log<Int>())
    let model = model
    let parity = Computed { (model.x + model.y) % 2 }
    bag += parity.signal.dropFirst(1).prefix(1).subscribeValues { _ in
      transaction {
        model.x = 100
        bag += sum.subscribeValues { newcomer.append($0) }
        model.y = 100
      }
    }
    transaction { model.x = 1 }
    expect(others.values.last, equals: 200)
    expect(others.values.contains(100), equals: false)
    expect(newcomer.entries.last, equals: 200)
    expect(newcomer.entries.contains(100), equals: false)
    bag.cancel()
  }

  @Test func `an operator that subscribes to a path when the turn settles gets the new value, once (C12)`() {
    let model = model
    let (parity, sum) = (Computed { (model.x + model.y) % 2 }, path(\.sum))
    let others = Recorder(sum)
    let values = Recorder(parity.signal.flatMap(.latest) { $0 == 1 ? sum : model.q.signal })
    transaction { model.x = 1 }
    expect(values.values, equals: [0, 1])
    expect(others.values, equals: [0, 1])
    model.x = 3
    expect(values.values, equals: [0, 1, 3])
    expect(others.values, equals: [0, 1, 3])
  }
}
