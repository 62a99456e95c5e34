import Signals

extension Scenario {
  static let fourOperators = Scenario(id: "S3", title: "map, filter, removeDuplicates, dropFirst") { scenario in
    let operations = 1_000_000
    let expected = Chain.expectedSum(operations)

    let subject = Work(name: "S3", operations: operations, expected: expected) {
      let checksum = Checksum()
      let input = SignalInput<Int>()
      let endpoint = Chain.subscribe(to: input, checksum)
      return {
        for index in 0..<operations { input.send(Chain.sample(index)) }
        return withExtendedLifetime(endpoint) { checksum.sum }
      }
    }

    let direct = Work(name: "direct S3", operations: operations, expected: expected) {
      let checksum = Checksum()
      let chain = Direct.chain(checksum)
      return {
        for index in 0..<operations { chain(Chain.sample(index)) }
        return checksum.sum
      }
    }

    return Outcome(rows: [
      scenario.compare(subject, with: .floor(direct), target: Target(ratio: 1.3, allocations: 0))
    ])
  }
}

/// The chain of four operators, two of them with state, that several scenarios use.
enum Chain {
  static func subscribe(to input: SignalInput<Int>, _ checksum: Checksum) -> Endpoint {
    input.signal
      .map { $0 &+ 1 }
      .filter { $0 & 7 != 5 }
      .removeDuplicates()
      .dropFirst()
      .subscribeValues { checksum.add($0) }
  }

  /// Every eighth value repeats the one before it, so that there are duplicates to remove.
  static func sample(_ index: Int) -> Int { index & 7 == 0 ? index &- 1 : index }

  static func expectedSum(_ operations: Int) -> Int {
    var kept: [Int] = []
    for index in 0..<operations {
      let value = sample(index) + 1
      if value & 7 != 5, value != kept.last { kept.append(value) }
    }
    return kept.dropFirst().reduce(0, &+)
  }
}
