import Signals

/// A stock exchange, which emits quotes at an interval of its own.
struct Exchange: Sendable {
  let name: String
  let stocks: [Stock]
  let rhythm: Duration
  /// The maximum delay of a quote, in milliseconds.
  var latestMilliseconds = 1
  /// The number of quotes after which the connection fails, if it does.
  var quotesUntilBreak: Int?

  static let all = [
    Exchange(
      name: "Berlin", stocks: [Stock(symbol: "BOLT", openingCents: 4_210), Stock(symbol: "FERN", openingCents: 1_875)],
      rhythm: .milliseconds(300)),
    Exchange(
      name: "London",
      stocks: [Stock(symbol: "KETTLE", openingCents: 980), Stock(symbol: "MOSS", openingCents: 12_350)],
      rhythm: .milliseconds(170), latestMilliseconds: 160),
    Exchange(
      name: "Tokyo", stocks: [Stock(symbol: "KUMO", openingCents: 30_100), Stock(symbol: "SORA", openingCents: 6_420)],
      rhythm: .milliseconds(230), latestMilliseconds: 60, quotesUntilBreak: 12),
  ]

  /// The quotes of a trading day, which begins with the subscription.
  func quotes(seed: UInt64, on clock: any Scheduler) -> Signal<Quote> {
    Signal.timer(every: rhythm, on: clock)
      .scan(Trading(at: self, seed: seed)) { trading, _ in trading.next() }
      .flatMap(.concat) { trading in Signal.just(trading.quote).delay(for: trading.lateness, on: clock) }
  }
}

/// The state of a trading day after a quote.
private struct Trading: Sendable {
  private(set) var quote: Quote
  private(set) var lateness = Duration.zero
  private let latestMilliseconds: Int
  private var prices: [Quote]
  private var chance: Chance

  init(at exchange: Exchange, seed: UInt64) {
    prices = exchange.stocks.map { Quote(symbol: $0.symbol, cents: $0.openingCents) }
    quote = prices[0]
    latestMilliseconds = exchange.latestMilliseconds
    chance = Chance(seed: seed)
  }

  /// The state after the next quote: a random stock rises or falls slightly, or keeps its price.
  func next() -> Trading {
    var next = self
    let index = next.chance.below(prices.count)
    let step = max(prices[index].cents / 120, 1)
    let cents = prices[index].cents + next.chance.below(2 * step + 1) - step
    next.quote = Quote(symbol: prices[index].symbol, cents: max(cents, 1))
    next.prices[index] = next.quote
    next.lateness = .milliseconds(next.chance.below(latestMilliseconds))
    return next
  }
}
