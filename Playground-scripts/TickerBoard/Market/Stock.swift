/// A stock and its opening price.
struct Stock: Equatable, Sendable {
  let symbol: String
  let openingCents: Int
}

/// The price of a trade.
struct Quote: Equatable, Sendable {
  let symbol: String
  let cents: Int
}
