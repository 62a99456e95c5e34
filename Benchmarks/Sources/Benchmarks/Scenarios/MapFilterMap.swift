import Signals

extension Scenario {
  static let mapFilterMap = Scenario(id: "S2", title: "map, filter, map") { scenario in
    let operations = 1_000_000
    let expected = (0..<operations).reduce(0) { sum, index in (index + 1) & 7 == 5 ? sum : sum &+ index &+ 2 }

    let subject = Work(name: "S2", operations: operations, expected: expected) {
      let checksum = Checksum()
      let input = SignalInput<Int>()
      let endpoint = input.signal
        .map { $0 &+ 1 }
        .filter { $0 & 7 != 5 }
        .map { $0 &+ 1 }
        .subscribeValues { checksum.add($0) }
      return {
        for index in 0..<operations { input.send(index) }
        return withExtendedLifetime(endpoint) { checksum.sum }
      }
    }

    let direct = Work(name: "direct S2", operations: operations, expected: expected) {
      let checksum = Checksum()
      let chain = Direct.addingOne(Direct.skippingEveryEighth(Direct.addingOne(Direct.sink(checksum))))
      return {
        for index in 0..<operations { chain(index) }
        return checksum.sum
      }
    }

    return Outcome(rows: [
      scenario.compare(subject, with: .floor(direct), target: Target(ratio: 1.3, allocations: 0))
    ])
  }
}
