import Foundation

/// How the cost of one operation grows with how many there are beside it.
struct Growth {
  struct Point {
    let count: Int
    let value: Double
  }

  let id: String
  let title: String
  let unit: Unit
  /// What is counted along the other axis.
  let counted: String
  let points: [Point]
  let baseline: String
  let baselinePoints: [Point]

  /// The power of the count with which the cost grows, from where it is least to the largest count: what a single send
  /// or the first few cost more than those after them says nothing about growth.
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
  /// - Parameter limit: the largest count of the baseline, if that can't do more: a recursion needs stack.
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
