import SignalsKVO

/// Several exchanges, and the connections to them, some of which fail.
final class Market: Sendable {
  /// The state of the connection to an exchange.
  struct Line: Equatable, Sendable {
    var isOpen = true
    /// The number of failures. Each is followed by a retry, after growing delays.
    var breaks = 0
  }

  let exchanges: [Exchange]
  /// The quotes of all connections, shared by all subscribers.
  let quotes: Signal<Quote>
  /// The state of each connection, by the name of its exchange.
  let lines: Property<[String: Line]>
  /// The running exchanges. They trade with or without subscribers.
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

/// A failed connection to an exchange.
struct BrokenLine: Error {}

extension Signal<Quote> {
  /// The quotes over a connection that may fail and is retried.
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
