/// The rows as a table of text.
enum Table {
  static let header = line(
    "", "scenario", "ours", "baseline", "its own", "ratio", "target", "met", "allocations")

  static func lines(_ row: Row) -> String {
    let first = line(
      row.id, row.title, row.value.text(decimals: 1) + row.unit.suffix, row.baseline,
      row.baselineValue.text(decimals: 1) + row.unit.suffix, row.ratio.text(decimals: 2),
      "≤ " + row.target.ratio.text(decimals: 2, isShort: true), row.isMet ? "yes" : "NO", allocations(row))
    return ([first] + row.notes.map { "".paddedRight(to: Scenario.idWidth) + $0 }).joined(separator: "\n")
  }

  static func footer(_ rows: [Row], _ growths: [Growth]) -> String {
    var lines: [String] = []
    if !growths.isEmpty { lines += ["", "growth"] + growths.flatMap(growthLines) }
    let missed = rows.filter { !$0.isMet }.map(\.id)
    let summary = missed.isEmpty ? "all targets met" : "missed: " + missed.joined(separator: ", ")
    return (lines + ["", summary]).joined(separator: "\n")
  }

  private static func growthLines(_ growth: Growth) -> [String] {
    let exponent = growth.exponent.text(decimals: 2)
    return [
      growth.id.paddedRight(to: Scenario.idWidth)
        + "\(growth.title): \(growth.verdict) (grows with the power \(exponent))",
      series("\(growth.unit.rawValue) by \(growth.counted)", growth.points),
      series(growth.baseline, growth.baselinePoints),
    ]
  }

  private static func series(_ name: String, _ points: [Growth.Point]) -> String {
    let values = points.map { "\($0.count.grouped): \($0.value.text(decimals: 1))" }
    return "".paddedRight(to: Scenario.idWidth) + name.paddedRight(to: 28) + values.joined(separator: "   ")
  }

  private static func allocations(_ row: Row) -> String {
    guard let allocations = row.allocations else { return "not counted" }
    let count = allocations.text(decimals: 3, isShort: true)
    guard let limit = row.target.allocations else { return count }
    return "\(count) (≤ \(limit.text(decimals: 3, isShort: true)))"
  }

  private static func line(
    _ id: String, _ title: String, _ value: String, _ baseline: String, _ baselineValue: String, _ ratio: String,
    _ target: String, _ met: String, _ allocations: String
  ) -> String {
    [
      id.paddedRight(to: Scenario.idWidth - 1), title.paddedRight(to: 55), value.paddedLeft(to: 9),
      " " + baseline.paddedRight(to: 13),
      baselineValue.paddedLeft(to: 8), ratio.paddedLeft(to: 6), target.paddedLeft(to: 6), met.paddedLeft(to: 4),
      " " + allocations,
    ].joined(separator: " ")
  }
}

extension Unit {
  fileprivate var suffix: String { self == .bytes ? " B" : "" }
}
