/// A value that shows whether it is whole and whether it was released.
struct Item: Sendable, Equatable {
  let number: Int
  private let complement: Int
  /// The number of the event of its input; -1 for a value from elsewhere, or one made of it.
  let place: Int
  private let token: Token

  init(_ number: Int, place: Int = -1, _ token: Token) {
    self.number = number
    complement = ~number
    self.place = place
    self.token = token
  }

  /// Whether it was never mixed with another value.
  var isWhole: Bool { complement == ~number }

  /// The same object with another number.
  func with(_ number: Int) -> Item { Item(number, token) }

  static func == (left: Item, right: Item) -> Bool { left.number == right.number }
}

/// The error of operators and of inputs here.
struct Refusal: Error {}
