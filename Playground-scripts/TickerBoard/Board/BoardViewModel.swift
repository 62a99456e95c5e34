import SignalsKVO

/// The view model of a board for a market. It has no timers and copies no values itself: signals and bindings do.
@MainActor
final class BoardViewModel {
  /// The typed texts of the filter and the threshold.
  @Observed var filter = ""
  @Observed var threshold = ""
  @Observed var isPaused = false
  @Observed private(set) var board = Board()
  /// The reason why the model rejected the last typed text.
  @Observed private(set) var complaint: String?
  /// The field with the edit session.
  @Observed private(set) var editing: BoardField?

  let settings: BoardSettings
  private var bindings: [BoardField: TwoWayBinding] = [:]
  private var endpoints: [any Cancellable] = []

  /// - Parameter clock: the scheduler of the board's operators. The market uses the same one.
  init(of market: Market, settings: BoardSettings, on clock: any Scheduler) {
    self.settings = settings
    bindFields()
    follow(market, on: clock)
  }

  private func bindFields() {
    bindings = [
      .filter: bind(self, \.filter, to: settings, \.filter),
      .threshold: bind(self, \.threshold, to: settings, \.threshold, converting: Converter.tenths),
    ]
    for binding in bindings.values {
      binding.rejections
        .subscribeValues { [weak self] rejection in self?.complaint = "\(rejection.error)" }
        .store(in: &endpoints)
    }
  }

  // Changes that belong together, such as a filter and a threshold in one transaction, cause one update of the board.
  private func follow(_ market: Market, on clock: any Scheduler) {
    let rows = market.stocks.map { stock in
      market.quotes
        .filter { $0.symbol == stock.symbol }
        // Quotes may arrive faster than a person can read.
        .throttle(for: .milliseconds(400), on: clock)
        .removeDuplicates()
        .scan(Board.Row(stock)) { row, quote in row.taking(quote) }
        .prepend(Board.Row(stock))
    }
    let typed = Signal.keyValueObserving(settings, \.filter)
    let filter = merge(typed.prefix(1), typed.dropFirst().debounce(for: .milliseconds(300), on: clock))
    let threshold = Signal.keyValueObserving(settings, \.threshold)
    combineLatest(combineLatest(rows), filter, threshold, $isPaused.signal, market.lines.signal)
      .filter { _, _, _, isPaused, _ in !isPaused }
      .scan(Board()) { board, parts in
        board.next(rows: parts.0, filter: parts.1, threshold: parts.2, lines: parts.4)
      }
      .assign(to: \.board, on: self)
      .store(in: &endpoints)
  }
}

// MARK: - Typing

extension BoardViewModel {
  subscript(field: BoardField) -> String {
    get { self[keyPath: field.path] }
    set {
      if complaint != nil { complaint = nil }
      self[keyPath: field.path] = newValue
    }
  }

  /// Begins an edit session: changes of the settings don't reach the field until it ends.
  func beginEditing(_ field: BoardField) {
    endEditing()
    bindings[field]?.hold(.first)
    editing = field
  }

  func endEditing() {
    guard let field = editing else { return }
    editing = nil
    bindings[field]?.release(.first)
  }
}
