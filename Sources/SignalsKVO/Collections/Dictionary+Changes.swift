internal import Signals

extension Dictionary {
  /// Applies a change.
  ///
  /// A copy of an observed dictionary that had its contents before the change has its contents after the change (K9).
  @inlinable
  public mutating func apply(_ change: DictionaryChange<Key, Value>) {
    let hadValue: Bool
    switch change {
    case .insertion(let value, let key): hadValue = updateValue(value, forKey: key) == nil
    case .removal(_, let key): hadValue = removeValue(forKey: key) != nil
    case .replacement(_, let value, let key): hadValue = updateValue(value, forKey: key) != nil
    }
    if !hadValue { refuse(change) }
  }

  @usableFromInline
  @inline(never)
  func refuse(_ change: DictionaryChange<Key, Value>) -> Never {
    stopProgram(
      """
      '\(change)' can't be applied to a dictionary that \(isMissing(change) ? "has no" : "has a") value for this key: \
      apply each change once, in their order, to a copy that was taken before the first of them.
      """, #fileID, #line)
  }

  private func isMissing(_ change: DictionaryChange<Key, Value>) -> Bool {
    if case .insertion = change { false } else { true }
  }

  /// Applies changes, in their order.
  ///
  /// ```swift
  /// var mirror = scores.value
  /// scores["Ada"] = 3  // `changes` emits [insert 3 for Ada]
  /// mirror.apply(changes)
  /// ```
  @inlinable
  public mutating func apply(_ changes: [DictionaryChange<Key, Value>]) {
    for change in changes { apply(change) }
  }
}

extension Array {
  /// The changes that revert these, in the order in which they apply.
  public func inverted<Key, Value>() -> [DictionaryChange<Key, Value>] where Element == DictionaryChange<Key, Value> {
    reversed().map(\.inverted)
  }
}
