import Signals

/// A place where prices are made, in a rhythm of its own.
struct Exchange: Sendable {
  let name: String
  let stocks: [Stock]
  let rhythm: Duration
  /// How many milliseconds later than that a quote may come.
  var latestMilliseconds = 1
  /// After how many quotes the line to it breaks, if it does.
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

  /// What is paid there, from the moment when somebody subscribes.
  func quotes(seed: UInt64, on clock: any Scheduler) -> Signal<Quote> {
    Signal.timer(every: rhythm, on: clock)
      .scan(Trading(at: self, seed: seed)) { trading, _ in trading.next() }
      .flatMap(.concat) { trading in Signal.just(trading.quote).delay(for: trading.lateness, on: clock) }
  }
}

/// A day at an exchange, up to some quote.
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

  /// Some stock goes up or down a little, or stays.
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
