public import Signals

/// One value of an observed collection, which can be read, set, observed and bound like a property.
///
/// ```swift
/// let score = scores.part("Ada")          // a part with the type Int?
/// score.value = 3                         // one edit of `scores`; nil removes the key
/// let binding = bind(model, \.score, to: scores.part("Ada", default: 0))
/// ```
///
/// A set of the part is one edit of the collection. The part changes when an edit changes it: if it is `Equatable`, an edit that
/// leaves it equal is no change.
///
/// The part keeps the collection alive. Its signal and its bindings don't, and end when the collection is released. All members may
/// be called on any thread.
public struct CollectionPart<Value: Sendable>: SignalProvider, InfallibleSignalConvertible, Sendable {
  // What each event takes part in is inlined: other code would look types up at run time.
  @usableFromInline let read: @Sendable () -> Value
  /// Sets the value by one edit.
  @usableFromInline let set: @Sendable (Value) -> Void
  /// Makes one edit by a closure, which returns whether to store the value.
  let edit: @Sendable (_ body: (inout Value) -> Bool) -> Void
  /// The same part for an observer, which doesn't keep the collection.
  @usableFromInline let watched: any WatchedPart<Value>

  /// - Parameter identity: tells the part from others of the same collection; nil if it is not known to be another one's.
  @usableFromInline
  init<Contents, Collection: ObservedCollection<Contents>>(
    _ identity: @escaping @Sendable () -> AnyHashable?, of collection: Collection,
    read: @escaping @Sendable (Collection) -> Value,
    select: @escaping @Sendable (Contents) -> Value,
    change: @escaping @Sendable ([Contents._Change]) -> (old: Value, new: Value)?,
    set: @escaping @Sendable (Collection, Value) -> Void,
    edit: @escaping @Sendable (Collection, _ body: (inout Value) -> Bool) -> Void,
    states: @escaping @Sendable (Collection) -> Signal<PartState<Value>>
  ) {
    self.read = { read(collection) }
    self.set = { set(collection, $0) }
    self.edit = { edit(collection, $0) }
    watched = WatchedCollectionPart(
      identity, of: collection, select: select, change: change, set: set, states: states)
  }

  /// The present value. To change it depending on its value, use ``modify(_:)``: between a get and a set, another thread may
  /// edit the collection.
  @inlinable public var value: Value {
    get { read() }
    nonmutating set { set(newValue) }
  }

  /// Changes the value depending on itself, as one edit of the collection.
  ///
  /// ```swift
  /// scores.part("Ada", default: 0).modify { $0 += 1 }
  /// ```
  ///
  /// The closure may be called again if another thread edits the collection meanwhile. If it throws, nothing is stored.
  @discardableResult
  public func modify<Answer, Failure: Error>(_ body: (inout Value) throws(Failure) -> Answer) throws(Failure) -> Answer
  {
    var result: Result<Answer, Failure>?
    edit { value in
      do throws(Failure) {
        result = .success(try body(&value))
        return true
      } catch {
        result = .failure(error)
        return false
      }
    }
    guard let result else { preconditionFailure("An edit calls its closure.") }
    return try result.get()
  }

  /// The current value, then the value after every change of it (C12).
  ///
  /// ```swift
  /// scores.part("Ada").signal.subscribeValues { print($0 ?? 0) }.store(in: &endpoints)
  /// ```
  @inlinable public var signal: Signal<Value> {
    // The comparison captures nothing, and any thread may call it.
    let isSame = Unchecked(equalityIfEquatable(Value.self))
    return watched.states.stage(nil as Value?) { former, state, downstream in
      guard let value = state.value else { return }
      if let former, let isSame = isSame.value, isSame(former, value) { return }
      former = value
      try state.stamp.tell { try downstream.pass(value) }
    }
  }

  /// Creates a value that is computed from this one: see ``Derived``.
  ///
  /// ```swift
  /// let medal = scores.part("Ada", default: 0).derived { $0 > 100 ? "gold" : "none" }
  /// ```
  ///
  /// - Returns: the derived value, which keeps the collection alive. Keep it as long as it is needed.
  public func derived<Result: Sendable>(
    _ transform: @escaping @Sendable (Value) -> Result, file: StaticString = #fileID, line: UInt = #line
  ) -> Derived<Result> { Derived({ [self] in transform(value) }, file: file, line: line) }
}

extension CollectionPart: CustomStringConvertible {
  /// The type and the present value: `CollectionPart<Int>(3)`. The read is not recorded.
  public var description: String { "\(Self.self)(\(unnoted))" }
}

extension ObservedDictionary {
  /// The value for a key, as a part that can be observed and bound. It is nil while the dictionary doesn't have the key, and
  /// setting nil removes the key.
  ///
  /// ```swift
  /// let score = scores.part("Ada")
  /// ```
  @inlinable
  public func part(_ key: Key) -> CollectionPart<Value?> {
    CollectionPart(
      { key }, of: self,
      read: { $0[key] },
      select: { $0[key] },
      change: { $0.change(of: key) },
      set: { $0[key] = $1 },
      edit: { $0.edit(key, $1) },
      states: { $0.states(of: key) { $0 } })
  }

  /// The value for a key, or a default while the dictionary doesn't have the key, as a part that can be observed and bound.
  ///
  /// ```swift
  /// let score = scores.part("Ada", default: 0)
  /// ```
  ///
  /// Setting it inserts the key, also with a value that is equal to the default.
  @inlinable
  public func part(_ key: Key, default value: Value) -> CollectionPart<Value> {
    CollectionPart(
      // Parts with different defaults may change by different edits. A default that can't be compared is taken for another.
      { (isHashableHere(Value.self) ? value as? any Hashable : nil).map { [AnyHashable(key), AnyHashable($0)] } },
      of: self,
      read: { $0[key] ?? value },
      select: { $0[key] ?? value },
      change: { $0.change(of: key).map { ($0 ?? value, $1 ?? value) } },
      set: { $0[key] = $1 },
      edit: { collection, body in
        collection.edit(key) { present in
          var new = present ?? value
          defer { present = new }
          return body(&new)
        }
      },
      states: { $0.states(of: key) { $0 ?? value } })
  }

  /// The value for a key at first, and for each edit its result, if it names the key.
  @inlinable
  func states<Part>(
    of key: Key, _ transform: @escaping @Sendable (Value?) -> Part
  ) -> Signal<PartState<Part>> {
    source.stage(UInt(0)) { since, event, downstream in
      var value: Part?
      if case .found(let contents) = event.news {
        since = event.version
        value = transform(contents[key])
      } else {
        guard event.version > since, let changes = event.changes else { return }
        if let change = changes.last(where: { $0.key == key }) { value = transform(change.values.new) }
        // Only a binding is told of an edit that doesn't name the key.
        if value == nil, event.stamp.isNone { return }
      }
      try downstream.pass(PartState(version: event.version, value: value, stamp: event.stamp))
    }
  }
}

extension Array {
  /// The value of a key before and after these changes; nil if none of them names the key.
  @inlinable
  func change<Key: Hashable, Value>(of key: Key) -> (old: Value?, new: Value?)?
  where Element == DictionaryChange<Key, Value> {
    guard let first = first(where: { $0.key == key }), let last = last(where: { $0.key == key }) else { return nil }
    return (first.values.old, last.values.new)
  }
}

extension DictionaryChange {
  @inlinable var values: (old: Value?, new: Value?) {
    switch self {
    case .insertion(let new, _): (nil, new)
    case .replacement(let old, let new, _): (old, new)
    case .removal(let old, _): (old, nil)
    }
  }
}

extension ObservedArray where Element: Identifiable, Element.ID: Sendable {
  /// The element with an identity, wherever it is in the array, as a part that can be observed and bound. It is nil while the array
  /// doesn't have it.
  ///
  /// ```swift
  /// let title = documents.part(id: document.id)
  /// ```
  ///
  /// Setting it replaces the element in its place, and setting nil removes it. While the array doesn't have the element, setting it
  /// appends it. An element with another identity in its place makes the part nil. If several elements have the identity, the
  /// first one counts. Reading and setting look through the array.
  public func part(id: Element.ID) -> CollectionPart<Element?> {
    let edit: @Sendable (ObservedArray, _ body: (inout Element?) -> Bool) -> Void = { collection, body in
      collection.batch { editor in
        let index = editor.firstIndex { $0.id == id }
        var element = index.map { editor[$0] }
        guard body(&element) else { return }
        switch (index, element) {
        case (let index?, let element?): editor[index] = element
        case (let index?, nil): editor.remove(at: index)
        case (nil, let element?): editor.append(element)
        // An edit all the same, as the removal of a missing key is.
        case (nil, nil): editor.append(contentsOf: [])
        }
      }
    }
    return CollectionPart(
      { id }, of: self,
      read: { $0.read { $0 }.first { $0.id == id } },
      select: { $0.first { $0.id == id } },
      change: { $0.change(of: id) },
      set: { collection, new in
        edit(collection) { element in
          element = new
          return true
        }
      },
      edit: edit,
      states: { $0.states(of: id) })
  }

  private func states(of id: Element.ID) -> Signal<PartState<Element?>> {
    source.stage(CollectionMirror<[Element]>()) { mirror, event, downstream in
      guard mirror.follow(event) else { return }
      let isNamed = event.changes?.contains { $0.concerns(id) } ?? true
      if !isNamed, event.stamp.isNone { return }
      let value = isNamed ? Optional.some(mirror.value.first { $0.id == id }) : nil
      try downstream.pass(PartState(version: event.version, value: value, stamp: event.stamp))
    }
  }
}

extension Array {
  /// The element with an identity before and after these changes; nil if none of them names it.
  fileprivate func change<Part: Identifiable>(of id: Part.ID) -> (old: Part?, new: Part?)?
  where Element == ArrayChange<Part> {
    var result: (old: Part?, new: Part?)?
    for change in self {
      let (old, new) = change.elements
      let named = (old: old.first { $0.id == id }, new: new.first { $0.id == id })
      if named.old != nil || named.new != nil { result = (result == nil ? named.old : result?.old, named.new) }
    }
    return result
  }
}

extension ArrayChange {
  /// The elements that it removes and those that it inserts.
  fileprivate var elements: (old: [Element], new: [Element]) {
    switch self {
    case .insertion(let new, _): ([], new)
    case .removal(let old, _): (old, [])
    case .replacement(let old, let new, _): (old, new)
    case .move: ([], [])
    }
  }
}

extension ArrayChange where Element: Identifiable {
  /// Whether it may change which element has an identity.
  fileprivate func concerns(_ id: Element.ID) -> Bool {
    if case .move = self { return true }
    let (old, new) = elements
    return old.contains { $0.id == id } || new.contains { $0.id == id }
  }
}
