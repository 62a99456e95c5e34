/// What ``ObservedDictionary/batch(_:)`` hands to its closure: the dictionary, to read and to edit.
///
/// Whatever is done here is told in one event, in the order in which it was done.
public struct DictionaryEditor<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private(set) var contents: [Key: Value]
  private(set) var changes: [DictionaryChange<Key, Value>] = []
  /// Whether anything was done, be it that it left everything as it was.
  private(set) var hasEdited = false

  init(_ contents: [Key: Value]) { self.contents = contents }

  /// Edits contents where they lie: the editor is the only one that holds them meanwhile, so that nothing is copied.
  static func edit<Answer>(
    _ contents: inout [Key: Value], _ body: (inout DictionaryEditor) -> Answer
  ) -> (changes: [DictionaryChange<Key, Value>], answer: Answer) {
    var editor = DictionaryEditor([:])
    swap(&editor.contents, &contents)
    let answer = body(&editor)
    swap(&editor.contents, &contents)
    return (editor.changes, answer)
  }

  private mutating func record(_ change: DictionaryChange<Key, Value>?) {
    hasEdited = true
    if let change { changes.append(change) }
  }
}

// MARK: - Reading

extension DictionaryEditor: Sequence {
  /// Goes over the dictionary as it is now, whatever is edited meanwhile.
  public func makeIterator() -> Dictionary<Key, Value>.Iterator { contents.makeIterator() }

  /// How many keys there are now, in the midst of the edits.
  public var count: Int { contents.count }
  /// Whether there is nothing left.
  public var isEmpty: Bool { contents.isEmpty }
  /// The keys, as they are now.
  public var keys: Dictionary<Key, Value>.Keys { contents.keys }
  /// The values, as they are now.
  public var values: Dictionary<Key, Value>.Values { contents.values }
}

// MARK: - Editing

extension DictionaryEditor {
  /// Everything that is in the dictionary now. Setting it is told as the difference: see ``ObservedDictionary/value``.
  public var value: [Key: Value] {
    get { contents }
    set {
      hasEdited = true
      changes += newValue.changes(from: contents)
      contents = newValue
    }
  }

  /// The value for a key. Setting it is told as an insertion or a replacement; setting nil takes it out.
  public subscript(key: Key) -> Value? {
    get { contents[key] }
    set { if let newValue { updateValue(newValue, forKey: key) } else { removeValue(forKey: key) } }
  }

  /// The value for a key, or the default. Setting it is told as an insertion or a replacement.
  ///
  /// ```swift
  /// votes.batch { $0["Ada", default: 0] += 1 }
  /// ```
  public subscript(key: Key, default value: @autoclosure () -> Value) -> Value {
    get { contents[key] ?? value() }
    set { updateValue(newValue, forKey: key) }
  }

  /// Sets the value for a key.
  ///
  /// - Returns: the one that was there.
  @discardableResult
  public mutating func updateValue(_ value: Value, forKey key: Key) -> Value? {
    let old = contents.updateValue(value, forKey: key)
    record(old.map { .replacement($0, with: value, forKey: key) } ?? .insertion(value, forKey: key))
    return old
  }

  /// Takes a key out, if it is there.
  ///
  /// - Returns: the value that was there.
  @discardableResult
  public mutating func removeValue(forKey key: Key) -> Value? {
    let old = contents.removeValue(forKey: key)
    record(old.map { .removal($0, forKey: key) })
    return old
  }

  /// Takes everything out.
  public mutating func removeAll() {
    hasEdited = true
    for (key, value) in contents { changes.append(.removal(value, forKey: key)) }
    contents = [:]
  }

  /// Takes out what `shouldBeRemoved` says.
  public mutating func removeAll(where shouldBeRemoved: (Key, Value) throws -> Bool) rethrows {
    let gone = try contents.filter { try shouldBeRemoved($0.key, $0.value) }
    hasEdited = true
    for key in gone.keys { removeValue(forKey: key) }
  }

  /// Takes in what is in another dictionary. Where both have a key, `combine` says what its value is from now on.
  public mutating func merge(
    _ other: [Key: Value], uniquingKeysWith combine: (_ current: Value, _ new: Value) throws -> Value
  ) rethrows {
    hasEdited = true
    for (key, value) in other {
      try updateValue(contents[key].map { try combine($0, value) } ?? value, forKey: key)
    }
  }
}
