extension Dictionary {
  /// The changes that lead from `old` to this dictionary.
  ///
  /// Equal values count as the same, and so does the same object. If the values are neither `Equatable` nor objects, each one is
  /// replaced.
  func changes(from old: [Key: Value]) -> [DictionaryChange<Key, Value>] {
    let isSame = Self.equality
    var changes: [DictionaryChange<Key, Value>] = []
    for (key, value) in old {
      if let new = self[key] {
        if !isSame(value, new) { changes.append(.replacement(value, with: new, forKey: key)) }
      } else {
        changes.append(.removal(value, forKey: key))
      }
    }
    for (key, value) in self where old[key] == nil { changes.append(.insertion(value, forKey: key)) }
    return changes
  }

  /// The comparison of two values; values that are neither `Equatable` nor objects always differ.
  private static var equality: (Value, Value) -> Bool {
    func equality<Known: Equatable>(_ type: Known.Type) -> (Value, Value) -> Bool {
      { unsafe unsafeBitCast($0, to: Known.self) == unsafeBitCast($1, to: Known.self) }
    }
    guard isEquatableHere(Value.self), let type = Value.self as? any Equatable.Type else {
      return objectIdentity(of: Value.self) ?? { _, _ in false }
    }
    return equality(type)
  }
}
