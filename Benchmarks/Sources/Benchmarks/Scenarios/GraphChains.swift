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

  static let graphDeep = Scenario(
    id: "G2", title: "deep: 50 derived values in a row; per derived value", hasGrowth: true
  ) { scenario in
    Outcome(
      rows: [
        scenario.compare(
          .chain("G2", length: 50, sets: 600), with: .plainGraph(.plainChain("plain G2", length: 50, sets: 600)),
          target: Target(ratio: 2, allocations: 0))
      ],
      growth: Growth.measured(
        scenario.id, "a set of the source, for each derived value", [10, 100, 1_000, 10_000, 100_000],
        of: "derived values in a row", Work.chain, by: "plain graph", upTo: 10_000, Work.plainChain))
  }

  static let graphOfMany = Scenario(
    id: "G1-many", title: "one derived value of 1,000 sources; per source", hasGrowth: true
  ) { scenario in
    Outcome(
      rows: [
        scenario.compare(
          .sum(of: 1_000), with: .plainGraph(.plainSum(of: 1_000)), target: Target(ratio: 3, allocations: 0))
      ],
      growth: Growth.measured(
        scenario.id, "a set of one source, for each source that is read", [1, 10, 100, 1_000, 10_000], of: "sources",
        Work.sum, by: "plain graph", Work.plainSum))
  }
}

/// The number of values computed or read in a run that measures growth.
private let growthCount = 300_000

extension Work {
  fileprivate static func chain(length: Int) -> Work {
    chain("chain of \(length)", length: length, sets: growthCount / length)
  }

  fileprivate static func plainChain(length: Int) -> Work {
    plainChain("plain chain of \(length)", length: length, sets: growthCount / length)
  }

  fileprivate static func sum(of count: Int) -> Work {
    let sets = growthCount / count
    return Work(name: "sum of \(count)", operations: sets * count, expected: sum(below: sets + 1)) {
      let checksum = Checksum()
      let sources = (0..<count).map { _ in Property(0) }
      let total = Derived { sources.reduce(0) { $0 &+ $1.value } }
      let endpoint = total.signal.subscribeValues { checksum.add($0) }
      return {
        for index in 1...sets { sources[index % count].value &+= 1 }
        return withExtendedLifetime((total, endpoint)) { checksum.sum }
      }
    }
  }

  fileprivate static func plainSum(of count: Int) -> Work {
    let sets = growthCount / count
    return Work(name: "plain sum of \(count)", operations: sets * count, expected: sum(below: sets + 1)) {
      let checksum = Checksum()
      let graph = PlainGraph()
      let sources = (0..<count).map { _ in PlainNode(0, in: graph) }
      let total = PlainNode(sources) { sources.reduce(0) { $0 &+ $1.value } }
      total.observe(Direct.sink(checksum))
      return {
        for index in 1...sets { sources[index % count].set(sources[index % count].value &+ 1) }
        return withExtendedLifetime(total) { checksum.sum }
      }
    }
  }

  /// Each value of the chain is computed once for each set, so each counts as an operation.
  fileprivate static func chain(_ name: String, length: Int, sets: Int) -> Work {
    Work(name: name, operations: sets * length, expected: sumOfChain(length: length, sets: sets)) {
      let checksum = Checksum()
      let head = Property(0)
      var chain = [head.derivedByAdding(1)]
      while chain.count < length { chain.append(chain[chain.count - 1].derivedByAdding(1)) }
      // Read from the head on: a first read of the last value would compute all values recursively, and overflow the
      // stack.
      for derived in chain { _ = derived.value }
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
