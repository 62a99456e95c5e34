/// One line of the table.
struct Row {
  let id: String
  let title: String
  var unit = Unit.nanoseconds
  let value: Double
  let baseline: String
  let baselineValue: Double
  let target: Target
  /// The allocations per operation; nil on a platform without the counter.
  let allocations: Double?
  var notes: [String] = []

  /// Rounded as in the output, so that a printed ratio equal to the target counts as met.
  var ratio: Double { (value / baselineValue).rounded(toDecimals: 2) }

  var isMet: Bool { excessAllocations <= 0 && ratio <= target.ratio }

  /// Whether it misses its target by more than noise. For allocations, only a fraction of one counts as noise: the
  /// number of waiting threads in a contention is random.
  var isFarFromMet: Bool { excessAllocations >= 0.5 || ratio > 5 * target.ratio }

  private var excessAllocations: Double {
    guard let limit = target.allocations, let allocations else { return 0 }
    return allocations.rounded(toDecimals: 3) - limit
  }
}

struct Target {
  /// The maximum ratio to the baseline.
  let ratio: Double
  /// The maximum number of allocations per operation, or nil for no limit.
  var allocations: Double?
}

enum Unit: String {
  case nanoseconds = "ns"
  case bytes
}

extension Double {
  func rounded(toDecimals decimals: Int) -> Double {
    var scale = 1.0
    for _ in 0..<decimals { scale *= 10 }
    return (self * scale).rounded() / scale
  }
}
