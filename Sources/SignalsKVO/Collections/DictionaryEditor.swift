/// The dictionary that ``ObservedCollection/batch(_:file:line:)`` passes to its closure, to be read and edited.
///
/// All edits are reported in one event, in the order in which they are made.
public struct DictionaryEditor<Key: Hashable, Value>: ContentsEditor {
  @usableFromInline var contents: [Key: Value] = [:]
  @usableFromInline var changes: [DictionaryChange<Key, Value>] = []
  @usableFromInline var hasEdited = false

  @inlinable
  init() {}

  @inlinable
  mutating func record(_ change: DictionaryChange<Key, Value>?) {
    hasEdited = true
    if let change { changes.append(change) }
  }
}

extension DictionaryEditor: Sendable where Key: Sendable, Value: Sendable {}

// MARK: - Reading

extension DictionaryEditor: Sequence {
  /// Iterates over the present contents; later edits don't affect the iteration.
  public func makeIterator() -> Dictionary<Key, Value>.Iterator { contents.makeIterator() }

  /// The present number of keys, with the edits so far.
  public var count: Int { contents.count }
  /// Whether the dictionary is empty at present.
  public var isEmpty: Bool { contents.isEmpty }
  /// The present keys.
  public var keys: Dictionary<Key, Value>.Keys { contents.keys }
  /// The present values.
  public var values: Dictionary<Key, Value>.Values { contents.values }
}

// MARK: - Editing

extension DictionaryEditor {
  /// The whole contents at present. Setting it is reported as the difference: see ``ObservedCollection/value``.
  public var value: [Key: Value] {
    get { contents }
    set {
      hasEdited = true
      changes += newValue.changes(from: contents)
      contents = newValue
    }
  }

  /// The value for a key. Setting it is reported as an insertion or a replacement; setting nil removes the key.
  @inlinable public subscript(key: Key) -> Value? {
    get { contents[key] }
    set { if let newValue { updateValue(newValue, forKey: key) } else { removeValue(forKey: key) } }
  }

  /// The value for a key, or the default. Setting it is reported as an insertion or a replacement.
  ///
  /// ```swift
  /// votes.batch { $0["Ada", default: 0] += 1 }
  /// ```
  @inlinable public subscript(key: Key, default value: @autoclosure () -> Value) -> Value {
    get { contents[key] ?? value() }
    set { updateValue(newValue, forKey: key) }
  }

  /// Sets the value for a key.
  ///
  /// - Returns: the former value.
  @inlinable
  @discardableResult
  public mutating func updateValue(_ value: Value, forKey key: Key) -> Value? {
    let old = contents.updateValue(value, forKey: key)
    record(old.map { .replacement($0, with: value, forKey: key) } ?? .insertion(value, forKey: key))
    return old
  }

  /// Removes a key, if the dictionary has it.
  ///
  /// - Returns: the former value.
  @inlinable
  @discardableResult
  public mutating func removeValue(forKey key: Key) -> Value? {
    let old = contents.removeValue(forKey: key)
    record(old.map { .removal($0, forKey: key) })
    return old
  }

  /// Removes all keys.
  public mutating func removeAll() {
    hasEdited = true
    for (key, value) in contents { changes.append(.removal(value, forKey: key)) }
    contents = [:]
  }

  /// Removes the keys and values that satisfy the predicate.
  public mutating func removeAll(where shouldBeRemoved: (Key, Value) throws -> Bool) rethrows {
    let gone = try contents.filter { try shouldBeRemoved($0.key, $0.value) }
    hasEdited = true
    for key in gone.keys { removeValue(forKey: key) }
  }

  /// Merges another dictionary into this one. `combine` returns the value for a key that both have.
  public mutating func merge(
    _ other: [Key: Value], uniquingKeysWith combine: (_ current: Value, _ new: Value) throws -> Value
  ) rethrows {
    hasEdited = true
    for (key, value) in other {
      try updateValue(contents[key].map { try combine($0, value) } ?? value, forKey: key)
    }
  }
}

extension Dictionary: _ObservableContents {
  public typealias _Change = DictionaryChange<Key, Value>

  public func _changes(from old: [Key: Value]) -> [DictionaryChange<Key, Value>] { changes(from: old) }

  public static func _releaseRemoved(_ changes: [DictionaryChange<Key, Value>]) {
    for change in changes {
      switch change {
      case .removal(let old, let key), .replacement(let old, _, let key): releaseLater((key, old))
      case .insertion: break
      }
    }
  }

  @inlinable
  public static func _weight(of changes: [DictionaryChange<Key, Value>]) -> Int { changes.count }

  // For derived dictionaries, whose values are groups.
  public static func _effective(_ changes: [DictionaryChange<Key, Value>]) -> [DictionaryChange<Key, Value>] { changes }

  @inlinable
  public static func _edit<Answer, Failure>(
    _ contents: inout [Key: Value], _ body: (inout DictionaryEditor<Key, Value>) throws(Failure) -> Answer
  ) throws(Failure) -> (changes: [DictionaryChange<Key, Value>]?, answer: Answer) {
    try DictionaryEditor.edit(&contents, body)
  }
}
