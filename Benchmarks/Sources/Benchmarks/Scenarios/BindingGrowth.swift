import CountingAllocator
import SignalsKVO

extension Scenario {
  static let bindingRing = Scenario(id: "S12-ring", title: "a set in a ring of bindings, per end", hasGrowth: true) {
    scenario in
    scenario.compareGrowth(
      [2, 4, 8, 16, 32, 64], counted: "ends of the ring", Work.goingRound, by: Work.goingRoundDirectly)
  }

  static let bindingStar = Scenario(
    id: "S12-star", title: "a set of a value with many bindings, per binding", hasGrowth: true
  ) { scenario in
    scenario.compareGrowth([10, 1_000, 100_000], counted: "bindings", Work.reachingMany, by: Work.reachingManyDirectly)
  }

  static let bindingMemory = Scenario(id: "S12m", title: "heap of a binding of two properties", hasGrowth: true) {
    scenario in
    guard heapBytesInUse() >= 0 else { return Outcome(rows: []) }
    let counts = [1_000, 10_000, 100_000]
    let bindings = counts.map { Growth.Point(count: $0, value: bytesOfBindings($0)) }
    let direct = counts.map { Growth.Point(count: $0, value: bytesOfDirectBindings($0)) }
    return scenario.outcome(
      Growth(
        id: scenario.id, title: scenario.title, unit: .bytes, counted: "bindings", points: bindings, baseline: "direct",
        baselinePoints: direct), target: 6)
  }

  private func compareGrowth(
    _ counts: [Int], counted: String, _ subject: (Int) -> Work, by direct: (Int) -> Work
  ) -> Outcome {
    outcome(Growth.measured(id, title, counts, of: counted, subject, direct), target: 8)
  }

  private func outcome(_ growth: Growth, target: Double) -> Outcome {
    guard let most = growth.points.last, let least = growth.baselinePoints.last else {
      return Outcome(rows: [], growth: growth)
    }
    let row = Row(
      id: id, title: title, unit: growth.unit, value: most.value, baseline: growth.baseline, baselineValue: least.value,
      target: Target(ratio: target), allocations: nil)
    return Outcome(rows: [row], growth: growth)
  }
}

extension Work {
  /// The number of sets, for a similar duration of each run. An operation is the set of one end.
  private static let endCount = 400_000

  fileprivate static func goingRound(_ size: Int) -> Work {
    let sets = endCount / size
    return Work(name: "ring of \(size)", operations: sets * size, expected: sum(below: sets)) {
      let ends = (0..<size).map { _ in Property(0) }
      let bindings = (0..<size).map { bind(ends[$0], to: ends[($0 + 1) % size]) }
      return {
        var sum = 0
        for value in 0..<sets {
          ends[0].value = value
          sum &+= ends[size / 2].value
        }
        return withExtendedLifetime(bindings) { sum }
      }
    }
  }

  fileprivate static func goingRoundDirectly(_ size: Int) -> Work {
    let sets = endCount / size
    return Work(name: "direct ring of \(size)", operations: sets * size, expected: sum(below: sets)) {
      let ends = (0..<size).map { _ in DirectEnd() }
      for index in 0..<size {
        ends[index].others = [
          DirectEnd.writing(to: ends[(index + 1) % size]), DirectEnd.writing(to: ends[(index + size - 1) % size]),
        ]
      }
      return {
        var sum = 0
        for value in 0..<sets {
          ends[0].set(value, value + 1)
          sum &+= ends[size / 2].value
        }
        return sum
      }
    }
  }

  fileprivate static func reachingMany(_ count: Int) -> Work {
    let sets = endCount / count
    return Work(name: "star of \(count)", operations: sets * count, expected: sum(below: sets)) {
      let center = Property(0)
      let ends = (0..<count).map { _ in Property(0) }
      let bindings = ends.map { bind($0, to: center) }
      return {
        var sum = 0
        for value in 0..<sets {
          center.value = value
          sum &+= ends[count - 1].value
        }
        return withExtendedLifetime(bindings) { sum }
      }
    }
  }

  fileprivate static func reachingManyDirectly(_ count: Int) -> Work {
    let sets = endCount / count
    return Work(name: "direct star of \(count)", operations: sets * count, expected: sum(below: sets)) {
      let center = DirectEnd()
      let ends = (0..<count).map { _ in DirectEnd() }
      for end in ends { end.others = [DirectEnd.writing(to: center)] }
      center.others = ends.map { DirectEnd.writing(to: $0) }
      return {
        var sum = 0
        for value in 0..<sets {
          center.set(value, value + 1)
          sum &+= ends[count - 1].value
        }
        return sum
      }
    }
  }
}

/// A value with hand-written propagation, and a number that identifies a value that returns.
private final class DirectEnd {
  var others: [(_ value: Int, _ number: Int) -> Void] = []
  private(set) var value = 0
  private var number = 0

  func set(_ new: Int, _ number: Int) {
    guard number > self.number else { return }
    self.number = number
    value = new
    for other in others { other(new, number) }
  }

  @inline(never)
  static func writing(to end: DirectEnd) -> (Int, Int) -> Void {
    { [weak end] value, number in end?.set(value, number) }
  }
}

private func bytesOfBindings(_ count: Int) -> Double {
  let ends = (0..<(2 * count)).map { Property($0) }
  // The memory for the first observer of a property counts, too.
  var bindings: [TwoWayBinding] = []
  bindings.reserveCapacity(count)
  let before = heapBytesInUse()
  for index in 0..<count { bindings.append(bind(ends[2 * index], to: ends[2 * index + 1])) }
  let bytes = heapBytesInUse() - before
  return withExtendedLifetime((ends, bindings)) { Double(bytes) / Double(count) }
}

private func bytesOfDirectBindings(_ count: Int) -> Double {
  let ends = (0..<(2 * count)).map { _ in DirectEnd() }
  let before = heapBytesInUse()
  for index in 0..<count {
    ends[2 * index].others = [DirectEnd.writing(to: ends[2 * index + 1])]
    ends[2 * index + 1].others = [DirectEnd.writing(to: ends[2 * index])]
  }
  let bytes = heapBytesInUse() - before
  return withExtendedLifetime(ends) { Double(bytes) / Double(count) }
}
