/// What a person can go to in the form, in the order of the tab key.
enum Focus: Equatable, Sendable {
  case field(Field)
  case button(Button)

  static let all = Field.allCases.map(Focus.field) + Button.allCases.map(Focus.button)

  /// What comes so many places later, or earlier if the number is negative. After the last comes the first.
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
