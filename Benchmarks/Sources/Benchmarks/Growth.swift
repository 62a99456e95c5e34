import Foundation

/// The growth of the cost of one operation with a count, such as the number of subscriptions.
struct Growth {
  struct Point {
    let count: Int
    let value: Double
  }

  let id: String
  let title: String
  let unit: Unit
  /// The label of the count.
  let counted: String
  let points: [Point]
  let baseline: String
  let baselinePoints: [Point]

  /// The exponent of the growth, from the count with the least cost to the largest count. Smaller counts are ignored,
  /// since their cost contains a fixed part.
  var exponent: Double {
    guard let last = points.last, let least = points.min(by: { $0.value < $1.value }), least.count < last.count else {
      return 0
    }
    return log(last.value / least.value) / log(Double(last.count) / Double(least.count))
  }

  var verdict: String {
    switch exponent {
    case ..<0.3: "flat"
    case ..<1.15: "linear"
    default: "steeper than linear"
    }
  }
}

extension Growth {
  /// Measures both sides for every count, in turn.
  ///
  /// - Parameter limit: the largest count of the baseline. A recursive baseline is limited by its stack.
  static func measured(
    _ id: String, _ title: String, _ counts: [Int], of counted: String, _ subject: (Int) -> Work,
    by baseline: String = "direct", upTo limit: Int = .max, _ baselineWork: (Int) -> Work
  ) -> Growth {
    let baselineCounts = counts.filter { $0 <= limit }
    let medians = Measurement.medians(of: counts.map(subject) + baselineCounts.map(baselineWork), rounds: 7)
    func points(_ counts: [Int], _ values: ArraySlice<Double>) -> [Point] {
      zip(counts, values).map { Point(count: $0, value: $1) }
    }
    return Growth(
      id: id, title: title, unit: .nanoseconds, counted: counted,
      points: points(counts, medians.prefix(counts.count)), baseline: baseline,
      baselinePoints: points(baselineCounts, medians.dropFirst(counts.count)))
  }
}
