import SignalsKVO

extension Scenario {
  static let graphDiamond = Scenario(id: "G4-diamond", title: "diamond: five derived values and their sum; per set") {
    $0.compare(
      Shape(
        sets: 3_000, result: { 5 * ($0 + 1) },
        derived: { head in
          let parts = (0..<5).map { _ in head.derivedByAdding(1) }
          return Derived { parts.reduce(0) { $0 &+ $1.value } }
        },
        plain: { head in
          let parts = (0..<5).map { _ in head.derivedByAdding(1) }
          return PlainNode(parts) { parts.reduce(0) { $0 &+ $1.value } }
        }))
  }

  static let graphTriangle = Scenario(id: "G4-triangle", title: "triangle: ten values in a row and their sum; per set")
  {
    $0.compare(
      Shape(
        sets: 2_000, result: { 10 * $0 + 45 },
        derived: { head in
          var row = [head.derivedByAdding(1)]
          while row.count < 9 { row.append(row[row.count - 1].derivedByAdding(1)) }
          return Derived { [row] in row.reduce(head.value) { $0 &+ $1.value } }
        },
        plain: { head in
          var row = [head.derivedByAdding(1)]
          while row.count < 9 { row.append(row[row.count - 1].derivedByAdding(1)) }
          return PlainNode([head] + row) { [row] in row.reduce(head.value) { $0 &+ $1.value } }
        }))
  }

  static let graphRepeated = Scenario(id: "G4-repeated", title: "repeated: one source is read 30 times; per set") {
    $0.compare(
      Shape(
        sets: 3_000, result: { 30 * $0 },
        derived: { head in Derived { (0..<30).reduce(0) { sum, _ in sum &+ head.value } } },
        plain: { head in PlainNode([head]) { (0..<30).reduce(0) { sum, _ in sum &+ head.value } } }))
  }

  static let graphUnstable = Scenario(id: "G4-unstable", title: "unstable: each set changes the inputs; per set") {
    $0.compare(
      Shape(
        sets: 2_000, result: { 20 * ($0 % 2 == 0 ? -$0 : 2 * $0) },
        derived: { head in
          let double = Derived { head.value &* 2 }
          let inverse = Derived { 0 &- head.value }
          return Derived {
            (0..<20).reduce(0) { sum, _ in sum &+ (head.value & 1 == 0 ? inverse.value : double.value) }
          }
        },
        plain: { head in
          let double = PlainNode([head]) { head.value &* 2 }
          let inverse = PlainNode([head]) { 0 &- head.value }
          return PlainNode([head, double, inverse]) {
            (0..<20).reduce(0) { sum, _ in sum &+ (head.value & 1 == 0 ? inverse.value : double.value) }
          }
        }))
  }

  static let graphMux = Scenario(id: "G4-mux", title: "mux: 100 sources, one dictionary, 100 × two; per set") {
    scenario in
    // The dictionary is one allocation. The first set of each of the ten sources makes the source's turn, and is
    // counted, too.
    Outcome(rows: [
      scenario.compare(.mux, with: .plainGraph(.plainMux), target: Target(ratio: 2, allocations: 1.2))
    ])
  }

  static let graphAvoidable = Scenario(id: "G5", title: "avoidable: a constant above heavy work; per set") { scenario in
    // The first set makes the turn of the source, and is counted, too.
    Outcome(rows: [
      scenario.compare(
        .avoidable, with: .plainGraph(.plainAvoidable), target: Target(ratio: 2, allocations: 0.01))
    ])
  }

  private func compare(_ shape: Shape) -> Outcome {
    Outcome(rows: [
      compare(
        .setting(id, shape), with: .plainGraph(.plainSetting("plain " + id, shape)),
        target: Target(ratio: 2, allocations: 0))
    ])
  }
}

/// One source and one observed value that depends on it in more than one way.
private struct Shape {
  let sets: Int
  /// The observed value for a value of the source.
  let result: (Int) -> Int
  let derived: (Property<Int>) -> Derived<Int>
  let plain: (PlainNode) -> PlainNode

  /// The observer receives the first value, and one for each set.
  var sum: Int { (0...sets).reduce(0) { $0 + result($1) } }
}

extension Work {
  fileprivate static func setting(_ name: String, _ shape: Shape) -> Work {
    Work(name: name, operations: shape.sets, expected: shape.sum) {
      let checksum = Checksum()
      let head = Property(0)
      let observed = shape.derived(head)
      let endpoint = observed.signal.subscribeValues { checksum.add($0) }
      return {
        for index in 1...shape.sets { head.value = index }
        return withExtendedLifetime((observed, endpoint)) { checksum.sum }
      }
    }
  }

  fileprivate static func plainSetting(_ name: String, _ shape: Shape) -> Work {
    Work(name: name, operations: shape.sets, expected: shape.sum) {
      let checksum = Checksum()
      let head = PlainNode(0, in: PlainGraph())
      let observed = shape.plain(head)
      observed.observe(Direct.sink(checksum))
      return {
        for index in 1...shape.sets { head.set(index) }
        return withExtendedLifetime(observed) { checksum.sum }
      }
    }
  }
}

// MARK: - Mux

private let muxWidth = 100
private let muxSetCount = 100
/// The number of sources that are set, in turn.
private let muxSources = 10

extension Work {
  /// The first value of each observer is one. For each set, one observer receives a new value, and that is read as
  /// well.
  private static let sumOfMux = muxWidth + 2 * (sum(below: muxSetCount + 1) + muxSetCount)

  fileprivate static var mux: Work {
    Work(name: "G4-mux", operations: muxSetCount, expected: sumOfMux) {
      let checksum = Checksum()
      let heads = (0..<muxWidth).map { _ in Property(0) }
      let muxed = Derived {
        var values = [Int: Int](minimumCapacity: muxWidth)
        for (index, head) in heads.enumerated() { values[index] = head.value }
        return values
      }
      let outputs = (0..<muxWidth).map { index in Derived { muxed.value[index] ?? 0 }.derivedByAdding(1) }
      let endpoints = outputs.map { output in
        let values = DistinctValues(checksum)
        return output.signal.subscribeValues { values.receive($0) }
      }
      return {
        for index in 1...muxSetCount {
          heads[index % muxSources].value = index
          checksum.add(outputs[index % muxSources].value)
        }
        return withExtendedLifetime(endpoints) { checksum.sum }
      }
    }
  }

  fileprivate static var plainMux: Work {
    Work(name: "plain G4-mux", operations: muxSetCount, expected: sumOfMux) {
      let checksum = Checksum()
      let graph = PlainGraph()
      let heads = (0..<muxWidth).map { _ in PlainNode(0, in: graph) }
      var values: [Int: Int] = [:]
      var changes = 0
      let muxed = PlainNode(heads) {
        var new = [Int: Int](minimumCapacity: muxWidth)
        for (index, head) in heads.enumerated() { new[index] = head.value }
        if new != values {
          values = new
          changes += 1
        }
        return changes
      }
      let outputs = (0..<muxWidth).map { index in
        PlainNode([muxed]) { muxed.value > 0 ? values[index] ?? 0 : 0 }.derivedByAdding(1)
      }
      for output in outputs { output.observe(Direct.sink(checksum)) }
      return {
        for index in 1...muxSetCount {
          heads[index % muxSources].set(index)
          checksum.add(outputs[index % muxSources].value)
        }
        return checksum.sum
      }
    }
  }
}

// MARK: - Avoidable

private let avoidableSetCount = 3_000

extension Work {
  /// The observed value is six, and is read after each set.
  private static let sumOfSixes = 6 * (avoidableSetCount + 1)

  fileprivate static var avoidable: Work {
    Work(name: "G5", operations: avoidableSetCount, expected: sumOfSixes) {
      let checksum = Checksum()
      let values = DistinctValues(checksum)
      let head = Property(0)
      let first = head.derivedByAdding(0)
      let constant = Derived { first.value &* 0 }
      let heavy = Derived { constant.value &+ 1 &+ zeroByHeavyWork() }
      let last = heavy.derivedByAdding(2).derivedByAdding(3)
      let endpoint = last.signal.subscribeValues { values.receive($0 &+ zeroByHeavyWork()) }
      return {
        for index in 1...avoidableSetCount {
          head.value = index
          checksum.add(last.value)
        }
        return withExtendedLifetime(endpoint) { checksum.sum }
      }
    }
  }

  fileprivate static var plainAvoidable: Work {
    Work(name: "plain G5", operations: avoidableSetCount, expected: sumOfSixes) {
      let checksum = Checksum()
      let head = PlainNode(0, in: PlainGraph())
      let first = head.derivedByAdding(0)
      let constant = PlainNode([first]) { first.value &* 0 }
      let heavy = PlainNode([constant]) { constant.value &+ 1 &+ zeroByHeavyWork() }
      let last = heavy.derivedByAdding(2).derivedByAdding(3)
      last.observe { checksum.add($0 &+ zeroByHeavyWork()) }
      return {
        for index in 1...avoidableSetCount {
          head.set(index)
          checksum.add(last.value)
        }
        return checksum.sum
      }
    }
  }
}

/// Runs a hundred steps of a random number generator, and returns zero. The state of the generator is never zero.
@inline(never)
private func zeroByHeavyWork() -> Int {
  var state: UInt = 1
  for _ in 0..<100 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
  }
  return state == 0 ? 1 : 0
}
