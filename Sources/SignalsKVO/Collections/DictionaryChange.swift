/// One change of a dictionary: an insertion, a removal or a replacement for one key.
///
/// It carries the values that are needed to apply it and to revert it.
///
/// ```swift
/// scores.changes.subscribeValues { changes in
///   for change in changes {
///     switch change {
///     case .insertion(let score, forKey: let name): board.add(name, score)
///     case .removal(_, forKey: let name): board.remove(name)
///     case .replacement(_, with: let score, forKey: let name): board.show(score, for: name)
///     }
///   }
/// }
/// ```
///
/// A copy of the dictionary applies it by ``Swift/Dictionary/apply(_:)-(DictionaryChange<Key,Value>)``.
public enum DictionaryChange<Key: Hashable, Value> {
  /// A value was inserted for a key that had none.
  case insertion(Value, forKey: Key)

  /// A key was removed with its value.
  case removal(Value, forKey: Key)

  /// The second value replaced the first one.
  case replacement(Value, with: Value, forKey: Key)
}

extension DictionaryChange {
  /// The key whose value was inserted, removed or replaced.
  @inlinable public var key: Key {
    switch self {
    case .insertion(_, let key), .removal(_, let key), .replacement(_, _, let key): key
    }
  }

  /// The change that reverts this one.
  public var inverted: DictionaryChange {
    switch self {
    case .insertion(let value, let key): .removal(value, forKey: key)
    case .removal(let value, let key): .insertion(value, forKey: key)
    case .replacement(let old, let new, let key): .replacement(new, with: old, forKey: key)
    }
  }
}

extension DictionaryChange: Sendable where Key: Sendable, Value: Sendable {}
extension DictionaryChange: Equatable where Value: Equatable {}
extension DictionaryChange: Hashable where Value: Hashable {}

extension DictionaryChange: CustomStringConvertible {
  /// `insert 2 for Grace`, `remove 1 for Ada`, `replace 2 with 3 for Grace`.
  public var description: String {
    switch self {
    case .insertion(let value, let key): "insert \(value) for \(key)"
    case .removal(let value, let key): "remove \(value) for \(key)"
    case .replacement(let old, let new, let key): "replace \(old) with \(new) for \(key)"
    }
  }
}
