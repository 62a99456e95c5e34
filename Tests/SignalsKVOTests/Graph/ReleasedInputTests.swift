import Observation
import Signals
import SignalsKVO
import SignalsTesting
import Testing

/// K8: a computation follows the inputs of a derived value that it has read, also after the release of that value.
@Suite("K8 Inputs that are released", .leavesNothing) struct ReleasedInputTests {
  private let input = Property(1)
  private let log = Log<Int>()

  /// A holder of a value that follows from the input, and a value that follows from what the holder holds.
  private func makeChain(_ factor: Int = 1) -> (HeldValue<Derived<Int>?>, outer: Derived<Int>) {
    let holder = HeldValue(Optional(input.derived { $0 * factor }))
    return (holder, Derived { holder.value?.value ?? -1 })
  }

  @Test func `a change before the release is read`() {
    let (holder, outer) = makeChain()
    expect(outer.value, equals: 1)
    input.value = 5
    holder.value = input.derived { $0 * 10 }
    expect(outer.value, equals: 50)
    input.value = 6
    expect(outer.value, equals: 60)
  }

  @Test func `a change after the release is read, and one that changes nothing runs nothing`() {
    let sign = Derived { [input] in input.value.signum() }
    let holder = HeldValue(Optional(sign.derived { $0 * 2 }))
    let outer = Derived { [log] in
      log.append(0)
      return holder.value?.value ?? -1
    }
    expect(outer.value, equals: 2)
    holder.value = nil
    input.value = 3
    expect(outer.value, equals: 2)
    expect(log.entries, equals: [0])
    input.value = -3
    expect(outer.value, equals: -1)
    expect(log.entries, equals: [0, 0])
    // It follows nothing any more.
    input.value = 7
    expect(outer.value, equals: -1)
    expect(log.entries, equals: [0, 0])
  }

  @Test func `observers and effects are told of a change in the transaction of the release`() {
    let (holder, outer) = makeChain()
    let effect = observe { [log] in log.append(outer.value) }
    let recorder = Recorder(outer.signal)
    transaction {
      input.value = 5
      holder.value = input.derived { $0 * 2 }
    }
    transaction {
      holder.value = nil
      input.value = 6
    }
    expect(recorder.history, equals: ["1", "10", "-1"])
    expect(log.entries, equals: [1, 10, -1])
    effect.cancel()
  }

  @Test func `a release alone runs nothing, also where an effect needs an object that is gone`() {
    final class Cart: Sendable {
      let items = Property([1, 2])
      let total = HeldValue<Derived<Int>?>(nil)
      init() { total.value = Derived { [unowned self] in items.value.reduce(0, +) } }
    }
    var cart: Cart? = Cart()
    weak let present = cart
    let effect = observe { [log, input] in log.append((present?.total.value?.value ?? -1) * input.value) }
    cart = nil
    expect(log.entries, equals: [3])
    input.value = 2
    expect(log.entries, equals: [3, -2])
    effect.cancel()
  }

  @Test func `a memo that is emptied leaves no reader with an old value`() {
    let memo = HeldValue<[Int: Derived<Int>]>([:])
    @Sendable func multiple(_ factor: Int) -> Derived<Int> {
      if let known = memo.value[factor] { return known }
      let made = input.derived { $0 * factor }
      memo.value[factor] = made
      return made
    }
    let sum = Derived { (1...10).reduce(0) { $0 + multiple($1).value } }
    expect(sum.value, equals: 55)
    memo.value = [:]
    expect(sum.value, equals: 55)
    input.value = 2
    memo.value = [:]
    expect(sum.value, equals: 110)
  }

  @Test func `the closure releases its captures with the value, also if a computation has read that (C8)`() {
    final class Factor: Sendable {}
    var factor: Factor? = Factor()
    weak let captured = factor
    let holder = HeldValue(
      Optional(Derived { [input, factor] in withExtendedLifetime(factor) { input.value } }))
    factor = nil
    let outer = Derived { holder.value?.value ?? -1 }
    expect(outer.value, equals: 1)
    expect(captured != nil)
    holder.value = nil
    expect(captured == nil)
    input.value = 2
    expect(outer.value, equals: -1)
  }

  @Test func `a derived collection that is replaced is followed until the next run`() {
    let numbers = ObservedArray([Property(1), Property(10)])
    let holder = HeldValue(numbers.filtered { $0.value > 5 })
    let effect = observe { [log] in log.append(holder.value.count) }
    holder.value = numbers.filtered { $0.value > 0 }
    numbers[0].value = 7
    expect(log.entries, equals: [1, 2])
    numbers.append(Property(3))
    expect(log.entries, equals: [1, 2, 3])
    effect.cancel()
  }

  @Observable final class Model {
    var count = 1
  }

  @MainActor
  @Test func `an object that the value has read is followed until the next run (K10)`() {
    let model = Model()
    final class Page {
      var title: Computed<Int>
      init(_ title: Computed<Int>) { self.title = title }
    }
    let page = Page(Computed { model.count })
    let outer = Computed { page.title.value }
    expect(page.title.value, equals: 1)
    expect(outer.value, equals: 1)
    page.title = Computed { model.count * 10 }
    model.count = 2
    expect(outer.value, equals: 20)
  }

  @Test func `a row of 100,000 released values takes a bounded stack`() {
    let count = 100_000
    GraphOrderTests.onSmallStack { [input, log] in
      let row = HeldValue<[Derived<Int>]>([])
      row.value = (0..<count).map { index in
        Derived { index == 0 ? input.value + 1 : row.value[index - 1].value + 1 }
      }
      for value in row.value { _ = value.value }
      let effect = observe { log.append(row.value.last?.value ?? -1) }
      row.value = []
      input.value = 2
      input.value = 3
      effect.cancel()
    }
    expect(log.entries, equals: [100_001, -1])
  }

  @Test func `values that are replaced at random agree with a plain recomputation`() {
    for seed in 0..<UInt64(400) { replaceValues(seed) }
  }

  private func replaceValues(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let program = GraphProgram(seed: seed)
    let sources = program.sources.map { Property($0) }
    let table = HeldValue<[Int: Derived<Int>]>([:])
    @Sendable func read(_ node: Int) -> Int {
      node < sources.count ? sources[node].value : table.value[node]?.value ?? -1
    }
    func make(_ node: Int) {
      guard let formula = program.formulas[node] else { return }
      table.value[node] = Derived { formula.value(read) }
    }
    let nodes = program.formulas.keys.filter { !program.dependsOnTime.contains($0) }.sorted()
    for node in program.formulas.keys.sorted() { make(node) }
    let shown = HeldValue<[Int: Int]>([:])
    let effects = nodes.filter { $0.isMultiple(of: 2) }.map { node in
      observe { shown.value[node] = read(node) }
    }
    for step in 0..<60 {
      let source = Int.random(in: sources.indices, using: &random)
      let value = Int.random(in: 0..<4, using: &random)
      let node = nodes.randomElement(using: &random) ?? 0
      switch Int.random(in: 0..<6, using: &random) {
      case 0, 1: sources[source].value = value
      case 2: make(node)
      case 3:
        transaction {
          sources[source].value = value
          make(node)
        }
      case 4:
        transaction {
          make(node)
          sources[source].value = value
        }
      default: _ = read(node)
      }
      let present = sources.map(\.value)
      for (node, value) in shown.value {
        expect(value, equals: program.value(of: node, present), "seed \(seed), step \(step), effect of node \(node)")
      }
      let read = read(node)
      if nodes.contains(node) {
        expect(read, equals: program.value(of: node, present), "seed \(seed), step \(step), node \(node)")
      }
    }
    for effect in effects { effect.cancel() }
    // The closures refer to the table.
    table.value = [:]
  }

  @Test func `values are replaced while other threads read and set`() {
    for round in 0..<300 {
      let (holder, outer) = makeChain()
      let effect = observe { [log] in log.append(outer.value) }
      onThreads(3) { thread in
        for step in 0..<20 {
          switch thread {
          case 0: input.value = step
          case 1: holder.value = input.derived { $0 * (step + 2) }
          default: _ = outer.value
          }
        }
      }
      input.value = round
      expect(outer.value, equals: round * 21)
      expect(log.take().last, equals: round * 21)
      effect.cancel()
    }
  }
}
