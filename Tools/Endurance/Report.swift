/// The findings of a running row.
struct Report {
  private(set) var tried: [String] = []
  private(set) var survived: [String] = []
  private(set) var lost = 0
  private(set) var repeated = 0
  private(set) var faults: [String] = []

  /// Adds a description of the load or fault, with its numbers.
  mutating func tries(_ what: String) { tried.append(what) }

  /// Adds a description of the result, with its numbers.
  mutating func survives(_ what: String) { survived.append(what) }

  /// Compares received items with the expected ones. A missing item counts as lost, and an extra or misplaced one as
  /// repeated.
  mutating func compare<Item: Hashable>(_ seen: [Item], with expected: [Item]) {
    if seen == expected { return }
    var missing: [Item: Int] = [:]
    for item in expected { missing[item, default: 0] += 1 }
    var unexpected = 0
    for item in seen {
      if let count = missing[item], count > 0 { missing[item] = count - 1 } else { unexpected += 1 }
    }
    let missed = missing.values.reduce(0, +)
    lost += missed
    repeated += unexpected
    if missed == 0, unexpected == 0 { repeated += zip(seen, expected).count { $0 != $1 } }
  }

  /// Adds the lost and repeated values of a tally whose streams have `count` values each.
  mutating func compare(_ tally: Tally, each count: Int) {
    add(lost: tally.lost(of: count), repeated: tally.repeated)
  }

  /// Adds the result of another comparison.
  mutating func add(lost: Int, repeated: Int) {
    self.lost += lost
    self.repeated += repeated
  }

  /// Adds a fault unless a condition holds. The sentence describes the fault.
  mutating func require(_ holds: Bool, _ sentence: @autoclosure () -> String) {
    if !holds { faults.append(sentence()) }
  }
}

/// The outcome of a row, as reported to the parent process.
struct Outcome: Codable {
  var tried = ""
  var survived = ""
  var lost = 0
  var repeated = 0
  var faults: [String] = []
  var seconds = 0.0
  /// The peak of the resident memory, in bytes.
  var peak = 0

  var holds: Bool { lost == 0 && repeated == 0 && faults.isEmpty }

  init(_ report: Report, seconds: Double, peak: Int) {
    tried = report.tried.joined(separator: "; ")
    survived = report.survived.joined(separator: "; ")
    lost = report.lost
    repeated = report.repeated
    faults = report.faults
    self.seconds = seconds
    self.peak = peak
  }

  /// The outcome of a row that ended without a report.
  init(crash: String) { faults = [crash] }
}
