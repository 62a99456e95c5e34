/// One line of the table.
struct Row {
  let id: String
  let title: String
  var unit = Unit.nanoseconds
  let value: Double
  let baseline: String
  let baselineValue: Double
  let target: Target
  /// Per operation; nil where they can't be counted.
  let allocations: Double?
  var notes: [String] = []

  /// Rounded as it is printed, so that nobody sees a miss that looks like a hit.
  var ratio: Double { (value / baselineValue).rounded(toDecimals: 2) }

  var isMet: Bool { excessAllocations <= 0 && ratio <= target.ratio }

  /// Whether it misses its target by so much that noise can't be the reason. Of allocations, only parts of one are noise:
  /// where threads meet, it depends on chance how often one waits.
  var isFarFromMet: Bool { excessAllocations >= 0.5 || ratio > 5 * target.ratio }

  private var excessAllocations: Double {
    guard let limit = target.allocations, let allocations else { return 0 }
    return allocations.rounded(toDecimals: 3) - limit
  }
}

struct Target {
  /// How many times the baseline it may cost.
  let ratio: Double
  /// How many allocations per operation it may make; any number where it is nil.
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
