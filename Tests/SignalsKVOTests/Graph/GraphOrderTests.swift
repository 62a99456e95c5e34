import Foundation
import Signals
import SignalsKVO
import SignalsTesting
import Testing

/// K8, C10, C11: the runs of derived values, their order, and the events of their observers.
@Suite("The dependency graph: order of runs", .leavesNothing) struct GraphOrderTests {
  private let runs = Log<String>()

  /// A derived value whose runs are logged.
  private func logged<Value: Sendable>(_ name: String, _ compute: @escaping @Sendable () -> Value) -> Derived<Value> {
    Derived { [runs] in
      runs.append(name)
      return compute()
    }
  }

  static func onSmallStack<Answer: Sendable>(_ body: @escaping @Sendable () -> Answer) -> Answer {
    let answer = Handover<Answer>()
    let thread = Thread { answer.put(body()) }
    thread.stackSize = 512 << 10
    thread.start()
    return answer.take()
  }

  @Test func `observers of a turn keep their order when a handler puts a join below another one`() {
    let source = Property(0)
    let values = (0..<4).map { _ in Derived { source.value } }
    let (one, other) = (SignalInput<Int>(), SignalInput<Int>())
    let join = combineLatest(one.signal, other.signal) { $0 + $1 }.shared()
    let log = Log<Int>()
    let bag = CancellableBag()
    join.subscribeValues { _ in }.store(in: bag)
    for (index, value) in values.enumerated() {
      value.signal.subscribeValues { number in
        log.append(index)
        if index == 0, number == 1 {
          combineLatest(join, one.signal) { $0 + $1 }.subscribeValues { _ in }.store(in: bag)
        }
      }.store(in: bag)
    }
    expect(log.take(), equals: [0, 1, 2, 3])
    source.value = 1
    expect(log.take(), equals: [0, 1, 2, 3])
    bag.cancel()
  }

  @Test func `a row of values that all read one source, after the value before, needs no stack when it is set (K8)`() {
    let values = Self.onSmallStack {
      let rate = Property(1)
      var balances: [Derived<Int>] = []
      for index in 0..<20_000 {
        let former = balances.last
        balances.append(Derived { (former?.value ?? 0) + rate.value })
        _ = balances[index].value
      }
      rate.value = 2
      let unobserved = balances[19_999].value
      let log = Log<Int>()
      let endpoint = balances[19_999].signal.subscribeValues { log.append($0) }
      rate.value = 3
      endpoint.cancel()
      return [unobserved] + log.entries
    }
    expect(values, equals: [40_000, 40_000, 60_000])
  }

  @Test func `an input that is read before a changed source is brought up to date before the closure runs (K8)`() {
    let source = Property(1)
    let first = logged("first") { source.value }
    let second = logged("second") { first.value + source.value }
    expect(second.value, equals: 2)
    expect(runs.take(), equals: ["second", "first"])
    source.value = 2
    expect(second.value, equals: 4)
    expect(runs.take(), equals: ["first", "second"])
  }

  @Test @MainActor
  func `a path through a derived value ends with the last value, though it has read one in between (K3, C4)`() {
    final class Holder {
      let total: Derived<Int>
      init(_ source: Property<Int>) { total = source.derived { $0 } }
    }
    let source = Property(0)
    final class Owner: Sendable {}
    let (holder, first, last) = (Holder(source), Owner(), Owner())
    let log = Log<Int>()
    holder.total.addObserver(forOwner: first) { _, new in if new == 1 { source.value = 2 } }
    let observer = KeyValueObserver(holder, \.total.value, options: [.initial, .new]) { log.append($0.newValue ?? -1) }
    holder.total.addObserver(forOwner: last) { _, new in if new == 1 { source.value = 1 } }
    source.value = 1
    expect(log.entries, equals: [0, 2, 1])
    expect(holder.total.value, equals: 1)
    observer.cancel()
    withExtendedLifetime((first, last)) {}
  }

  @Test func `observers are called in the order in which a transaction reaches their joins and derived values (C11)`() {
    let (property, input) = (Property(0), SignalInput<Int>())
    let derived = property.derived { $0 }
    let log = Log<String>()
    let endpoints = [
      derived.signal.subscribeValues { log.append("derived \($0)") },
      combineLatest(input.signal, input.signal).subscribeValues { value, _ in log.append("join \(value)") },
    ]
    expect(log.take(), equals: ["derived 0"])
    transaction {
      input.send(1)
      property.value = 1
    }
    expect(log.take(), equals: ["join 1", "derived 1"])
    transaction {
      property.value = 2
      input.send(2)
    }
    expect(log.take(), equals: ["derived 2", "join 2"])
    withExtendedLifetime(endpoints) {}
  }

  @Test func `a join emits once if a transaction that has reached it puts a derived value above it (C10)`() {
    var histories: Set<[String]> = []
    // Often, since a turn is sorted anew whenever a join becomes deeper, and other tests run meanwhile.
    for _ in 0..<200 {
      let (source, input, choice) = (Property(1), SignalInput<Int>(), SignalInput<Signal<Int>>())
      let derived = source.derived { $0 * 10 }
      let early = Recorder(derived.signal)
      let recorder = Recorder(combineLatest(input.signal, choice.signal.switchToLatest()) { "\($0) \($1)" })
      transaction {
        input.send(1)
        choice.send(.just(0))
      }
      transaction {
        input.send(2)
        source.value = 2
        choice.send(derived.signal)
        source.value = 3
      }
      histories.insert(recorder.history + early.history)
    }
    expect(histories, equals: [["1 0", "2 30", "10", "30"]])
  }

  // MARK: - Inputs in reading order

  @Test func `an observed derived value computes no input that it no longer reads`() async {
    await #expect(processExitsWith: .success) {
      let items = Property([1, 2])
      let second = Derived { items.value[1] }
      let label = Derived { items.value.count > 1 ? "\(second.value)" : "few" }
      let recorder = Recorder(label.signal)
      items.value = [7]
      items.value = [8, 9]
      expect(recorder.history, equals: ["2", "few", "9"])
    }
  }

  @Test func `an input across two levels runs only while it is read`() {
    let items = Property([1, 2])
    let second = logged("second") { items.value.count > 1 ? items.value[1] : -1 }
    let text = logged("text") { "\(second.value)" }
    let label = logged("label") { items.value.count > 1 ? text.value : "few" }
    let recorder = Recorder(label.signal)
    expect(runs.take(), equals: ["label", "text", "second"])
    items.value = [7]
    expect(runs.take(), equals: ["label"])
    items.value = [8, 9]
    expect(runs.take(), equals: ["label", "second", "text"])
    expect(recorder.history, equals: ["2", "few", "9"])
  }

  @Test func `a transaction that switches to another chain runs nothing of the former one`() {
    let usesFirst = Property(true)
    let inputs = [Property([1]), Property([10])]
    let ends = inputs.indices.map { index in
      let head = logged("head \(index)") { inputs[index].value.first ?? -1 }
      return logged("end \(index)") { head.value + 1 }
    }
    let chosen = logged("chosen") { ends[usesFirst.value ? 0 : 1].value }
    let recorder = Recorder(chosen.signal)
    expect(runs.take(), equals: ["chosen", "end 0", "head 0"])
    transaction {
      inputs[0].value = []
      inputs[1].value = [20]
      usesFirst.value = false
    }
    expect(runs.take(), equals: ["chosen", "end 1", "head 1"])
    inputs[0].value = [3]
    expect(runs.take(), equals: [])
    expect(recorder.history, equals: ["2", "21"])
  }

  // MARK: - One run for each turn

  @Test func `a diamond runs each node once in a turn (C10)`() {
    let source = Property(1)
    let left = logged("left") { source.value + 1 }
    let right = logged("right") { source.value * 10 }
    let sum = logged("sum") { left.value + right.value }
    let recorder = Recorder(sum.signal)
    expect(runs.take(), equals: ["sum", "left", "right"])
    source.value = 2
    expect(runs.take().sorted(), equals: ["left", "right", "sum"])
    expect(recorder.history, equals: ["12", "23"])
  }

  @Test func `a triangle runs each node once in a turn (C10)`() {
    let source = Property(1)
    let chain = (1..<10).reduce(into: [logged("0") { source.value }]) { chain, index in
      let before = chain[index - 1]
      chain.append(logged("\(index)") { before.value + 1 })
    }
    let sum = logged("sum") { [chain] in chain.reduce(0) { $0 + $1.value } }
    let recorder = Recorder(sum.signal)
    _ = runs.take()
    source.value = 2
    expect(runs.take().sorted(), equals: (0..<10).map { "\($0)" } + ["sum"])
    expect(recorder.history, equals: ["55", "65"])
  }

  @Test func `an input that is read many times causes one run`() {
    let source = Property(1)
    let double = logged("double") { source.value * 2 }
    let sum = logged("sum") { (0..<30).reduce(0) { sum, _ in sum + source.value + double.value } }
    let recorder = Recorder(sum.signal)
    source.value = 2
    expect(runs.take().sorted(), equals: ["double", "double", "sum", "sum"])
    expect(recorder.history, equals: ["90", "180"])
  }

  @Test func `switching all of 1,000 observed levels runs each node at most once in a turn`() {
    let flag = Property(true)
    let source = Property(0)
    var level: ObservableValue<Int> = source
    var recorders: [Recorder<Int>] = []
    for index in 1...1_000 {
      let before = level
      let one = logged("one \(index)") { before.value }
      let two = logged("two \(index)") { before.value + 1 }
      let next = logged("next \(index)") { flag.value ? one.value : two.value }
      recorders.append(Recorder(next.signal))
      level = next
    }
    _ = runs.take()
    for _ in 0..<4 {
      flag.value.toggle()
      let runs = runs.take()
      expect(Set(runs).count, equals: runs.count)
      expect(runs.count { $0.hasPrefix("next") }, equals: 1_000)
      expect(runs.count <= 2_000)
    }
    let expected = (1...1_000).map { index in ["0", "\(index)", "0", "\(index)", "0"] }
    expect(recorders.map(\.history), equals: expected)
  }

  // MARK: - Equal results

  /// A generic function, in which the compiler doesn't know that the value is equatable.
  private func generic<Value: Sendable>(_ compute: @escaping @Sendable () -> Value) -> Derived<Value> {
    Derived(compute)
  }

  /// The number of a reader's runs, and of an observer's events, for three sets of which one changes the result.
  private func changes<Value: Sendable>(_ make: (Property<Int>) -> Derived<Value>) -> [Int] {
    let source = Property(1)
    let result = make(source)
    let count = Counter()
    let reader = Derived {
      count.add()
      return "\(result.value)"
    }
    let recorders = (Recorder(result.signal), Recorder(reader.signal))
    for value in [1, 3, 4] { source.value = value }
    return [count.count, recorders.0.events.count, recorders.1.events.count]
  }

  private struct Plain: Sendable { let isOdd: Bool }

  @Test func `an equal result reaches neither observers nor readers`() {
    expect(changes { source in Derived { source.value % 2 } }, equals: [2, 2, 2])
    expect(changes { source in source.derived { $0 % 2 == 1 } }, equals: [2, 2, 2])
    expect(changes { source in generic { source.value % 2 } }, equals: [2, 2, 2])
    expect(changes { source in Derived { source.value % 2 == 1 ? nil : source.value } }, equals: [2, 2, 2])
    expect(changes { source in generic { source.value % 2 == 1 ? nil : source.value } }, equals: [2, 2, 2])
    expect(changes { source in Derived { [source.value % 2] } }, equals: [2, 2, 2])
    expect(changes { source in generic { [source.value % 2] } }, equals: [2, 2, 2])
  }

  @Test func `a result that can't be compared is always a change`() {
    expect(changes { source in Derived { Plain(isOdd: source.value % 2 == 1) } }.prefix(2), equals: [4, 4])
    expect(changes { source in Derived { [Plain(isOdd: source.value % 2 == 1)] } }.prefix(2), equals: [4, 4])
  }

  @Test func `a set to an equal value is a change of the property, but not of values derived from it (K2)`() {
    let source = Property(1)
    let double = logged("double") { source.value * 2 }
    let text = logged("text") { "\(double.value)" }
    let recorders = [Recorder(source.signal), Recorder(double.signal)]
    let texts = Recorder(text.signal)
    source.value = 1
    source.value = 2
    expect(recorders.map(\.history), equals: [["1", "1", "2"], ["2", "4"]])
    expect(texts.history, equals: ["2", "4"])
    expect(runs.take().sorted(), equals: ["double", "double", "double", "text", "text"])
  }

  // MARK: - Turns and transactions

  @Test(arguments: [[0], [1], [0, 1], [1, 0]])
  func `two values that read each other alternately form no cycle`(observed: [Int]) {
    let isUp = Property(true)
    let second = Guarded<Derived<Int>?>(nil)
    let first = logged("first") { isUp.value ? 1 : (second.change { $0 }?.value ?? -1) + 1 }
    let other = logged("second") { isUp.value ? first.value + 1 : 1 }
    second.change { $0 = other }
    let pair = [first, other]
    let recorders = observed.map { Recorder(pair[$0].signal) }
    _ = runs.take()
    isUp.value = false
    isUp.value = true
    isUp.value = false
    let expected = [["1", "2", "1", "2"], ["2", "1", "2", "1"]]
    expect(recorders.map(\.history), equals: observed.map { expected[$0] })
    expect(pair.map(\.value), equals: [2, 1])
    // Breaks the test's own retain cycle.
    second.change { swapped(&$0, with: nil) }.map { withExtendedLifetime($0) {} }
  }

  @Test func `a join of a derived value and its source emits once per change (C10)`() {
    let count = Property(1)
    let isOdd = count.derived { $0 % 2 == 1 }
    let text = isOdd.derived { $0 ? "odd" : "even" }
    let recorder = Recorder(combineLatest(text.signal, count.signal, isOdd.signal).map { "\($0) \($1) \($2)" })
    count.value = 2
    count.value = 4
    transaction {
      count.value = 5
      count.value = 7
    }
    expect(recorder.history, equals: ["odd 1 true", "even 2 false", "even 4 false", "odd 7 true"])
  }

  @Test func `a transaction notifies of a derived value once, if it differs from before (C11)`() {
    let first = Property(1)
    let second = Property(2)
    let sum = Derived { first.value + second.value }
    let owner = Tracked {}
    let log = Log<[Int]>()
    sum.addObserver(forOwner: owner) { old, new in log.append([old, new]) }
    let recorder = Recorder(sum.signal)
    transaction {
      first.value = 10
      expect(sum.value, equals: 12)
      second.value = 20
    }
    transaction {
      first.value = 20
      second.value = 10
    }
    transaction {
      first.value = 0
      expect(sum.value, equals: 10)
      first.value = 20
    }
    expect(log.entries, equals: [[3, 30]])
    expect(recorder.history, equals: ["3", "30"])
    withExtendedLifetime(owner) {}
  }

  // MARK: - Threads

  @Test func `another thread's set during a transaction on an input is delivered at the end of the transaction (K8)`() {
    let (a, b) = (Property(1), Property(1))
    let sum = Derived { a.value + b.value }
    let recorder = Recorder(sum.signal)
    let log = Log<Int>()
    let effect = observe { log.append(a.value * b.value) }
    transaction {
      a.value = 2
      onAnotherThread {
        b.value = 10
        expect(sum.value, equals: 12)
      }
      expect(recorder.history, equals: ["2"])
    }
    expect(recorder.history, equals: ["2", "12"])
    expect(log.entries, equals: [1, 20])
    withExtendedLifetime(effect) {}
  }

  @Test(arguments: [false, true]) func `a read on another thread never sees a torn sum`(isObserved: Bool) {
    let a = Property(0)
    let b = Derived { a.value }
    let c = Derived { -a.value }
    let d = Derived { b.value + c.value }
    let recorder = isObserved ? Recorder(d.signal) : nil
    let torn = Log<Int>()
    let isOver = Counter()
    onThreads(2) { thread in
      if thread == 0 {
        for value in 1...20_000 { a.value = value }
        isOver.add()
      } else {
        repeat {
          let sum = d.value
          if sum != 0 { torn.append(sum) }
        } while isOver.count == 0
      }
    }
    expect(torn.entries, equals: [])
    expect(d.value, equals: 0)
    expect((recorder?.history ?? ["0"]), equals: ["0"])
  }

  // MARK: - Long chains

  /// Each value reads the previous one, and adds one.
  private static func chain(on first: Property<Int>) -> [Derived<Int>] {
    (1..<100_000).reduce(into: [first.derived { $0 + 1 }]) { chain, index in
      let before = chain[index - 1]
      chain.append(before.derived { $0 + 1 })
    }
  }

  @Test func `100,000 derived values in a row are released on a small stack`() async {
    await #expect(processExitsWith: .success) {
      let last = GraphOrderTests.onSmallStack {
        let first = Property(0)
        var chain = GraphOrderTests.chain(on: first)
        // No value has been read, and the last one retains all others.
        chain = chain.suffix(1)
        chain = GraphOrderTests.chain(on: first)
        for value in chain { _ = value.value }
        chain = chain.suffix(1)
        let last = chain.map(\.value)
        chain = []
        return last
      }
      expect(last, equals: [100_000])
    }
  }

  @Test func `100,000 derived values in a row are read, set and observed on a small stack`() async {
    await #expect(processExitsWith: .success) {
      let (values, history) = GraphOrderTests.onSmallStack {
        let first = Property(0)
        let chain = GraphOrderTests.chain(on: first)
        let top = chain[99_999]
        var values = chain.map { $0.value }.suffix(1)
        first.value = 1
        values.append(top.value)
        let recorder = Recorder(top.signal)
        first.value = 2
        transaction {
          first.value = 3
          first.value = 4
        }
        recorder.cancel()
        first.value = 5
        values.append(top.value)
        return (Array(values), recorder.history)
      }
      expect(values, equals: [100_000, 100_001, 100_005])
      expect(history, equals: ["100001", "100002", "100004"])
    }
  }
}
