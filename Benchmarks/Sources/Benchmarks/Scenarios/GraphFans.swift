import SignalsKVO

private let width = 50
private let setCount = 200
/// The number of values computed in a run that measures growth.
private let growthCount = 300_000

extension Scenario {
  static let graphBroad = Scenario(
    id: "G3", title: "broad: \(width) × two derived values; per derived value", hasGrowth: true
  ) { scenario in
    Outcome(
      rows: [
        scenario.compare(
          .fan("G3", width: width, sets: setCount),
          with: .plainGraph(.plainFan("plain G3", width: width, sets: setCount)),
          target: Target(ratio: 2, allocations: 0))
      ],
      growth: Growth.measured(
        scenario.id, "a set of the source, for each derived value", [10, 100, 1_000, 10_000, 100_000],
        of: "observed values", Work.fan, by: "plain graph", Work.plainFan))
  }
}

extension Work {
  fileprivate static func fan(width: Int) -> Work {
    fan("fan of \(width)", width: width, sets: max(1, growthCount / (2 * width)))
  }

  fileprivate static func plainFan(width: Int) -> Work {
    plainFan("plain fan of \(width)", width: width, sets: max(1, growthCount / (2 * width)))
  }

  fileprivate static func fan(_ name: String, width: Int, sets: Int) -> Work {
    Work(name: name, operations: sets * width * 2, expected: sumOfFan(width, sets)) {
      let checksum = Checksum()
      let head = Property(0)
      let firsts = (0..<width).map { head.derivedByAdding($0) }
      let seconds = firsts.map { $0.derivedByAdding(1) }
      let endpoints = seconds.map { $0.signal.subscribeValues { checksum.add($0) } }
      return {
        for index in 1...sets { head.value = index }
        return withExtendedLifetime((seconds, endpoints)) { checksum.sum }
      }
    }
  }

  fileprivate static func plainFan(_ name: String, width: Int, sets: Int) -> Work {
    Work(name: name, operations: sets * width * 2, expected: sumOfFan(width, sets)) {
      let checksum = Checksum()
      let head = PlainNode(0, in: PlainGraph())
      let firsts = (0..<width).map { head.derivedByAdding($0) }
      let seconds = firsts.map { $0.derivedByAdding(1) }
      for second in seconds { second.observe(Direct.sink(checksum)) }
      return {
        for index in 1...sets { head.set(index) }
        return withExtendedLifetime(seconds) { checksum.sum }
      }
    }
  }

  /// Each of the observers receives the first value, and one for each set.
  private static func sumOfFan(_ width: Int, _ sets: Int) -> Int {
    width * (sum(below: sets + 1) + sets + 1) + (sets + 1) * sum(below: width)
  }
}
