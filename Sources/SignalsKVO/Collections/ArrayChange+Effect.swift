/// Compares the elements of changes, if their type happens to be `Equatable` or they are objects.
struct ElementComparison<Element> {
  // Found out when it is needed, which is seldom.
  private lazy var equality = equalityOrIdentity(of: Element.self)

  mutating func isSame(_ some: [Element], _ others: [Element]) -> Bool {
    guard some.count == others.count, let equality else { return false }
    return some.elementsEqual(others, by: equality)
  }
}

extension ArrayChange {
  /// Whether this replaces elements by equal ones.
  func isWithoutEffect(_ comparison: inout ElementComparison<Element>) -> Bool {
    if case .replacement(let old, let new, _) = self { comparison.isSame(old, new) } else { false }
  }

  /// Whether the array is the same after this as before the change that came before this.
  func undoes(_ change: ArrayChange, _ comparison: inout ElementComparison<Element>) -> Bool {
    switch (change, self) {
    // What is removed there was inserted there, or is equal to what was inserted beside it.
    case (.insertion(let new, let index), .removal(let old, let place)):
      index == place && new.count == old.count
        || (index == place + old.count || index + new.count == place) && comparison.isSame(old, new)
    case (.removal(let old, let index), .insertion(let new, let place)): index == place && comparison.isSame(old, new)
    case (.replacement(let old, let middle, let index), .replacement(let former, let new, let place)):
      index == place && middle.count == former.count && comparison.isSame(old, new)
    case (.move(let index, let newIndex), .move(let place, let newPlace)): index == newPlace && newIndex == place
    default: false
    }
  }
}
