import SignalsKVO

extension Scenario {
  static let graphOfOne = Scenario(id: "G1", title: "one source, one derived value, one observer; per set") {
    scenario in
    Outcome(rows: [
      scenario.compare(
        .chain("G1", length: 1, sets: 20_000), with: .plainGraph(.plainChain("plain G1", length: 1, sets: 20_000)),
        target: Target(ratio: 3, allocations: 0))
    ])
  }

  static let graphDeep = Scenario(id: "G2", title: "deep: 50 derived values in a row; per derived value") { scenario in
    Outcome(rows: [
      scenario.compare(
        .chain("G2", length: 50, sets: 600), with: .plainGraph(.plainChain("plain G2", length: 50, sets: 600)),
        target: Target(ratio: 2, allocations: 0))
    ])
  }
}

extension Work {
  /// Each value of the chain is computed once for each set, so each counts as an operation.
  fileprivate static func chain(_ name: String, length: Int, sets: Int) -> Work {
    Work(name: name, operations: sets * length, expected: sumOfChain(length: length, sets: sets)) {
      let checksum = Checksum()
      let head = Property(0)
      var chain = [head.derivedByAdding(1)]
      while chain.count < length { chain.append(chain[chain.count - 1].derivedByAdding(1)) }
      let endpoint = chain[length - 1].signal.subscribeValues { checksum.add($0) }
      return { [chain] in
        for index in 1...sets { head.value = index }
        return withExtendedLifetime((chain, endpoint)) { checksum.sum }
      }
    }
  }

  fileprivate static func plainChain(_ name: String, length: Int, sets: Int) -> Work {
    Work(name: name, operations: sets * length, expected: sumOfChain(length: length, sets: sets)) {
      let checksum = Checksum()
      let head = PlainNode(0, in: PlainGraph())
      var chain = [head.derivedByAdding(1)]
      while chain.count < length { chain.append(chain[chain.count - 1].derivedByAdding(1)) }
      chain[length - 1].observe(Direct.sink(checksum))
      return { [chain] in
        for index in 1...sets { head.set(index) }
        return withExtendedLifetime(chain) { checksum.sum }
      }
    }
  }

  /// The observer receives the first value, and one for each set.
  private static func sumOfChain(length: Int, sets: Int) -> Int { sum(below: sets + 1) + (sets + 1) * length }
}
