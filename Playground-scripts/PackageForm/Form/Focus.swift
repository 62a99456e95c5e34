/// A field or button that can have the focus, in tab order.
enum Focus: Equatable, Sendable {
  case field(Field)
  case button(Button)

  static let all = Field.allCases.map(Focus.field) + Button.allCases.map(Focus.button)

  /// The element `distance` places later, or earlier for a negative number. The first follows the last.
  func moved(by distance: Int) -> Focus {
    guard let index = Self.all.firstIndex(of: self) else { return self }
    let count = Self.all.count
    return Self.all[((index + distance) % count + count) % count]
  }
}

enum Button: CaseIterable, Sendable {
  case add, swap, quit

  var title: String {
    switch self {
    case .add: "Add item"
    case .swap: "Swap recipient"
    case .quit: "Quit"
    }
  }
}
