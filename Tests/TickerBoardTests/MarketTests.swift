import SignalsKVO
import SignalsTesting
import Testing

@testable import TickerBoard

@Suite("The market") struct MarketTests {
  private func quotes(seed: UInt64, _ exchange: Exchange = .steady) -> [Quote] {
    let clock = VirtualScheduler()
    let recorder = Recorder(exchange.quotes(seed: seed, on: clock))
    clock.advance(by: .seconds(3))
    return recorder.values
  }

  @Test func `the same seed gives the same quotes, in the exchange's rhythm`() {
    let first = quotes(seed: 7)
    #expect(first.count == 30)
    #expect(first == quotes(seed: 7))
    #expect(first != quotes(seed: 8))
  }

  @Test func `prices move by less than a percent at a time, and not below a cent`() {
    var prices = ["OAK": 1_000, "ELM": 5_000]
    for quote in quotes(seed: 3) {
      #expect(abs(quote.cents - prices[quote.symbol, default: 0]) <= prices[quote.symbol, default: 0] / 100)
      prices[quote.symbol] = quote.cents
    }
    let worthless = Exchange(name: "", stocks: [Stock(symbol: "ASH", openingCents: 1)], rhythm: .milliseconds(1))
    #expect(quotes(seed: 1, worthless).allSatisfy { $0.cents >= 1 })
  }

  @Test func `a broken connection is retried after 1, 2, 4 and 4 seconds, while trading continues`() {
    var exchange = Exchange.steady
    exchange.quotesUntilBreak = 5
    let clock = VirtualScheduler()
    let market = Market([exchange], seed: 1, on: clock)
    let quotes = Recorder(market.quotes)
    let floor = Recorder(exchange.quotes(seed: 1, on: clock))
    let breaks = Recorder(market.lines.signal.map { $0["Here"]?.breaks ?? 0 }.removeDuplicates(), on: clock)
    clock.advance(by: .seconds(14))
    market.close()
    // Each time five quotes, the first of which comes after the pause, and then a longer pause.
    let times = breaks.timedEvents.map { $0.time }
    #expect(times.map { $0 / .milliseconds(100) }.map { Int($0.rounded()) } == [0, 5, 19, 43, 87, 131])
    #expect(quotes.values.count == 25)
    #expect(Array(quotes.values.prefix(5)) == Array(floor.values.prefix(5)))
    #expect(quotes.end == nil)
  }
}
