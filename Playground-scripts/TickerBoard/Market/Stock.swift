/// What is traded, and for how much when the day begins.
struct Stock: Equatable, Sendable {
  let symbol: String
  let openingCents: Int
}

/// Somebody has paid a price.
struct Quote: Equatable, Sendable {
  let symbol: String
  let cents: Int
}
