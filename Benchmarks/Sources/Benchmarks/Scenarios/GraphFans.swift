import SignalsKVO

private let width = 50
private let setCount = 200

extension Scenario {
  static let graphBroad = Scenario(id: "G3", title: "broad: \(width) × two derived values; per derived value") {
    scenario in
    Outcome(rows: [
      scenario.compare(.fan, with: .plainGraph(.plainFan), target: Target(ratio: 2, allocations: 0))
    ])
  }
}

extension Work {
  private static let operations = setCount * width * 2
  /// Each of the observers receives the first value, and one for each set.
  private static let sumOfFan = width * (sum(below: setCount + 1) + setCount + 1) + (setCount + 1) * sum(below: width)

  fileprivate static var fan: Work {
    Work(name: "G3", operations: operations, expected: sumOfFan) {
      let checksum = Checksum()
      let head = Property(0)
      let firsts = (0..<width).map { head.derivedByAdding($0) }
      let seconds = firsts.map { $0.derivedByAdding(1) }
      let endpoints = seconds.map { $0.signal.subscribeValues { checksum.add($0) } }
      return {
        for index in 1...setCount { head.value = index }
        return withExtendedLifetime((seconds, endpoints)) { checksum.sum }
      }
    }
  }

  fileprivate static var plainFan: Work {
    Work(name: "plain G3", operations: operations, expected: sumOfFan) {
      let checksum = Checksum()
      let head = PlainNode(0, in: PlainGraph())
      let firsts = (0..<width).map { head.derivedByAdding($0) }
      let seconds = firsts.map { $0.derivedByAdding(1) }
      for second in seconds { second.observe(Direct.sink(checksum)) }
      return {
        for index in 1...setCount { head.set(index) }
        return withExtendedLifetime(seconds) { checksum.sum }
      }
    }
  }
}
