import Signals

private let sendCount = 1_000_000

extension Scenario {
  static let joining = Scenario(id: "S7", title: "combineLatest of 2, glitch-free", hasGrowth: true) { scenario in
    Outcome(
      rows: [scenario.compare(.joining, with: .floor(.directJoining), target: Target(ratio: 2.5, allocations: 0))],
      growth: Growth.measured(
        scenario.id, "one send to a join of many", [2, 8, 64], of: "inputs", Work.joiningAll, Work.directJoiningAll))
  }

  static let diamond = Scenario(id: "S7d", title: "diamond: two maps, combineLatest; per send") { scenario in
    let subject = Work(name: "S7d", operations: sendCount, expected: sendCount + 2 * Work.sum(below: sendCount)) {
      let checksum = Checksum()
      let input = SignalInput<Int>()
      let endpoint = combineLatest(input.signal.map { $0 &+ 1 }, input.signal.map { $0 &+ 0 })
        .subscribeValues { checksum.add($0 &+ $1) }
      return {
        for index in 0..<sendCount { input.send(index) }
        return withExtendedLifetime(endpoint) { checksum.sum }
      }
    }
    return Outcome(rows: [
      scenario.compare(subject, with: .floor(.directJoining), target: Target(ratio: 4, allocations: 0))
    ])
  }
}

extension Work {
  /// Each send to one of two inputs adds its value and the latest value of the other input.
  private static let sumOfPairs = 2 * sum(below: sendCount) - (sendCount - 1)

  fileprivate static var joining: Work {
    Work(name: "S7", operations: sendCount, expected: sumOfPairs) {
      let checksum = Checksum()
      let inputs = (0..<2).map { _ in SignalInput<Int>() }
      let endpoint = combineLatest(inputs[0].signal, inputs[1].signal).subscribeValues { checksum.add($0 &+ $1) }
      return {
        for index in 0..<sendCount { inputs[index & 1].send(index) }
        return withExtendedLifetime(endpoint) { checksum.sum }
      }
    }
  }

  fileprivate static var directJoining: Work {
    Work(name: "direct S7", operations: sendCount, expected: sumOfPairs) {
      let checksum = Checksum()
      let latest = Direct.Latest(2)
      let next = Direct.addingPairs(Direct.sink(checksum))
      let inputs = (0..<2).map { Direct.passingOn(Direct.joining($0, latest, next)) }
      return {
        for index in 0..<sendCount { inputs[index & 1](index) }
        return checksum.sum
      }
    }
  }

  fileprivate static func joiningAll(_ count: Int) -> Work {
    let (sends, expected) = sends(to: count)
    return Work(name: "S7 with \(count) inputs", operations: sends, expected: expected) {
      let checksum = Checksum()
      let inputs = (0..<count).map { _ in SignalInput<Int>() }
      let endpoint = combineLatest(inputs.map(\.signal)).subscribeValues { checksum.add($0.reduce(0, &+)) }
      return {
        for index in 0..<sends { inputs[index % count].send(1) }
        return withExtendedLifetime(endpoint) { checksum.sum }
      }
    }
  }

  fileprivate static func directJoiningAll(_ count: Int) -> Work {
    let (sends, expected) = sends(to: count)
    return Work(name: "direct S7 with \(count) inputs", operations: sends, expected: expected) {
      let checksum = Checksum()
      let latest = Direct.Latest(count)
      let next = Direct.summing(Direct.sink(checksum))
      let inputs = (0..<count).map { Direct.joiningAll($0, latest, next) }
      return {
        for index in 0..<sends { inputs[index % count](1) }
        return checksum.sum
      }
    }
  }

  /// Each input sends ones repeatedly, so each send except the first few adds the count.
  private static func sends(to count: Int) -> (sends: Int, expected: Int) {
    let sends = 400_000 / count
    return (sends, (sends - count + 1) * count)
  }
}
