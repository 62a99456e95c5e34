import Signals

extension Scenario {
  static let merging = Scenario(id: "S8", title: "merge of 4 inputs") { scenario in
    let operations = 1_000_000
    let expected = Work.sum(below: operations)

    let subject = Work(name: "S8", operations: operations, expected: expected) {
      let checksum = Checksum()
      let inputs = (0..<4).map { _ in SignalInput<Int>() }
      let endpoint = merge(inputs.map(\.signal)).subscribeValues { checksum.add($0) }
      return {
        for index in 0..<operations { inputs[index & 3].send(index) }
        return withExtendedLifetime(endpoint) { checksum.sum }
      }
    }

    let direct = Work(name: "direct S8", operations: operations, expected: expected) {
      let checksum = Checksum()
      let sink = Direct.sink(checksum)
      let inputs = (0..<4).map { _ in Direct.passingOn(sink) }
      return {
        for index in 0..<operations { inputs[index & 3](index) }
        return checksum.sum
      }
    }

    return Outcome(rows: [
      scenario.compare(subject, with: .floor(direct), target: Target(ratio: 2, allocations: 0))
    ])
  }
}
