/// A value, with what shows that it is whole and that it is released.
struct Item: Sendable, Equatable {
  let number: Int
  private let complement: Int
  /// Which of the events of its input it is; -1 for what comes from elsewhere, or was made of it.
  let place: Int
  private let token: Token

  init(_ number: Int, place: Int = -1, _ token: Token) {
    self.number = number
    complement = ~number
    self.place = place
    self.token = token
  }

  /// Whether nobody has mixed it with another.
  var isWhole: Bool { complement == ~number }

  /// The same object with another number.
  func with(_ number: Int) -> Item { Item(number, token) }

  static func == (left: Item, right: Item) -> Bool { left.number == right.number }
}

/// What operators throw here, and what inputs fail with.
struct Refusal: Error {}
