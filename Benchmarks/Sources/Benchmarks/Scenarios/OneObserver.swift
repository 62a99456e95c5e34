import Signals

extension Scenario {
  static let oneObserver = Scenario(id: "S1", title: "input to endpoint, one observer") { scenario in
    Outcome(rows: [
      scenario.compare(.oneObserver, with: .locked, target: Target(ratio: 1.8, allocations: 0))
    ])
  }
}

extension Work {
  static var oneObserver: Work {
    let operations = 1_000_000
    return Work(name: "S1", operations: operations, expected: sum(below: operations)) {
      let checksum = Checksum()
      let input = SignalInput<Int>()
      let endpoint = input.signal.subscribeValues { checksum.add($0) }
      return {
        for index in 0..<operations { input.send(index) }
        return withExtendedLifetime(endpoint) { checksum.sum }
      }
    }
  }
}
