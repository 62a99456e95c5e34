import CountingAllocator

/// One side of a comparison.
struct Work {
  let name: String
  let operations: Int
  /// The checksum that a run has to return.
  let expected: Int
  /// Builds all objects for one run, untimed. The returned closure performs all operations and returns a checksum.
  let prepare: () -> () -> Int
}

/// The baseline of a subject: one measured work, or the sum of several.
struct Baseline {
  let name: String
  let parts: [Work]

  static func direct(_ work: Work) -> Baseline { Baseline(name: "direct", parts: [work]) }
  static func floor(_ direct: Work) -> Baseline { Baseline(name: "floor", parts: [direct, .lockedCall]) }
  static func other(_ work: Work) -> Baseline { Baseline(name: work.name, parts: [work]) }
  static var locked: Baseline { Baseline(name: "locked", parts: [.lockedCall]) }
}

enum Measurement {
  static let rounds = 15

  /// The median time of one operation of each work, in nanoseconds. The works alternate, so that a
  /// temporary slowdown of the machine affects all of them.
  static func medians(of works: [Work], rounds: Int = rounds) -> [Double] {
    for work in works { _ = time(work) }
    var times = works.map { _ in [Double]() }
    for _ in 0..<rounds {
      for (index, work) in works.enumerated() { times[index].append(time(work)) }
    }
    return times.map(median)
  }

  /// The allocations per operation, counted in an untimed run; nil on a platform without the counter.
  static func allocations(of work: Work) -> Double? {
    let run = work.prepare()
    startCountingAllocations()
    let checksum = run()
    let count = stopCountingAllocations()
    verify(checksum, work)
    return count < 0 ? nil : Double(count) / Double(work.operations)
  }

  static func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }

  private static func time(_ work: Work) -> Double {
    let run = work.prepare()
    let clock = ContinuousClock()
    let start = clock.now
    let checksum = run()
    let elapsed = clock.now - start
    verify(checksum, work)
    return elapsed / .nanoseconds(1) / Double(work.operations)
  }

  private static func verify(_ checksum: Int, _ work: Work) {
    require(
      checksum == work.expected,
      "\(work.name) returned the checksum \(checksum) instead of \(work.expected).")
  }
}

/// A `precondition` with a message in release builds, too.
func require(_ condition: Bool, _ sentence: @autoclosure () -> String) {
  if !condition { fatalError(sentence()) }
}
