import Foundation

/// The table of the rows, as text.
struct Table {
  let isMarkdown: Bool

  var header: String {
    isMarkdown
      ? """
      | Row | Tried | Survived | Lost | Repeated | Peak memory | Time |
      |---|---|---|---:|---:|---:|---:|
      """
      : "row | tried | survived | lost | repeated | peak memory | time"
  }

  func line(_ row: Row, _ outcome: Outcome) -> String {
    let survived = ([outcome.survived] + outcome.faults.map { "FAULT: \($0)" }).filter { !$0.isEmpty }
    let cells = [
      row.name, outcome.tried, survived.joined(separator: "; "), "\(outcome.lost)", "\(outcome.repeated)",
      megabytes(outcome.peak), String(format: "%.2f s", outcome.seconds),
    ]
    let line = cells.joined(separator: " | ")
    return isMarkdown ? "| \(line) |" : line
  }
}
