import SignalsKVO
import TerminalPrograms

// An observer of `frame` is notified when any property that it reads changes, in the view or the view model.

extension BoardView {
  var frame: Frame {
    var page = Page(size)
    let board = viewModel.board
    page.heading("Ticker board, updated \(times(board.updates))\(viewModel.isPaused ? ", paused" : "")")
    if showsGraph { drawGraph(on: &page) } else { draw(board, on: &page) }
    if let complaint = viewModel.complaint { page.note(complaint, style: .bold) }
    page.note(help, style: .faint)
    return page.frame
  }

  private func draw(_ board: Board, on page: inout Page) {
    page.note("  \(aligned("Stock", 10))\(aligned("Price", -9))\(aligned("Change", -11))   Trend", style: .faint)
    for row in board.rows { draw(row, of: board, on: &page) }
    if board.rows.isEmpty { page.note("  No stock matches the filter.", style: .faint) }
    page.note("  \(aligned("Average", 10))\(aligned("", 9))\(aligned(board.average.asPercentage, -11))", style: [])
    page.skip()
    for field in BoardField.allCases { draw(field, on: &page) }
    page.skip()
    for (name, line) in board.lines.sorted(by: { $0.key < $1.key }) { page.line("Connection to \(name)", line.inWords) }
    page.skip()
  }

  /// Draws the live graph in place of the board, as far as it fits.
  private func drawGraph(on page: inout Page) {
    let lines = describeGraph()
    let room = max(size.rows - 6, 1)
    for line in lines.prefix(room) { page.note("  \(line)", style: []) }
    if lines.count > room {
      page.note("  … and \(lines.count - room) more lines", style: .faint)
    }
    page.skip()
  }

  private func draw(_ row: Board.Row, of board: Board, on page: inout Page) {
    let isMarked = board.marks(row)
    let columns = [
      aligned(row.stock.symbol, 10), aligned(row.cents.asPrice, -9), aligned(row.change.asPercentage, -11),
      "   " + row.trend.asBars,
    ]
    page.note((isMarked ? "! " : "  ") + columns.joined(), style: isMarked ? .bold : [])
  }

  private func draw(_ field: BoardField, on page: inout Page) {
    guard viewModel.editing == field else { return page.field(field.title, viewModel[field]) }
    page.field(field.title, editor(of: field))
  }

  private var help: String {
    viewModel.editing == nil
      ? "P: pause   G: graph   /: filter   Tab: fields   Up, down: threshold   R: reset   Q: quit"
      : "Enter: leave the field   Tab: next field   Up, down: threshold"
  }

  /// The text padded to a number of columns: left-aligned, or right-aligned for a negative number.
  private func aligned(_ text: String, _ columns: Int) -> String {
    let blanks = String(repeating: " ", count: max(abs(columns) - text.columns, 0))
    return columns < 0 ? blanks + text : text + blanks
  }
}

private func times(_ count: Int) -> String { count == 1 ? "once" : "\(count) times" }

extension Int {
  fileprivate var hundredths: String { "\(magnitude / 100).\(magnitude % 100 < 10 ? "0" : "")\(magnitude % 100)" }

  /// A price, from cents.
  fileprivate var asPrice: String { hundredths }

  /// A percentage, from hundredths of a percent.
  fileprivate var asPercentage: String { (self < 0 ? "-" : "+") + hundredths + " %" }
}

extension [Int] {
  /// A bar chart in one row, with the lowest bar for the smallest number.
  fileprivate var asBars: String {
    guard let least = self.min(), let most = self.max() else { return "" }
    let bars: [Character] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
    return String(map { bars[($0 - least) * (bars.count - 1) / Swift.max(most - least, 1)] })
  }
}

extension Market.Line {
  fileprivate var inWords: String {
    if breaks == 0 { return "open" }
    return isOpen ? "open again, failed \(times(breaks))" : "failed, retrying"
  }
}
