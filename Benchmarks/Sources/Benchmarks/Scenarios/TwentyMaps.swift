import Signals

extension Scenario {
  static let twentyHiddenMaps = Scenario(id: "S4", title: "20 maps, hidden from the optimiser") { scenario in
    let operations = 500_000
    let expected = Work.sum(below: operations) + 20 * operations

    let subject = Work(name: "S4", operations: operations, expected: expected) {
      let checksum = Checksum()
      let input = SignalInput<Int>()
      var signal = input.signal
      for _ in 0..<20 { signal = hiddenMap(signal) }
      let endpoint = signal.subscribeValues { checksum.add($0) }
      return {
        for index in 0..<operations { input.send(index) }
        return withExtendedLifetime(endpoint) { checksum.sum }
      }
    }

    let direct = Work(name: "direct S4", operations: operations, expected: expected) {
      let checksum = Checksum()
      var chain = Direct.sink(checksum)
      for _ in 0..<20 { chain = Direct.addingOne(chain) }
      return { [chain] in
        for index in 0..<operations { chain(index) }
        return checksum.sum
      }
    }

    let mapping = Work(name: "direct S4 with functions", operations: operations, expected: expected) {
      let checksum = Checksum()
      var chain: Direct.FailingStage = Direct.sink(checksum)
      for _ in 0..<20 { chain = Direct.mapping(chain, addingOne()) }
      return { [chain] in
        do {
          for index in 0..<operations { try chain(index) }
        } catch {
          preconditionFailure("A sum doesn't fail.")
        }
        return checksum.sum
      }
    }

    let medians = Measurement.medians(of: [subject, direct, mapping, .lockedCall])
    let floor = medians[1] + medians[3]
    var row = scenario.row(medians[0], "floor", floor, Target(ratio: 1.3, allocations: 0), subject)
    let ownFloor = medians[2] + medians[3]
    row.notes = [
      "floor with stages that call a throwing function: \(ownFloor.text(decimals: 1)) ns, "
        + "ratio \((medians[0] / ownFloor).text(decimals: 2))"
    ]
    return Outcome(rows: [row])
  }

  static let twentyFusedMaps = Scenario(id: "S4f", title: "20 maps in one expression") { scenario in
    let operations = 1_000_000
    let expected = Work.sum(below: operations) + 20 * operations

    let subject = Work(name: "S4f", operations: operations, expected: expected) {
      let checksum = Checksum()
      let input = SignalInput<Int>()
      let endpoint = input.signal
        .map { $0 &+ 1 }.map { $0 &+ 1 }.map { $0 &+ 1 }.map { $0 &+ 1 }.map { $0 &+ 1 }
        .map { $0 &+ 1 }.map { $0 &+ 1 }.map { $0 &+ 1 }.map { $0 &+ 1 }.map { $0 &+ 1 }
        .map { $0 &+ 1 }.map { $0 &+ 1 }.map { $0 &+ 1 }.map { $0 &+ 1 }.map { $0 &+ 1 }
        .map { $0 &+ 1 }.map { $0 &+ 1 }.map { $0 &+ 1 }.map { $0 &+ 1 }.map { $0 &+ 1 }
        .subscribeValues { checksum.add($0) }
      return {
        for index in 0..<operations { input.send(index) }
        return withExtendedLifetime(endpoint) { checksum.sum }
      }
    }

    return Outcome(rows: [
      scenario.compare(subject, with: .other(.oneObserver), target: Target(ratio: 1.3, allocations: 0))
    ])
  }
}

@inline(never)
private func hiddenMap(_ signal: Signal<Int>) -> Signal<Int> {
  signal.map { $0 &+ 1 }
}

@inline(never)
private func addingOne() -> (Int) throws -> Int { { $0 &+ 1 } }
