/// What a row has tried and found, as it goes along.
struct Report {
  private(set) var tried: [String] = []
  private(set) var survived: [String] = []
  private(set) var lost = 0
  private(set) var repeated = 0
  private(set) var faults: [String] = []

  /// What is tried, with its numbers.
  mutating func tries(_ what: String) { tried.append(what) }

  /// What came through, with its numbers.
  mutating func survives(_ what: String) { survived.append(what) }

  /// Compares what was to come with what came: what is missing is lost, and what came once more than it should, or at
  /// another place, is repeated.
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

  /// Adds up what the streams of a tally have lost and repeated, each of which was to bring `count` values.
  mutating func compare(_ tally: Tally, each count: Int) {
    add(lost: tally.lost(of: count), repeated: tally.repeated)
  }

  /// Adds what somebody else has compared.
  mutating func add(lost: Int, repeated: Int) {
    self.lost += lost
    self.repeated += repeated
  }

  /// What has to be so, in a sentence that says what is wrong if it isn't.
  mutating func require(_ holds: Bool, _ sentence: @autoclosure () -> String) {
    if !holds { faults.append(sentence()) }
  }
}

/// What the parent is told of a row.
struct Outcome: Codable {
  var tried = ""
  var survived = ""
  var lost = 0
  var repeated = 0
  var faults: [String] = []
  var seconds = 0.0
  /// The most memory that was resident, in bytes.
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

  /// That of a row that did not get as far as to say how it went.
  init(crash: String) { faults = [crash] }
}
