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
  let read: @Sendable () -> Value
  /// Sets the value by one edit.
  let set: @Sendable (Value) -> Void
  /// Makes one edit by a closure, which returns whether to store the value.
  let edit: @Sendable (_ body: (inout Value) -> Bool) -> Void
  /// The same part for an observer, which doesn't keep the collection.
  let watched: any WatchedPart<Value>

  init<Collection: PartedCollection>(
    of collection: Collection,
    read: @escaping @Sendable (Collection) -> Value,
    select: @escaping @Sendable (Collection.Contents) -> Value,
    set: @escaping @Sendable (Collection, Value) -> Void,
    edit: @escaping @Sendable (Collection, _ body: (inout Value) -> Bool) -> Void,
    states: @escaping @Sendable (Collection) -> Signal<PartState<Value>>
  ) {
    self.read = { read(collection) }
    self.set = { set(collection, $0) }
    self.edit = { edit(collection, $0) }
    watched = WatchedCollectionPart(of: collection, select: select, set: set, states: states)
  }

  /// The present value. To change it depending on its value, use ``modify(_:)``: between a get and a set, another thread may
  /// edit the collection.
  public var value: Value {
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
  public var signal: Signal<Value> {
    watched.states.stage(nil as Value?) { former, state, downstream in
      if let former, let isSame = equalityIfEquatable(Value.self), isSame(former, state.value) { return }
      former = state.value
      try state.stamp.tell { try downstream.pass(state.value) }
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

extension ObservedDictionary {
  /// The value for a key, as a part that can be observed and bound. It is nil while the dictionary doesn't have the key, and
  /// setting nil removes the key.
  ///
  /// ```swift
  /// let score = scores.part("Ada")
  /// ```
  public func part(_ key: Key) -> CollectionPart<Value?> {
    CollectionPart(
      of: self,
      read: { $0[key] },
      select: { $0[key] },
      set: { $0[key] = $1 },
      edit: { collection, body in
        collection.batch { editor in
          var value = editor[key]
          if body(&value) { editor[key] = value }
        }
      },
      states: { $0.states(of: key) { $0 } })
  }

  /// The value for a key, or a default while the dictionary doesn't have the key, as a part that can be observed and bound.
  ///
  /// ```swift
  /// let score = scores.part("Ada", default: 0)
  /// ```
  ///
  /// Setting it inserts the key, also with a value that is equal to the default.
  public func part(_ key: Key, default value: Value) -> CollectionPart<Value> {
    CollectionPart(
      of: self,
      read: { $0[key] ?? value },
      select: { $0[key] ?? value },
      set: { $0[key] = $1 },
      edit: { collection, body in
        collection.batch { editor in
          var new = editor[key] ?? value
          if body(&new) { editor[key] = new }
        }
      },
      states: { $0.states(of: key) { $0 ?? value } })
  }

  /// The value for a key, at first and after each edit that names the key.
  private func states<Part>(
    of key: Key, _ transform: @escaping @Sendable (Value?) -> Part
  ) -> Signal<PartState<Part>> {
    source.stage(UInt(0)) { since, event, downstream in
      let value: Value?
      var stamp = Stamp.none
      if case .found(let contents) = event.news {
        since = event.version
        value = contents[key]
      } else {
        guard event.version > since, let changes = event.changes,
          let place = changes.lastIndex(where: { $0.key == key })
        else { return }
        switch changes[place] {
        case .insertion(let new, _), .replacement(_, let new, _): value = new
        case .removal: value = nil
        }
        stamp = event.stamps?.stamp(at: place) ?? .none
      }
      try downstream.pass(PartState(version: event.version, value: transform(value), stamp: stamp))
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
        case (nil, nil): break
        }
      }
    }
    return CollectionPart(
      of: self,
      read: { $0.read { $0 }.first { $0.id == id } },
      select: { $0.first { $0.id == id } },
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
      guard mirror.follow(event), event.changes?.contains(where: { $0.concerns(id) }) ?? true else { return }
      let place = mirror.value.firstIndex { $0.id == id }
      // Elements that have gone have the same value, so they may have one stamp.
      let stamp = event.stamps?.stamp(at: place ?? -1) ?? .none
      try downstream.pass(PartState(version: event.version, value: place.map { mirror.value[$0] }, stamp: stamp))
    }
  }
}

extension ArrayChange where Element: Identifiable {
  /// Whether it may change which element has an identity.
  fileprivate func concerns(_ id: Element.ID) -> Bool {
    switch self {
    case .insertion(let elements, _), .removal(let elements, _): elements.contains { $0.id == id }
    case .replacement(let old, let new, _): (old + new).contains { $0.id == id }
    case .move: true
    }
  }
}
