import Signals
import SignalsKVO
import SignalsTesting
import Testing

extension Stress {
  /// K8: sheets whose formulas several threads change, while others read and observe the cells.
  @Suite("Stress: circles of derived values") struct CircleStressTests {
    @Test(arguments: 0..<UInt64(repetitions(10_000, quick: 200)))
    func `after concurrent changes the cells agree with a search for circles`(seed: UInt64) {
      var random = SeededGenerator(seed: seed)
      let count = Int.random(in: 2...5, using: &random)
      let sheet = Sheet(count)
      let observed = (0..<count).map { _ in Log<Int?>() }
      var endpoints: [Endpoint] = []
      let kind = Int.random(in: 0..<3, using: &random)
      for (index, log) in observed.enumerated() where kind > 0 && Bool.random(using: &random) {
        let cell = sheet[index]
        endpoints.append(
          kind == 1 ? cell.signal.subscribeValues { log.append($0) } : observe { log.append(cell.value) })
      }
      onThreads(Int.random(in: 2...3, using: &random)) { thread in
        var random = SeededGenerator(seed: seed * 10 + UInt64(thread))
        for _ in 0..<20 { Self.act(on: sheet, count, &random) }
      }
      Self.compare(sheet, observed, &random)
      // Each change shows whether what the threads have left follows it.
      for index in 0..<count {
        sheet.change(index, &random)
        Self.compare(sheet, observed, &random)
      }
      endpoints.cancelAll()
    }

    private static func act(on sheet: Sheet, _ count: Int, _ random: inout SeededGenerator) {
      let index = Int.random(in: 0..<count, using: &random)
      switch Int.random(in: 0..<6, using: &random) {
      case 0, 1: sheet.change(index, &random)
      case 2: sheet.formulas[index].modify { $0.number += 1 }
      case 3:
        transaction {
          sheet.change(index, &random)
          sheet.set(index, 1)
          sheet.change(0, &random)
        }
      case 4:
        let endpoint = sheet[index].signal.subscribeValues { _ in }
        pause(&random)
        endpoint.cancel()
      default: _ = sheet[index].value
      }
      pause(&random)
    }

    /// Lets other threads go on, at times for long, so that the threads meet at different places.
    private static func pause(_ random: inout SeededGenerator) {
      let count = Int.random(in: 0..<16, using: &random) == 0 ? 64 : 16
      for _ in 0..<Int.random(in: 0..<count, using: &random) { yieldProcessor() }
    }

    private static func compare(_ sheet: Sheet, _ observed: [Log<Int?>], _ random: inout SeededGenerator) {
      let expected = sheet.expected
      // The order of the first reads differs from seed to seed.
      let order = expected.indices.shuffled(using: &random)
      expect(order.map { sheet[$0].value }, equals: order.map { expected[$0] })
      for (log, value) in zip(observed, expected) where !log.entries.isEmpty {
        waitUntil { log.entries.last == value }
        expect(log.entries.last, equals: value)
      }
    }
  }
}

extension Sheet {
  /// Has a cell read up to two others.
  fileprivate func change(_ index: Int, _ random: inout SeededGenerator) {
    let inputs = (0..<Int.random(in: 0...2, using: &random)).map { _ in
      Int.random(in: 0..<formulas.count, using: &random)
    }
    formulas[index].value = .init(number: Int.random(in: 0..<5, using: &random), inputs: inputs)
  }
}
