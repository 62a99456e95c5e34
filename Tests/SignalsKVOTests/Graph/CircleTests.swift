import Signals
import SignalsKVO
import SignalsTesting
import Testing

/// K8: the values of `inCircle:`, while circles form and dissolve.
@Suite("Circles of derived values", .leavesNothing) struct CircleTests {
  @Test(arguments: [false, true])
  func `a value that is in a circle no more is computed, though its input has kept its value`(isObserved: Bool) {
    let sheet = Sheet(3)
    let log = Log<Int?>()
    let endpoint = isObserved ? sheet[0].signal.subscribeValues { log.append($0) } : nil
    sheet.set(0, 1, 1)
    sheet.set(1, 1, 0)
    expect(sheet.values(0, 1), equals: [nil, nil])
    transaction {
      sheet.set(2, 1, 1)
      sheet.set(1, 1, 2)
    }
    expect(sheet.values(0, 1, 2), equals: [101, nil, nil])
    if isObserved { expect(log.entries.suffix(2), equals: [nil, 101]) }
    endpoint?.cancel()
  }

  @Test func `a value that gets into a circle takes the value for it, though its input has kept its value`() {
    let sheet = Sheet(2)
    sheet.set(0, 1, 0)
    sheet.set(1, 1, 0)
    expect(sheet.values(0, 1), equals: [nil, 101])
    sheet.set(0, 1, 1)
    expect(sheet.values(1, 0), equals: [nil, nil])
  }

  @Test(arguments: 0..<3) func `all values of two circles with a common value have the value for it`(first: Int) {
    let sheet = Sheet(3)
    sheet.set(0, 0, 1, 2)
    sheet.set(1, 0, 0)
    sheet.set(2, 0, 1)
    expect(sheet[first].value == nil)
    expect(sheet.values(0, 1, 2), equals: [nil, nil, nil])
  }

  @Test func `a value outlives the others of its circle`() {
    final class Ring: @unchecked Sendable {
      weak var first: Derived<Int>?
      var second: Derived<Int>?
      var third: Derived<Int>?
    }
    let ring = Ring()
    ring.first = nil
    let last: Derived<Int>
    do {
      let root = Derived(inCircle: -1) { (ring.second?.value ?? 0) + 1 }
      ring.first = root
      ring.third = Derived(inCircle: -1) { (ring.first?.value ?? 0) + 1 }
      ring.second = Derived(inCircle: -1) { (ring.third?.value ?? 0) + 1 }
      expect(root.value, equals: -1)
      last = ring.second ?? root
      ring.second = nil
      ring.third = nil
    }
    expect(ring.first == nil)
    let reader = Derived { last.value + 1 }
    expect(reader.value, equals: 0)
    withExtendedLifetime(last) {}
  }

  @Test func `a circle to which nothing refers is released`() {
    final class Program: Sendable {}
    final class Own: @unchecked Sendable { weak var value: Derived<Int>? }
    weak let program: Program?
    do {
      let (own, kept) = (Own(), Program())
      program = kept
      let ring = Derived(inCircle: 0) { withExtendedLifetime(kept) { own.value?.value ?? 1 } }
      own.value = ring
      expect(ring.value, equals: 0)
    }
    expect(program == nil)
  }

  @Test(arguments: 0..<UInt64(repetitions(2_000, quick: 300)))
  func `the cells of random sheets agree with a search for circles`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let count = Int.random(in: 2...5, using: &random)
    let sheet = Sheet(count)
    var endpoints: [Endpoint] = []
    var logs: [(index: Int, log: Log<Int?>)] = []
    for _ in 0..<12 {
      let index = Int.random(in: 0..<count, using: &random)
      if Int.random(in: 0..<5, using: &random) == 0 {
        let log = Log<Int?>()
        endpoints.append(sheet[index].signal.subscribeValues { log.append($0) })
        logs.append((index, log))
      }
      transaction {
        for _ in 0..<Int.random(in: 1...2, using: &random) {
          let inputs = (0..<Int.random(in: 0...2, using: &random)).map { _ in Int.random(in: 0..<count, using: &random)
          }
          let number = Int.random(in: 0..<5, using: &random)
          sheet.formulas[Int.random(in: 0..<count, using: &random)].value = .init(number: number, inputs: inputs)
        }
      }
      let expected = sheet.expected
      expect(logs.map { $0.log.entries.last ?? nil }, equals: logs.map { expected[$0.index] })
      // The order of the first reads differs from seed to seed.
      let order = (0..<count).shuffled(using: &random)
      expect(order.map { sheet[$0].value }, equals: order.map { expected[$0] })
    }
    for endpoint in endpoints { endpoint.cancel() }
  }
}
