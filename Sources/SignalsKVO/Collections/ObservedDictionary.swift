internal import Signals

/// A dictionary that reports which values are inserted, removed and replaced.
///
/// It is shared by reference, and can be read and edited on any thread.
///
/// ```swift
/// let scores: ObservedDictionary = ["Ada": 1]
/// let endpoint = scores.changes.subscribeValues { print($0) }
/// scores["Grace"] = 2  // prints [insert 2 for Grace]
/// scores.value = ["Grace": 3]  // prints [remove 1 for Ada, replace 2 with 3 for Grace]
/// ```
///
/// Every edit is one event, even if it leaves the dictionary as it was (K2): the removal of a missing key emits no changes.
/// Edits are reported as they were made, and setting ``ObservedCollection/value`` as the difference. A copy to which all changes
/// are applied equals the dictionary after each event (K9).
///
/// The order of edits, their threads, and ``ObservedCollection/batch(_:file:line:)`` are those of an ``ObservedArray``.
///
/// An edit of one key takes the same time for any number of keys, if these are strings, numbers or other types of the standard
/// library. A custom key type hashes and compares by user code, which runs under no lock (C7): such an edit is made on a
/// copy, as a batch.
public final class ObservedDictionary<Key: Hashable & Sendable, DictionaryValue: Sendable>: ObservedCollection<
  [Key: DictionaryValue]
>, @unchecked Sendable
{
  // Named here, since the values of the signal are whole dictionaries.
  /// The type of the values.
  public typealias Value = DictionaryValue

  /// Creates a dictionary with these contents, or an empty one.
  public init(_ contents: [Key: Value] = [:], file: StaticString = #fileID, line: UInt = #line) {
    super.init(contents, info: NodeInfo(.source, "ObservedDictionary", file, line))
  }

  /// Sets the value for a key, and returns the former one.
  @inlinable
  @discardableResult
  public func updateValue(_ value: Value, forKey key: Key) -> Value? { edit { $0.updateValue(value, forKey: key) } }

  /// Removes a key, and returns its value. If the key is missing, this is an edit all the same, without changes.
  @inlinable
  @discardableResult
  public func removeValue(forKey key: Key) -> Value? { edit { $0.removeValue(forKey: key) } }

  /// Removes all keys.
  public func removeAll() { value = [:] }

  /// Removes the keys and values that satisfy the predicate.
  ///
  /// As in a ``ObservedCollection/batch(_:file:line:)``, the closure may be called more often than there are keys.
  public func removeAll(where shouldBeRemoved: (Key, Value) throws -> Bool) rethrows {
    try batch { try $0.removeAll(where: shouldBeRemoved) }
  }

  /// Merges another dictionary into this one, as one event. `combine` returns the value for a key that both have.
  ///
  /// As in a ``ObservedCollection/batch(_:file:line:)``, the closure may be called more often than there are such keys.
  public func merge(
    _ other: [Key: Value], uniquingKeysWith combine: (_ current: Value, _ new: Value) throws -> Value
  ) rethrows {
    try batch { try $0.merge(other, uniquingKeysWith: combine) }
  }

  /// Makes one edit, which calls no user code except for that of the keys.
  @inlinable
  func edit<Answer>(_ body: (inout DictionaryEditor<Key, Value>) -> Answer) -> Answer {
    let answer = Self.hasStandardKeys ? edit(if: { _ in true }, body) : nil
    return answer ?? batch(body)
  }

  /// Makes one edit of a key, if `body` asks for it, which changes a copy of the value. It is called again if the dictionary was
  /// edited meanwhile.
  @inlinable
  final func edit(_ key: Key, _ body: (inout Value?) -> Bool) {
    guard Self.hasStandardKeys else {
      return batch { editor in
        var value = editor[key]
        if body(&value) { editor[key] = value }
      }
    }
    while true {
      let (expected, found) = readLocked { $0[key] }
      var value = found
      if !body(&value) || edit(ifStill: expected, { $0[key] = value }) { return }
      checkEditor(#fileID, #line)
    }
  }

  /// Whether the keys are hashed and compared by code of the standard library alone, so that this may run under a lock (C7).
  @inlinable static var hasStandardKeys: Bool {
    Key.self == String.self || Key.self == Int.self || Key.self == UInt.self || Key.self == Int64.self
      || Key.self == UInt64.self || Key.self == Int32.self || Key.self == UInt32.self || Key.self == Int16.self
      || Key.self == UInt16.self || Key.self == Int8.self || Key.self == UInt8.self || Key.self == Character.self
      || Key.self == Substring.self || Key.self == ObjectIdentifier.self || Key.self == Double.self
      || Key.self == Float.self || Key.self == Bool.self
  }
}

// MARK: - Reading

extension ObservedDictionary: Sequence {
  // Without an `underestimatedCount`: the standard library unwraps as many elements of an iterator that it makes afterwards, and
  // another thread may remove some in between.
  /// Iterates over the present contents; later edits don't affect the iteration.
  public func makeIterator() -> Dictionary<Key, Value>.Iterator { value.makeIterator() }

  /// The present number of keys.
  @inlinable public var count: Int { read { $0.count } }
  /// Whether the dictionary is empty at present.
  @inlinable public var isEmpty: Bool { read { $0.isEmpty } }

  /// The present keys.
  public var keys: Dictionary<Key, Value>.Keys { value.keys }

  /// The present values.
  public var values: Dictionary<Key, Value>.Values { value.values }

  /// The value for a key. Setting it is reported as an insertion or a replacement; setting nil removes the key.
  ///
  /// `scores["Ada"]? += 1` is two steps, a read and a set, between which another thread may edit: see
  /// ``ObservedCollection/batch(_:file:line:)``.
  @inlinable public subscript(key: Key) -> Value? {
    get { Self.hasStandardKeys ? read { $0[key] } : value[key] }
    set { edit { $0[key] = newValue } }
  }

  /// The value for a key, or the default. Setting it is reported as an insertion or a replacement.
  ///
  /// ```swift
  /// scores["Ada", default: 0] += 1
  /// ```
  ///
  /// A change in place is a read and then one edit. A value that another thread sets for the key between the two is lost: where
  /// several threads change one key, use a ``ObservedCollection/batch(_:file:line:)``.
  @inlinable public subscript(key: Key, default value: @autoclosure () -> Value) -> Value {
    get { self[key] ?? value() }
    set { edit { $0[key] = newValue } }
  }
}

extension ObservedDictionary: ExpressibleByDictionaryLiteral {
  /// Creates a dictionary from a literal. As with a `Dictionary`, a key that occurs twice traps.
  @_disfavoredOverload
  public convenience init(dictionaryLiteral elements: (Key, Value)...) {
    self.init(Dictionary(uniqueKeysWithValues: elements))
  }
}
