import Observation
import Signals
import SignalsTesting
import Synchronization
import Testing

@testable import SignalsKVO

/// K8, K10: computations that read `@Observable` objects on the main actor.
@Suite("Computations follow observable objects", .leavesNothing) @MainActor struct ObservableObjectTests {
  @Observable @MainActor fileprivate final class Model {
    var count = 0
    var name = "a"
    var next: Model?
    var note: String {
      willSet { willSetNote?() }
    }
    @ObservationIgnored var willSetNote: (() -> Void)?

    init(_ count: Int = 0) {
      note = ""
      self.count = count
    }
  }

  fileprivate final class Person: Observable {
    @Observed var name = "Ada"
    @Observed var model: Model?
  }

  private let log = Log<String>()

  private func observed(_ read: @escaping () -> String) -> Endpoint { observe { [log] in log.append(read()) } }

  // MARK: - Reading

  @Test func `a computed value agrees with an object at each read`() async {
    let model = Model(1)
    let double = Computed { model.count * 2 }
    expect(double.value, equals: 2)
    model.count = 2
    expect(double.value, equals: 4)
    model.count = 3
    model.count = 4
    expect(double.value, equals: 8)
    expect(double.value, equals: 8)
    await mainQueueIsIdle()
    expect(double.value, equals: 8)
    model.count += 1
    expect(double.value, equals: 10)
  }

  @Test func `a change of an object causes two runs of a computed value, and a read none`() async {
    let model = Model(1)
    var runs = 0
    let double = Computed {
      runs += 1
      return model.count * 2
    }
    expect(double.value, equals: 2)
    expect(runs, equals: 2)
    expect(double.value, equals: 2)
    expect(runs, equals: 2)
    model.count = 2
    await mainQueueIsIdle()
    expect(double.value, equals: 4)
    expect(double.value, equals: 4)
    expect(runs, equals: 4)
    model.name = "b"
    expect(double.value, equals: 4)
    expect(runs, equals: 4)
  }

  @Test func `a value read between willSet and the store of an object is not kept`() async {
    let model = Model()
    let note = Computed { model.note }
    let length = Computed { note.value.count }
    expect(length.value, equals: 0)
    model.willSetNote = { [log] in log.append("\(note.value) \(length.value)") }
    model.note = "abc"
    expect(log.take(), equals: [" 0"])
    expect(note.value, equals: "abc")
    expect(length.value, equals: 3)
    model.note = "abcd"
    await mainQueueIsIdle()
    expect(log.take(), equals: ["abc 3"])
    expect(note.value, equals: "abcd")
    expect(length.value, equals: 4)
    model.willSetNote = nil
  }

  @Test func `a value read in another tracking's onChange closure is not kept`() async {
    let model = Model(1)
    let double = Computed { model.count * 2 }
    expect(double.value, equals: 2)
    let seen = Log<Int>()
    withObservationTracking {
      _ = model.count
    } onChange: {
      MainActor.assumeIsolated { seen.append(model.count) }
    }
    let reading = Unchecked({ double.value })
    withObservationTracking {
      _ = model.count
    } onChange: {
      seen.append(reading.value())
    }
    model.count = 5
    expect(seen.entries.sorted(), equals: [1, 2])
    expect(double.value, equals: 10)
    await mainQueueIsIdle()
    expect(double.value, equals: 10)
  }

  @Test func `nested computed values follow objects, observed properties and Property inputs`() async {
    let model = Model(1)
    let person = Person()
    let factor = Property(10)
    let product = Computed { model.count * factor.value }
    let text = Computed { "\(person.name) \(product.value) \(model.name)" }
    expect(text.value, equals: "Ada 10 a")
    model.count = 2
    expect(text.value, equals: "Ada 20 a")
    factor.value = 100
    expect(text.value, equals: "Ada 200 a")
    person.name = "Grace"
    model.name = "b"
    expect(text.value, equals: "Grace 200 b")
    model.count = 3
    await mainQueueIsIdle()
    expect(product.value, equals: 300)
    expect(text.value, equals: "Grace 300 b")
  }

  @Test func `an object that is read only in some runs is followed after those runs only`() async {
    let model = Model(1)
    let isWanted = Property(false)
    var runs = 0
    let count = Computed {
      runs += 1
      return isWanted.value ? model.count : -1
    }
    let endpoint = observed { "\(count.value)" }
    model.count = 2
    await mainQueueIsIdle()
    expect(runs, equals: 1)
    isWanted.value = true
    model.count = 3
    await mainQueueIsIdle()
    model.count = 4
    await mainQueueIsIdle()
    isWanted.value = false
    let former = runs
    model.count = 5
    await mainQueueIsIdle()
    expect(runs, equals: former)
    isWanted.value = true
    expect(log.take(), equals: ["-1", "2", "3", "4", "-1", "5"])
    endpoint.cancel()
  }

  // MARK: - Observing

  @Test func `an effect runs once after each change of an object, with the new value`() async {
    let model = Model(1)
    let endpoint = observed { "\(model.count)" }
    model.count = 2
    expect(log.entries, equals: ["1"])
    await mainQueueIsIdle()
    expect(log.entries, equals: ["1", "2"])
    model.count = 3
    model.count = 4
    model.name = "unread"
    await mainQueueIsIdle()
    model.count = 4
    await mainQueueIsIdle()
    expect(log.take(), equals: ["1", "2", "4"])
    model.count = 5
    endpoint.cancel()
    await mainQueueIsIdle()
    model.count = 6
    await mainQueueIsIdle()
    expect(log.take(), equals: [])
  }

  @Test func `an effect follows several properties and the objects on its paths`() async {
    let model = Model(1)
    model.next = Model(2)
    let endpoint = observed { "\(model.count) \(model.next?.count ?? -1) \(model.name)" }
    for step in 0..<4 {
      switch step {
      case 0: model.next?.count = 3
      case 1:
        model.next = Model(4)
        model.count = 0
      case 2: model.next?.count = 5
      default: model.next = nil
      }
      await mainQueueIsIdle()
    }
    expect(log.take(), equals: ["1 2 a", "1 3 a", "0 4 a", "0 5 a", "0 -1 a"])
    endpoint.cancel()
  }

  @Test func `an effect that waits for an object's change includes the other changes until then`() async {
    let model = Model(1)
    let person = Person()
    let property = Property(10)
    let endpoint = observed { "\(model.count) \(person.name) \(property.value)" }
    model.count = 2
    property.value = 20
    person.name = "Grace"
    await mainQueueIsIdle()
    expect(log.take(), equals: ["1 Ada 10", "2 Grace 20"])
    property.value = 30
    person.name = "Joan"
    expect(log.take(), equals: ["2 Grace 30", "2 Joan 30"])
    await mainQueueIsIdle()
    model.count = 3
    await mainQueueIsIdle()
    property.value = 40
    await mainQueueIsIdle()
    expect(log.take(), equals: ["3 Joan 30", "3 Joan 40"])
    transaction {
      model.count = 4
      property.value = 50
    }
    await mainQueueIsIdle()
    expect(log.take(), equals: ["4 Joan 50"])
    endpoint.cancel()
  }

  @Test func `an observer of a computed value follows an object`() async {
    let model = Model(1)
    let double = Computed { model.count * 2 }
    final class Holder {
      let double: Computed<Int>
      init(_ double: Computed<Int>) { self.double = double }
    }
    let holder = Holder(double)
    let observer = KeyValueObserver(holder, \.double.value, options: [.initial, .old, .new]) { [log] change in
      log.append("\(change.reason) \(change.oldValue ?? -1) \(change.newValue ?? -1)")
    }
    for count in [2, 3, 3, 4] {
      model.count = count
      await mainQueueIsIdle()
    }
    expect(
      log.take(), equals: ["valueChanged -1 2", "valueChanged 2 4", "valueChanged 4 6", "valueChanged 6 8"])
    observer.cancel()
    model.count = 9
    await mainQueueIsIdle()
    expect(log.take(), equals: [])
    expect(double.value, equals: 18)
  }

  @Test func `an equal result is no change`() async {
    let model = Model(1)
    let isEven = Computed { model.count.isMultiple(of: 2) }
    expect(isEven.value, equals: false)
    let holder = HolderOf(isEven)
    let observer = KeyValueObserver(holder, \.value.value, options: [.new]) { [log] change in
      log.append("observer \(change.newValue ?? false)")
    }
    let endpoint = observed { "observe \(holder.value.value)" }
    for count in [3, 5, 6, 8, 7] {
      model.count = count
      await mainQueueIsIdle()
    }
    expect(log.take(), equals: ["observe false", "observer true", "observe true", "observer false", "observe false"])
    endpoint.cancel()
    observer.cancel()
  }

  private final class HolderOf<Value> {
    let value: Value
    init(_ value: Value) { self.value = value }
  }

  @Test func `an effect that starts between a change and its delivery runs once for it`() async {
    let model = Model(1)
    let double = Computed { model.count * 2 }
    expect(double.value, equals: 2)
    model.count = 2
    let endpoint = observed { "\(double.value)" }
    await mainQueueIsIdle()
    expect(log.take(), equals: ["4"])
    model.count = 3
    await mainQueueIsIdle()
    expect(log.take(), equals: ["6"])
    endpoint.cancel()
  }

  @Test func `several effects and computed values follow one object`() async {
    let model = Model(1)
    let double = Computed { model.count * 2 }
    let square = Computed { model.count * model.count }
    let sum = Computed { double.value + square.value + model.count }
    let endpoints = [
      observed { "double \(double.value)" }, observed { "sum \(sum.value)" }, observed { "count \(model.count)" },
      observed { "all \(double.value) \(square.value) \(sum.value)" },
    ]
    expect(log.take(), equals: ["double 2", "sum 4", "count 1", "all 2 1 4"])
    for _ in 0..<3 {
      model.count += 1
      await mainQueueIsIdle()
    }
    expect(
      log.take().sorted(),
      equals: [
        "all 4 4 10", "all 6 9 18", "all 8 16 28", "count 2", "count 3", "count 4", "double 4", "double 6", "double 8",
        "sum 10", "sum 18", "sum 28",
      ])
    for endpoint in endpoints { endpoint.cancel() }
  }

  @Test func `an effect's own change of an object does not run it again`() async {
    let model = Model(1)
    let property = Property(0)
    let endpoint = observe { [log] in
      log.append("\(model.count) \(property.value)")
      model.count += 1
    }
    await mainQueueIsIdle()
    property.value = 1
    await mainQueueIsIdle()
    expect(log.take(), equals: ["1 0", "2 1"])
    endpoint.cancel()
  }

  // MARK: - The values of this module

  @Test func `a change of an observed value, property or collection runs an effect once`() async {
    let person = Person()
    let model = Model(1)
    let (property, list) = (Property(1), ObservedArray([1]))
    let derived = Derived { property.value * 2 }
    let endpoint = observed { "\(person.name) \(property.value) \(list.value) \(derived.value) \(model.count)" }
    person.name = "Grace"
    property.value = 2
    list.append(2)
    expect(log.entries, equals: ["Ada 1 [1] 2 1", "Grace 1 [1] 2 1", "Grace 2 [1] 4 1", "Grace 2 [1, 2] 4 1"])
    await mainQueueIsIdle()
    expect(log.take().count, equals: 4)
    endpoint.cancel()
  }

  @Test func `untracked reads of observed values, properties and collections create no dependency`() async {
    let person = Person()
    let model = Model(1)
    let (property, list) = (Property(1), ObservedArray([1]))
    let derived = Derived { property.value * 2 }
    let endpoint = observed {
      untracked { "\(person.name) \(property.value) \(list.value) \(derived.value)" } + " \(model.count)"
    }
    person.name = "Grace"
    property.value = 2
    list.append(2)
    await mainQueueIsIdle()
    expect(log.take(), equals: ["Ada 1 [1] 2 1"])
    model.count = 2
    await mainQueueIsIdle()
    expect(log.take(), equals: ["Grace 2 [1, 2] 4 2"])
    endpoint.cancel()
  }

  @Test func `Swift Observation tracks a computed value of an object, once for each tracking`() async {
    let model = Model(1)
    let double = Computed { model.count * 2 }
    func track() {
      let value = withObservationTracking {
        double.value
      } onChange: { [log] in
        log.append("changed")
      }
      log.append("\(value)")
    }
    track()
    model.count = 2
    await mainQueueIsIdle()
    expect(log.take(), equals: ["2", "changed"])
    model.count = 3
    await mainQueueIsIdle()
    expect(log.take(), equals: [])
    track()
    model.count = 4
    model.count = 5
    await mainQueueIsIdle()
    expect(log.take(), equals: ["6", "changed"])
  }

  // MARK: - The end

  @Test func `a computed value and an effect are released, and so is their object`() async {
    var model: Model? = Model(1)
    weak let released = model
    var double: Computed<Int>? = model.map { model in Computed { model.count * 2 } }
    var endpoint: Endpoint? = double.map { double in observed { "\(double.value)" } }
    model?.count = 2
    expect(double?.value, equals: 4)
    endpoint?.cancel()
    endpoint = nil
    double = nil
    model = nil
    expect(released == nil)
    await mainQueueIsIdle()
    expect(log.take(), equals: ["2"])
  }

  @Test func `computations survive the death of an object that they have read`() async {
    var model: Model? = Model(1)
    let property = Property(1)
    let count = Computed { [weak model] in (model?.count ?? -1) * property.value }
    let endpoint = observed { "\(count.value)" }
    model?.count = 2
    await mainQueueIsIdle()
    model = nil
    property.value = 2
    expect(log.take(), equals: ["1", "2", "-2"])
    endpoint.cancel()
  }

  @Test func `a computation leaves no tracking in an object that it no longer reads`() async {
    let model = Model(1)
    let isWanted = Property(true)
    let count = Computed { isWanted.value ? model.count : 0 }
    weak var computation: Computation?
    for _ in 0..<100 {
      let temporary = Computed { model.count + (isWanted.value ? 1 : 0) }
      expect(temporary.value, equals: 2)
      isWanted.value.toggle()
      _ = (temporary.value, count.value)
      isWanted.value.toggle()
      expect(temporary.value, equals: 2)
      computation = temporary.core.computation
    }
    expect(computation == nil)
    expect(count.value, equals: 1)
  }
}

/// K8, K10: the same outside of actors, and on several threads.
@Suite("Computations follow observable objects of any thread", .leavesNothing) struct SharedObservableObjectTests {
  /// An object that any thread may use.
  private final class Shared: Observable, @unchecked Sendable {
    private let registrar = ObservationRegistrar()
    private let stored = Mutex(0)
    /// Runs between willSet and the store.
    private let beforeStore: @Sendable () -> Void

    init(beforeStore: @escaping @Sendable () -> Void = {}) { self.beforeStore = beforeStore }

    var count: Int {
      get {
        registrar.access(self, keyPath: \.count)
        return stored.withLock { $0 }
      }
      set {
        registrar.withMutation(of: self, keyPath: \.count) {
          beforeStore()
          stored.withLock { $0 = newValue }
        }
      }
    }
  }

  private let log = Log<String>()

  @Test func `a derived value agrees with an object at each read`() {
    let shared = Shared()
    let double = Derived { shared.count * 2 }
    let text = Derived { "\(double.value)" }
    expect(text.value, equals: "0")
    shared.count = 1
    expect(double.value, equals: 2)
    expect(text.value, equals: "2")
    onThreads(1) { _ in shared.count = 2 }
    expect(text.value, equals: "4")
    expect(double.value, equals: 4)
  }

  // In a process of its own, where no computation has read an object before.
  @Test func `a value that is computed within another one follows its object although another thread finds one first`()
    async
  {
    await #expect(processExitsWith: .success) {
      let (isInside, isFound) = (Gate(), Gate())
      let shared = Shared()
      let double = Derived { shared.count * 2 }
      let text = Derived {
        let text = "\(double.value)"
        isInside.open()
        isFound.wait()
        return text
      }
      let reader = startThread { _ = text.value }
      isInside.wait()
      let other = Shared()
      let first = Derived { other.count }
      precondition(first.value == 0)
      isFound.open()
      reader.wait()
      shared.count = 1
      precondition(double.value == 2)
      precondition(text.value == "2")
    }
  }

  @Test func `a value read by another thread between willSet and the store is not kept`() {
    let (announced, read) = (Gate(), Gate())
    let shared = Shared {
      announced.open()
      read.wait()
    }
    let double = Derived { shared.count * 2 }
    let text = Derived { "\(double.value)" }
    expect(text.value, equals: "0")
    let setter = startThread { shared.count = 1 }
    announced.wait()
    expect(text.value, equals: "0")
    read.open()
    setter.wait()
    expect(text.value, equals: "2")
    expect(double.value, equals: 2)
  }

  @Test func `outside of actors a change of an object is delivered with the next change of another input`() {
    let shared = Shared()
    let factor = Property(1)
    let product = Derived { shared.count * factor.value }
    let signalled = product.signal.subscribeValues { [log] in log.append("signal \($0)") }
    let endpoint = observe { [log] in log.append("observe \(shared.count) \(factor.value) \(product.value)") }
    expect(log.take(), equals: ["signal 0", "observe 0 1 0"])
    shared.count = 1
    expect(log.take(), equals: [])
    factor.value = 2
    expect(log.take().sorted(), equals: ["observe 1 2 2", "signal 2"])
    shared.count = 2
    expect(product.value, equals: 4)
    expect(log.take(), equals: [])
    factor.value = 3
    expect(log.take().sorted(), equals: ["observe 2 3 6", "signal 6"])
    endpoint.cancel()
    signalled.cancel()
  }

  @Test func `another thread's set is delivered on the actor of the observer`() async {
    let shared = Shared()
    let double = Derived { shared.count * 2 }
    let values = Log<Int>()
    let endpoint = await MainActor.run {
      observe {
        MainActor.assertIsolated()
        values.append(double.value)
      }
    }
    // The main actor may run the closure between willSet and the store, and misses the change then.
    while values.entries.last != 2 {
      shared.count = 1
      await letOthersGoOn()
    }
    let received = values.entries
    expect(received == received.sorted() && received.first == 0)
    endpoint.cancel()
  }

  @Test func `computed values and effects follow an object on a custom actor`() async {
    let keeper = Keeper()
    await keeper.begin()
    await keeper.set(2)
    while await keeper.log.last != "2 4" { await letOthersGoOn() }
    // One change may run the closure twice, since a value was computed within the run before.
    let log = await keeper.log
    expect(log == ["1 2", "2 4"] || log == ["1 2", "2 4", "2 4"])
    await keeper.end()
  }

  private actor Keeper {
    private let shared = Shared()
    private(set) var log: [String] = []
    private var endpoint: Endpoint?

    func begin() {
      shared.count = 1
      let double = Computed { [shared] in shared.count * 2 }
      endpoint = observe { [self] in log.append("\(shared.count) \(double.value)") }
    }

    func set(_ count: Int) { shared.count = count }
    func end() { endpoint = nil }
  }

  @Test func `after concurrent sets a value agrees with the objects`() {
    let objects = (0..<3).map { _ in Shared() }
    let property = Property(0)
    let sum = Derived { objects.reduce(0) { $0 + $1.count } }
    let chosen = Derived { objects[0].count.isMultiple(of: 2) ? objects[1].count : sum.value + property.value }
    let both = Derived { [sum.value, chosen.value] }
    for _ in 0..<50 {
      onThreads(5) { thread in
        for _ in 0..<20 {
          switch thread {
          case 0..<3: objects[thread].count += 1
          case 3: property.value += 1
          default: _ = both.value
          }
        }
      }
      let counts = objects.map(\.count)
      let total = counts.reduce(0, +)
      expect(both.value, equals: [total, counts[0].isMultiple(of: 2) ? counts[1] : total + property.value])
      expect(chosen.value, equals: both.value[1])
    }
  }
}
