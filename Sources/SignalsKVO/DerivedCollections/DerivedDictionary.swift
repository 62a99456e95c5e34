/// A dictionary that follows from other collections, and reports which of its values are inserted, removed and replaced (K12).
///
/// ```swift
/// let teams = people.grouped(by: \.team)
/// let endpoint = teams.changes.subscribeValues { print($0) }
/// ```
///
/// All else is as with a ``DerivedArray``.
public final class DerivedDictionary<Key: Hashable & Sendable, DictionaryValue: Sendable>: DerivedCollection<
  [Key: DictionaryValue]
>, Sequence, @unchecked Sendable
{
  /// Looks one value up in the contents as they were computed last; nil if a thread is changing them.
  private let lookUp: @Sendable (Key) -> DictionaryValue??

  init(
    _ computation: CollectionComputation<[Key: DictionaryValue]>,
    _ lookUp: @escaping @Sendable (Key) -> DictionaryValue??
  ) {
    self.lookUp = lookUp
    super.init(computation)
  }

  // Named here, since the values of the signal are whole dictionaries.
  /// The type of the values.
  public typealias Value = DictionaryValue

  // Without an `underestimatedCount`: the standard library unwraps as many elements of an iterator that it makes afterwards, and
  // another thread may remove some in between.
  /// Iterates over the present contents; later changes don't affect the iteration.
  public func makeIterator() -> Dictionary<Key, Value>.Iterator { value.makeIterator() }

  /// The present number of keys.
  public var count: Int { read { computation.count } ?? value.count }
  /// Whether the dictionary is empty at present.
  public var isEmpty: Bool { count == 0 }

  /// The present keys.
  public var keys: Dictionary<Key, Value>.Keys { value.keys }

  /// The present values.
  public var values: Dictionary<Key, Value>.Values { value.values }

  /// The value for a key at present, or nil.
  public subscript(key: Key) -> Value? { (revision.value == 0 ? nil : lookUp(key)) ?? value[key] }
}
