/// The rows as JSON.
enum JSON {
  static func array(_ rows: [Row]) -> String {
    rows.isEmpty ? "[]" : "[\n" + rows.map { "  " + object($0) }.joined(separator: ",\n") + "\n]"
  }

  private static func object(_ row: Row) -> String {
    var fields = [
      "\"id\":\"\(row.id)\"",
      "\"ns\":\(number(row.value, 1))",
      "\"baseline\":\"\(row.baseline)\"",
      "\"baselineNs\":\(number(row.baselineValue, 1))",
      "\"ratio\":\(number(row.ratio, 2))",
      "\"target\":\(number(row.target.ratio, 2))",
      "\"met\":\(row.isMet)",
      "\"allocations\":\(row.allocations.map { number($0, 3) } ?? "null")",
    ]
    if row.unit != .nanoseconds { fields.append("\"unit\":\"\(row.unit.rawValue)\"") }
    return "{" + fields.joined(separator: ",") + "}"
  }

  private static func number(_ value: Double, _ decimals: Int) -> String {
    value.isFinite ? value.text(decimals: decimals, isShort: true) : "null"
  }
}
