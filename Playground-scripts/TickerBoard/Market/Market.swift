import SignalsKVO

/// Several exchanges, and the lines to them, some of which break now and then.
final class Market: Sendable {
  /// How it goes with the line to an exchange.
  struct Line: Equatable, Sendable {
    var isOpen = true
    /// How often it has broken. It is tried again, after longer and longer pauses.
    var breaks = 0
  }

  let exchanges: [Exchange]
  /// All that comes over all lines. Whoever subscribes hears the same.
  let quotes: Signal<Quote>
  /// How it goes with each line, by the name of the exchange.
  let lines: Property<[String: Line]>
  /// The exchanges go on, whether anybody hears of it or not.
  private let trading: [any Cancellable]

  init(_ exchanges: [Exchange] = Exchange.all, seed: UInt64, on clock: any Scheduler) {
    let lines = Property<[String: Line]>([:])
    var trading: [any Cancellable] = []
    let overAllLines = zip(exchanges, seed...).map { exchange, seed in
      let floor = exchange.quotes(seed: seed, on: clock).multicast()
      trading.append(floor.connect())
      return floor.signal.overLine(to: exchange, noting: lines, on: clock)
    }
    self.exchanges = exchanges
    self.lines = lines
    self.trading = trading
    quotes = merge(overAllLines).shared()
  }

  var stocks: [Stock] { exchanges.flatMap(\.stocks) }

  func close() {
    for place in trading { place.cancel() }
  }
}

/// Nothing is heard of an exchange any more.
struct BrokenLine: Error {}

extension Signal<Quote> {
  /// The same by a line that may break, and is then tried again.
  fileprivate func overLine(
    to exchange: Exchange, noting lines: Property<[String: Market.Line]>, on clock: any Scheduler
  ) -> Signal {
    Signal.deferred {
      lines.modify { $0[exchange.name, default: Market.Line()].isOpen = true }
      guard let count = exchange.quotesUntilBreak else { return self }
      return concat(prefix(count), .failed(BrokenLine()))
    }
    .mapError { error in
      lines.modify { lines in
        lines[exchange.name]?.isOpen = false
        lines[exchange.name]?.breaks += 1
      }
      return error
    }
    .retry(RetryPolicy(delay: .seconds(1), factor: 2, maximum: .seconds(4)), on: clock)
  }
}
