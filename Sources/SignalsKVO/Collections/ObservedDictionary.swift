public import Signals

/// A dictionary that tells what comes into it, what goes, and what is replaced.
///
/// It stands alone, is shared by reference, and may be read and edited from any thread.
///
/// ```swift
/// let scores: ObservedDictionary = ["Ada": 1]
/// let endpoint = scores.changes.subscribeValues { print($0) }
/// scores["Grace"] = 2  // prints [insert 2 for Grace]
/// scores.value = ["Grace": 3]  // prints [remove 1 for Ada, replace 2 with 3 for Grace]
/// ```
///
/// Every edit is one event, also one that leaves everything as it was (K2): taking out a key that isn't there brings no
/// changes. Edits are told as they were made, and a whole new ``value`` as the difference. Whoever applies all changes to
/// a copy of his has the dictionary again after each event (K9).
///
/// In which order edits are told, on which thread and when is as in an ``ObservedArray``. So is what makes several edits
/// one step: ``batch(_:)``.
///
/// An edit of one key takes the same time however many there are, where the keys are strings, numbers or other types of
/// the standard library's. Keys of a type of yours hash and compare by code of yours, which runs with nothing held (C7):
/// such an edit is made on a copy, as a batch.
public final class ObservedDictionary<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private let store: CollectionStore<[Key: Value]>

  /// A dictionary with these contents, or an empty one.
  public init(_ contents: [Key: Value] = [:], file: StaticString = #fileID, line: UInt = #line) {
    store = CollectionStore(contents, info: NodeInfo(.source, "ObservedDictionary", file, line))
  }

  // MARK: - The whole

  /// All keys and values, as they are now.
  ///
  /// Setting it is one event, which tells the difference as soon as somebody wants to know it, in no particular order.
  /// Where values are `Equatable`, those that are equal count as the same and are not told; otherwise each one that stays
  /// is told as replaced. An equal value is an event without changes.
  public var value: [Key: Value] {
    get { store.value }
    set { store.assign(newValue) }
  }

  // MARK: - Observing

  /// The changes of each edit from now on, in the order in which they were made. It finishes when the dictionary is
  /// released.
  ///
  /// ```swift
  /// let endpoint = scores.changes.subscribeValues { changes in log.append("\(changes)") }
  /// ```
  public var changes: Signal<[DictionaryChange<Key, Value>]> { store.changes }

  /// What leads from a copy of yours to the dictionary as it is now, and then the changes of each edit: nothing is missed
  /// between the two, whatever other threads edit (C12). It finishes when the dictionary is released.
  ///
  /// ```swift
  /// scores.changes(from: table.shown).subscribeValues(for: table) { table, changes in table.shown.apply(changes) }
  /// ```
  public func changes(from copy: [Key: Value]) -> Signal<[DictionaryChange<Key, Value>]> { store.changes(from: copy) }

  /// The dictionary as it is now, and then as it is after each edit. It finishes when the dictionary is released.
  ///
  /// Each subscription keeps a copy of its own, on which it makes the changes. Whoever keeps a value of it for longer than
  /// the call has the next edit copy the dictionary once more.
  public var signal: Signal<[Key: Value]> { store.values }

  /// Calls `handler` with the owner and the changes of each edit from now on, for as long as the owner lives.
  ///
  /// ```swift
  /// scores.subscribe(self) { owner, changes in owner.shown.apply(changes) }
  /// ```
  ///
  /// The owner isn't kept alive, and the endpoint doesn't have to be kept. All else is as with
  /// ``ObservableValue/subscribe(_:_:file:line:)``.
  @discardableResult
  public func subscribe<Owner: AnyObject & Sendable>(
    _ owner: Owner,
    @_inheritActorContext _ handler:
      @escaping @isolated(any) @Sendable (
        _ owner: Owner, _ changes: [DictionaryChange<Key, Value>]
      ) -> Void,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Endpoint {
    store.observe(
      for: owner, as: NodeInfo(.endpoint, "subscribe", file, line), on: handler.isolation,
      CallableOnActor2(handler).unchecked)
  }

  /// Removes all observers of an owner, from any thread. Where it is called in a handler of this dictionary, nothing at all
  /// follows (C6).
  public func removeObservers(forOwner owner: AnyObject) { store.removeObservers(forOwner: owner) }

  /// Removes all observers of all owners. Subscriptions to the signals belong to those who keep them, and stay.
  public func removeAllObservers() { store.removeObservers(forOwner: nil) }

  /// How many observe this dictionary at this moment: subscriptions to its signals, observers of owners, and observations of key
  /// paths that lead here. A derived value that is computed from it doesn't count.
  public var observerCount: Int { store.observerCount }

  // MARK: - Editing

  /// Makes several edits one event, and one step that no other thread sees half done.
  ///
  /// ```swift
  /// scores.batch { editor in
  ///   editor["Ada", default: 0] += 1
  ///   editor["Grace"] = nil
  /// }
  /// ```
  ///
  /// The closure edits a copy, which becomes the dictionary if nobody edited that meanwhile; otherwise the closure is
  /// called again, with the dictionary as it is then. So it should do nothing but edit, and not take long: where other
  /// threads edit without a pause, it may be called many times. If it throws, or edits nothing, nothing happens and nothing
  /// is told.
  @discardableResult
  public func batch<Answer, Failure: Error>(
    _ body: (inout DictionaryEditor<Key, Value>) throws(Failure) -> Answer
  ) throws(Failure) -> Answer {
    try store.rebuild { contents throws(Failure) in
      var editor = DictionaryEditor(contents)
      let answer = try body(&editor)
      return (editor.contents, editor.hasEdited ? editor.changes : nil, answer)
    }
  }

  /// Sets the value for a key.
  ///
  /// - Returns: the one that was there.
  @discardableResult
  public func updateValue(_ value: Value, forKey key: Key) -> Value? { edit { $0.updateValue(value, forKey: key) } }

  /// Takes a key out, if it is there.
  ///
  /// - Returns: the value that was there.
  @discardableResult
  public func removeValue(forKey key: Key) -> Value? { edit { $0.removeValue(forKey: key) } }

  /// Takes everything out.
  public func removeAll() { value = [:] }

  /// Takes out what `shouldBeRemoved` says.
  ///
  /// As in a ``batch(_:)``, the closure may be called more often than there are keys.
  public func removeAll(where shouldBeRemoved: (Key, Value) throws -> Bool) rethrows {
    try batch { try $0.removeAll(where: shouldBeRemoved) }
  }

  /// Takes in what is in another dictionary, as one event. Where both have a key, `combine` says what its value is from
  /// now on.
  ///
  /// As in a ``batch(_:)``, the closure may be called more often than there are such keys.
  public func merge(
    _ other: [Key: Value], uniquingKeysWith combine: (_ current: Value, _ new: Value) throws -> Value
  ) rethrows {
    try batch { try $0.merge(other, uniquingKeysWith: combine) }
  }

  /// One edit, which runs no code of the user's but that of the keys.
  private func edit<Answer>(_ body: (inout DictionaryEditor<Key, Value>) -> Answer) -> Answer {
    guard StandardHashing.isThat(of: Key.self) else { return batch(body) }
    return store.edit { contents in DictionaryEditor.edit(&contents, body) }
  }
}

// MARK: - Reading

extension ObservedDictionary: Sequence {
  /// Goes over the dictionary as it is now, whatever becomes of it meanwhile.
  public func makeIterator() -> Dictionary<Key, Value>.Iterator { value.makeIterator() }

  /// How many keys there are at this moment; another thread may edit before you go over them.
  public var underestimatedCount: Int { count }

  /// How many keys there are at this moment.
  public var count: Int { store.read { $0.count } }
  /// Whether there is nothing in it at this moment.
  public var isEmpty: Bool { store.read { $0.isEmpty } }

  /// The keys, as they are now.
  public var keys: Dictionary<Key, Value>.Keys { value.keys }

  /// The values, as they are now.
  public var values: Dictionary<Key, Value>.Values { value.values }

  /// The value for a key. Setting it is told as an insertion or a replacement; setting nil takes it out.
  ///
  /// `scores["Ada"]? += 1` is two steps, reading and setting, between which another thread may edit: see ``batch(_:)``.
  public subscript(key: Key) -> Value? {
    get { StandardHashing.isThat(of: Key.self) ? store.read { $0[key] } : value[key] }
    set { edit { $0[key] = newValue } }
  }

  /// The value for a key, or the default. Setting it is told as an insertion or a replacement.
  ///
  /// ```swift
  /// scores["Ada", default: 0] += 1
  /// ```
  ///
  /// A change in place is one edit, after one read. What another thread sets for the key between the two is lost: where several
  /// threads change one key, use a ``batch(_:)``.
  public subscript(key: Key, default value: @autoclosure () -> Value) -> Value {
    get { self[key] ?? value() }
    set { edit { $0[key] = newValue } }
  }
}

extension ObservedDictionary: ExpressibleByDictionaryLiteral {
  /// A dictionary that is written down. As with a `Dictionary`, a key that stands there twice traps.
  @_disfavoredOverload
  public convenience init(dictionaryLiteral elements: (Key, Value)...) {
    self.init(Dictionary(uniqueKeysWithValues: elements))
  }
}

extension ObservedDictionary: CustomStringConvertible {
  /// As that of a `Dictionary` with these contents.
  public var description: String { value.description }
}
