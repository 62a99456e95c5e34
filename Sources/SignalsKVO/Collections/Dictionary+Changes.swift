extension Dictionary {
  /// Makes the same change here.
  ///
  /// A dictionary that was a copy of an observed one before the change is a copy of it again (K9).
  public mutating func apply(_ change: DictionaryChange<Key, Value>) {
    let hadValue: Bool
    switch change {
    case .insertion(let value, let key): hadValue = updateValue(value, forKey: key) == nil
    case .removal(_, let key): hadValue = removeValue(forKey: key) != nil
    case .replacement(_, let value, let key): hadValue = updateValue(value, forKey: key) != nil
    }
    precondition(
      hadValue,
      """
      '\(change)' can't be applied to a dictionary that \(isMissing(change) ? "has no" : "has a") value for this key: \
      apply each change once, in their order, to a copy that was taken before the first of them.
      """)
  }

  private func isMissing(_ change: DictionaryChange<Key, Value>) -> Bool {
    if case .insertion = change { false } else { true }
  }

  /// Makes the same changes here, in their order.
  ///
  /// ```swift
  /// var mirror = scores.value
  /// scores["Ada"] = 3  // `changes` brings [insert 3 for Ada]
  /// mirror.apply(changes)
  /// ```
  public mutating func apply(_ changes: [DictionaryChange<Key, Value>]) {
    for change in changes { apply(change) }
  }
}

extension Array {
  /// The changes that take these back, in the order in which they do.
  public func inverted<Key, Value>() -> [DictionaryChange<Key, Value>] where Element == DictionaryChange<Key, Value> {
    reversed().map(\.inverted)
  }
}
