/// The contents of the board, as a value.
struct Board: Equatable, Sendable {
  struct Row: Equatable, Sendable {
    let stock: Stock
    private(set) var cents: Int
    /// The most recent prices.
    private(set) var trend: [Int] = []

    private static let longestTrend = 16

    init(_ stock: Stock) {
      self.stock = stock
      cents = stock.openingCents
    }

    func taking(_ quote: Quote) -> Row {
      var next = self
      next.cents = quote.cents
      next.trend = Array((trend + [quote.cents]).suffix(Self.longestTrend))
      return next
    }

    /// The change since the opening, in hundredths of a percent.
    var change: Int { (cents - stock.openingCents) * 10_000 / stock.openingCents }
  }

  /// The rows that match the filter.
  private(set) var rows: [Row] = []
  /// The mean change of all stocks, in hundredths of a percent.
  private(set) var average = 0
  private(set) var lines: [String: Market.Line] = [:]
  /// The change from which a row is marked, in tenths of a percent.
  private(set) var threshold = 0
  /// The number of updates so far.
  private(set) var updates = 0

  func next(rows: [Row], filter: String, threshold: Int, lines: [String: Market.Line]) -> Board {
    var next = self
    let wanted = filter.lowercased()
    next.rows = rows.filter { wanted.isEmpty || $0.stock.symbol.lowercased().contains(wanted) }
    next.average = rows.isEmpty ? 0 : rows.map(\.change).reduce(0, +) / rows.count
    next.lines = lines
    next.threshold = threshold
    next.updates += 1
    return next
  }

  func marks(_ row: Row) -> Bool { abs(row.change) >= threshold * 10 }
}
