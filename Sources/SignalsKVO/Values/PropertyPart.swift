public import Signals

/// A part of a ``Property``, which can be read, set, observed and bound like a property.
///
/// ```swift
/// let settings = Property(Settings())
/// let name = settings.part(\.user.name)
/// name.value = "Ada"                                   // one change of `settings`
/// let binding = bind(field, \.text, to: name)
/// ```
///
/// A set of the part changes the whole in one step, so a set of another part by another thread is not lost. The observers of
/// the whole are notified of each of these sets. The observers of the part are notified of each change of the
/// whole that changes the part: if the part is `Equatable`, a change that leaves it equal is none, as with ``Derived``. A part
/// whose type isn't `Equatable` changes with every change of the whole.
///
/// The part keeps the property alive. Its signal, its observers and its bindings don't need the part, and end when the property
/// is released. All members may be called on any thread.
public struct PropertyPart<Whole: Sendable, Value: Sendable>: SignalProvider, InfallibleSignalConvertible, Sendable {
  // Everything that every change or read takes part in is inlined: other code would look types up at run time.
  @usableFromInline let whole: Property<Whole>
  @usableFromInline let path: PartPath<Whole, Value>

  @inlinable
  init(whole: Property<Whole>, path: PartPath<Whole, Value>) {
    self.whole = whole
    self.path = path
  }

  /// The present value of the part, on any thread.
  ///
  /// To change it depending on its value, use ``modify(_:file:line:)``: between a get and a set, another thread may set it.
  @inlinable public var value: Value {
    get { whole.value(trackingBy: trackRead)[keyPath: path.keyPath] }
    nonmutating set { whole.modify { $0[keyPath: path.keyPath] = newValue } }
  }

  /// Changes the part depending on its value, as one change of the whole: see ``Property/modify(_:file:line:)``.
  ///
  /// ```swift
  /// settings.part(\.user.visits).modify { $0 += 1 }
  /// ```
  @inlinable
  @discardableResult
  public func modify<Answer, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Answer, file: StaticString = #fileID, line: UInt = #line
  ) throws(Failure) -> Answer {
    try whole.modify(
      { whole throws(Failure) in try body(&whole[keyPath: path.keyPath]) }, file: file, line: line)
  }

  /// A part of this part.
  ///
  /// ```swift
  /// let user = settings.part(\.user)
  /// let name = user.part(\.name)
  /// ```
  @inlinable
  public func part<Part: Sendable>(
    _ keyPath: any WritableKeyPath<Value, Part> & Sendable
  ) -> PropertyPart<Whole, Part> {
    PropertyPart<Whole, Part>(whole: whole, path: PartPath(path.keyPath.appending(path: keyPath)))
  }

  /// Creates a value that is computed from this one: see ``Derived``.
  ///
  /// ```swift
  /// let greeting = name.derived { "Hello, \($0)" }
  /// ```
  ///
  /// - Returns: the derived value, which keeps the property alive. Keep it as long as it is needed.
  @inlinable
  public func derived<Result: Sendable>(
    _ transform: @escaping @Sendable (Value) -> Result, file: StaticString = #fileID, line: UInt = #line
  ) -> Derived<Result> {
    Derived({ [self] in transform(value) }, file: file, line: line)
  }
}

extension Property {
  /// A part of the property, named by any writable key path.
  ///
  /// ```swift
  /// let name = settings.part(\.user.name)
  /// name.addObserver(forOwner: self) { old, new in print("\(old) → \(new)") }
  /// ```
  @inlinable
  public func part<Part: Sendable>(_ keyPath: any WritableKeyPath<Value, Part> & Sendable) -> PropertyPart<Value, Part>
  {
    PropertyPart(whole: self, path: PartPath(keyPath))
  }
}

// MARK: - Observing

extension PropertyPart {
  /// The current part, then the part after every change of it (C12). The signal doesn't keep the property alive, and
  /// finishes when the property is released.
  ///
  /// ```swift
  /// settings.part(\.user.name).signal.subscribeValues { print($0) }.store(in: &endpoints)
  /// ```
  @inlinable public var signal: Signal<Value> { changes { $0.state } }

  /// Calls `handler` with the owner and the new part at each later change, for as long as the owner lives. All else is
  /// as with that of ``ObservableValue``. `removeObservers(forOwner:)` of the property removes it, too.
  ///
  /// ```swift
  /// name.subscribe(self) { owner, name in owner.label.text = name }
  /// ```
  @inlinable
  @discardableResult
  public func subscribe<Owner: AnyObject & Sendable>(
    _ owner: Owner,
    @_inheritActorContext _ handler: @escaping @isolated(any) @Sendable (_ owner: Owner, _ value: Value) -> Void,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Endpoint {
    let call = unisolated(handler)
    let info = NodeInfo(.endpoint, "subscribe", file, line)
    return observe(for: owner, as: info, beginsNow: false, on: handler.isolation) { call($0, $1.state) }
  }

  /// Calls `handler` with the old and the new part at each change, for as long as the owner lives.
  ///
  /// With `triggerImmediately`, the first call is made at once, with the current part as both values. All else is as with
  /// ``subscribe(_:_:file:line:)``.
  ///
  /// ```swift
  /// name.addObserver(forOwner: self, triggerImmediately: true) { old, new in print("\(old) → \(new)") }
  /// ```
  @inlinable
  @discardableResult
  public func addObserver<Owner: AnyObject & Sendable>(
    forOwner owner: Owner, triggerImmediately: Bool = false,
    @_inheritActorContext _ handler: @escaping @isolated(any) @Sendable (_ old: Value, _ new: Value) -> Void,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Endpoint {
    let call = unisolated(handler)
    let info = NodeInfo(.endpoint, "addObserver", file, line)
    return observe(for: owner, as: info, beginsNow: triggerImmediately, on: handler.isolation) {
      call($1.old, $1.state)
    }
  }

  /// Calls `handler` with the owner, the old and the new part at each change, for as long as the owner lives.
  ///
  /// With `triggerImmediately`, the first call is made at once, with the current part as both values. All else is as with
  /// ``subscribe(_:_:file:line:)``.
  ///
  /// ```swift
  /// name.addObserver(forOwner: self) { owner, old, new in owner.animate(from: old, to: new) }
  /// ```
  @inlinable
  @discardableResult
  public func addObserver<Owner: AnyObject & Sendable>(
    forOwner owner: Owner, triggerImmediately: Bool = false,
    @_inheritActorContext _ handler:
      @escaping @isolated(any) @Sendable (
        _ owner: Owner, _ old: Value, _ new: Value
      ) -> Void,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Endpoint {
    let call = unisolated(handler)
    let info = NodeInfo(.endpoint, "addObserver", file, line)
    return observe(for: owner, as: info, beginsNow: triggerImmediately, on: handler.isolation) {
      call($0, $1.old, $1.state)
    }
  }

  /// Calls `handler` with the owner, the old and the new part at each change, and with whether that is none, for as long as the
  /// owner lives.
  ///
  /// `isInitial` is true in the call that `triggerImmediately` asks for, and false in the call for a set, of an equal part too.
  /// All else is as with ``subscribe(_:_:file:line:)``.
  ///
  /// ```swift
  /// name.addObserver(forOwner: self, triggerImmediately: true) { owner, old, new, isInitial in
  ///   if isInitial { owner.show(new) } else { owner.animate(from: old, to: new) }
  /// }
  /// ```
  @inlinable
  @discardableResult
  public func addObserver<Owner: AnyObject & Sendable>(
    forOwner owner: Owner, triggerImmediately: Bool = false,
    @_inheritActorContext _ handler:
      @escaping @isolated(any) @Sendable (
        _ owner: Owner, _ old: Value, _ new: Value, _ isInitial: Bool
      ) -> Void,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Endpoint {
    let call = unisolated(handler)
    let info = NodeInfo(.endpoint, "addObserver", file, line)
    return observe(for: owner, as: info, beginsNow: triggerImmediately, on: handler.isolation) {
      call($0, $1.old, $1.state, $1.change == nil)
    }
  }

  @inlinable
  func observe<Owner: AnyObject & Sendable>(
    for owner: Owner, as info: NodeInfo, beginsNow: Bool, on actor: (any Actor)?,
    _ call: @escaping @Sendable (Owner, Update<Value, Value>) -> Void
  ) -> Endpoint {
    changes { $0.change == nil && !beginsNow ? nil : $0 }
      .observe(for: owner, keptIn: whole.owned, as: info, on: actor, call)
  }

  /// The current part, as an update without a change, then every change of it, each as `select` returns it.
  @inlinable
  func changes<Output: Sendable>(
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

extension PropertyPart {
  /// Reports a read to Swift Observation, if that records the reads of this thread: it then follows the part, not the whole
  /// (K10).
  @usableFromInline
  @inline(never)
  func trackRead() {
    whole.trackRead(of: path.keyPath) { changed in
      changes { $0.change == nil ? nil : () }
        .subscribe(as: .unplaced(.endpoint, "withObservationTracking")) { event in
          if case .value = event { changed() }
        }
    }
  }
}

extension PropertyPart: CustomStringConvertible {
  /// The type and the value: `PropertyPart<Settings, String>(Ada)`. Reading it creates no dependency.
  public var description: String { "\(Self.self)(\(whole.unnoted[keyPath: path.keyPath]))" }
}

/// The key path from a whole to a part, and the comparison of two such parts.
// Unchecked: a composed key path is `Sendable` if its components are, but its type isn't. The comparison captures nothing.
@usableFromInline
struct PartPath<Whole: Sendable, Value: Sendable>: @unchecked Sendable {
  @usableFromInline let keyPath: WritableKeyPath<Whole, Value>
  @usableFromInline let isSame: ((Value, Value) -> Bool)?

  @inlinable
  init(_ keyPath: WritableKeyPath<Whole, Value>) {
    self.keyPath = keyPath
    isSame = equalityIfEquatable(Value.self)
  }

  /// The same update of the part; nil if the part has not changed.
  @inlinable
  func change(in update: Update<Whole, Whole>) -> Update<Value, Value>? {
    let (old, new) = (update.change?[keyPath: keyPath], update.state[keyPath: keyPath])
    if let old, isSame?(old, new) == true { return nil }
    return Update(version: update.version, state: new, change: old, stamp: update.stamp)
  }
}
