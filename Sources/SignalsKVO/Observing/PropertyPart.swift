public import Signals

/// A part of a ``Property``, to be read, set, observed and bound like a property of its own.
///
/// ```swift
/// let settings = Property(Settings())
/// let name = settings.part(\.user.name)
/// name.value = "Ada"                                   // one change of `settings`
/// let binding = bind(field, \.text, to: name)
/// ```
///
/// A set of the part changes the whole in one step: nothing that another thread sets in another part meanwhile is lost. The
/// observers of the whole are notified of each of these sets. The observers of the part are notified of each change of the
/// whole that changes the part: if the part is `Equatable`, a change that leaves it equal is none, as with ``Derived``. A part
/// whose type isn't `Equatable` changes with every change of the whole.
///
/// The part keeps the property. Its signal, its observers and its bindings don't need the part, and end when the property is
/// released. Everything may be called from any thread.
public struct PropertyPart<Whole: Sendable, Value: Sendable>: Sendable {
  let whole: Property<Whole>
  let path: PartPath<Whole, Value>

  /// The part. From any thread.
  ///
  /// To change it depending on what it is, use ``modify(_:)``: between a get and a set, others may set.
  public var value: Value {
    get { whole.value[keyPath: path.keyPath] }
    nonmutating set { whole.modify { $0[keyPath: path.keyPath] = newValue } }
  }

  /// Changes the part depending on what it is, as one change of the whole: see ``Property/modify(_:)``.
  ///
  /// ```swift
  /// settings.part(\.user.visits).modify { $0 += 1 }
  /// ```
  @discardableResult
  public func modify<Answer, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Answer
  ) throws(Failure) -> Answer {
    try whole.modify { whole throws(Failure) in try body(&whole[keyPath: path.keyPath]) }
  }

  /// A part of this part.
  ///
  /// ```swift
  /// let user = settings.part(\.user)
  /// let name = user.part(\.name)
  /// ```
  public func part<Part: Sendable>(
    _ keyPath: any WritableKeyPath<Value, Part> & Sendable
  ) -> PropertyPart<Whole, Part> {
    PropertyPart<Whole, Part>(whole: whole, path: PartPath(path.keyPath.appending(path: keyPath)))
  }

  /// Makes a value that follows from this one: see ``Derived``.
  ///
  /// ```swift
  /// let greeting = name.derived { "Hello, \($0)" }
  /// ```
  ///
  /// - Returns: the derived value, which keeps the property alive, and is to be kept itself.
  public func derived<Result: Sendable>(
    _ transform: @escaping @Sendable (Value) -> Result, file: StaticString = #fileID, line: UInt = #line
  ) -> Derived<Result> {
    Derived({ [self] in transform(value) }, file: file, line: line)
  }
}

extension Property {
  /// A part of the property, by any path that can be written.
  ///
  /// ```swift
  /// let name = settings.part(\.user.name)
  /// name.addObserver(forOwner: self) { old, new in print("\(old) → \(new)") }
  /// ```
  public func part<Part: Sendable>(_ keyPath: any WritableKeyPath<Value, Part> & Sendable) -> PropertyPart<Value, Part>
  {
    PropertyPart(whole: self, path: PartPath(keyPath))
  }
}

// MARK: - Observing

extension PropertyPart {
  /// The current part, and then the part after every change of it (C12). The signal doesn't keep the property alive, and
  /// finishes when that is released.
  ///
  /// ```swift
  /// settings.part(\.user.name).signal.subscribeValues { print($0) }.store(in: &endpoints)
  /// ```
  public var signal: Signal<Value> { changes { $0.state } }

  /// Calls `handler` with the owner and the new part at each change from now on, for as long as the owner lives. All else is
  /// as with ``ObservableValue/subscribe(_:_:file:line:)``. `removeObservers(forOwner:)` of the property ends it too.
  ///
  /// ```swift
  /// name.subscribe(self) { owner, name in owner.label.text = name }
  /// ```
  @discardableResult
  public func subscribe<Owner: AnyObject & Sendable>(
    _ owner: Owner,
    @_inheritActorContext _ handler: @escaping @isolated(any) @Sendable (_ owner: Owner, _ value: Value) -> Void,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Endpoint {
    let call = CallableOnActor2(handler).unchecked
    let info = NodeInfo(.endpoint, "subscribe", file, line)
    return changes { $0.change == nil ? nil : $0 }
      .observe(for: owner, keptIn: whole.owned, as: info, on: handler.isolation) { call($0, $1.state) }
  }

  /// Calls `handler` with the old and the new part at each change, for as long as the owner lives.
  ///
  /// If `triggerImmediately` says so, it is called at once too, with the current part as both of them. All else is as with
  /// ``subscribe(_:_:file:line:)``.
  ///
  /// ```swift
  /// name.addObserver(forOwner: self, triggerImmediately: true) { old, new in print("\(old) → \(new)") }
  /// ```
  @discardableResult
  public func addObserver<Owner: AnyObject & Sendable>(
    forOwner owner: Owner, triggerImmediately: Bool = false,
    @_inheritActorContext _ handler: @escaping @isolated(any) @Sendable (_ old: Value, _ new: Value) -> Void,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Endpoint {
    let call = CallableOnActor2(handler).unchecked
    let info = NodeInfo(.endpoint, "addObserver", file, line)
    return changes { $0.change == nil && !triggerImmediately ? nil : $0 }
      .observe(for: owner, keptIn: whole.owned, as: info, on: handler.isolation) { call($1.old, $1.state) }
  }

  /// Calls `handler` with the owner, the old and the new part at each change, for as long as the owner lives.
  ///
  /// If `triggerImmediately` says so, it is called at once too, with the current part as both of them. All else is as with
  /// ``subscribe(_:_:file:line:)``.
  ///
  /// ```swift
  /// name.addObserver(forOwner: self) { owner, old, new in owner.animate(from: old, to: new) }
  /// ```
  @discardableResult
  public func addObserver<Owner: AnyObject & Sendable>(
    forOwner owner: Owner, triggerImmediately: Bool = false,
    @_inheritActorContext _ handler:
      @escaping @isolated(any) @Sendable (
        _ owner: Owner, _ old: Value, _ new: Value
      ) -> Void,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Endpoint {
    let call = CallableOnActor3(handler).unchecked
    let info = NodeInfo(.endpoint, "addObserver", file, line)
    return changes { $0.change == nil && !triggerImmediately ? nil : $0 }
      .observe(for: owner, keptIn: whole.owned, as: info, on: handler.isolation) { call($0, $1.old, $1.state) }
  }

  /// The current part, as an update without a change, and then every change of it, each as `select` returns it.
  private func changes<Output: Sendable>(
    _ select: @escaping @Sendable (Update<Value, Value>) -> Output?
  ) -> Signal<Output> {
    whole.source.stage(UInt(0)) { [path] since, update, downstream in
      guard update.isNews(since: &since), let change = path.change(in: update), let output = select(change) else {
        return
      }
      try update.tell { try downstream.pass(output) }
    }.labeled(whole.info, at: whole.hub)
  }
}

extension PropertyPart: CustomStringConvertible {
  /// The kind of value, and what it holds: `PropertyPart<Settings, String>(Ada)`. Reading it is not noted as a read.
  public var description: String { "\(Self.self)(\(whole.unnoted[keyPath: path.keyPath]))" }
}

/// The way from a whole to a part of it, and the comparison of two such parts.
// Unchecked: the key paths that it is made of are `Sendable`, which the type of a composed path doesn't say, and the
// comparison captures nothing.
struct PartPath<Whole: Sendable, Value: Sendable>: @unchecked Sendable {
  let keyPath: WritableKeyPath<Whole, Value>
  private let isSame: ((Value, Value) -> Bool)?

  init(_ keyPath: WritableKeyPath<Whole, Value>) {
    self.keyPath = keyPath
    isSame = equalityIfEquatable(Value.self)
  }

  /// The same update of the part; nil if the part has not changed.
  func change(in update: Update<Whole, Whole>) -> Update<Value, Value>? {
    let (old, new) = (update.change?[keyPath: keyPath], update.state[keyPath: keyPath])
    if let old, isSame?(old, new) == true { return nil }
    return Update(version: update.version, state: new, change: old, stamp: update.stamp)
  }
}
