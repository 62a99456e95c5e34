internal import Signals

/// A value of one actor's objects that is computed from others, and kept until one of them changes (K8).
///
/// ```swift
/// @MainActor final class Cart {
///   @Observed var items: [Item] = []
///   lazy var total = Computed { [unowned self] in items.reduce(0) { $0 + $1.price } }
/// }
/// let observer = KeyValueObserver(cart, \.total.value) { print($0.newValue ?? 0) }
/// ```
///
/// It is to a class what ``Derived`` is to values that any thread may use: the closure may read every object that the code
/// around it may, `@Observed` properties among them, and the value needs not be `Sendable`. Therefore it is not `Sendable`
/// itself. It belongs to the actor in whose code it was created, and the closure runs there.
///
/// The inputs are the values that the closure reads, and `@Observable` objects. A change of such an object is notified later,
/// when the actor is free (K10). The value is computed when it is read or observed and an input has changed since the last
/// time. A result that is equal to the value is no change if the type is `Equatable`; `isSame:` replaces the comparison.
///
/// A closure that uses `self` captures it `unowned` or `weak`, since the object keeps the computed value.
public final class Computed<Value> {
  let core: Derived<Unchecked<Value>>
  /// The observers that live as long as their owner.
  private lazy var owned = ObservationStore<Computed>()

  private init(
    _ info: NodeInfo, _ isolation: (any Actor)?, isSame: ((Value, Value) -> Bool)?, circleValue: Value? = nil,
    _ compute: @escaping () -> Value
  ) {
    let compute = Unchecked(compute)
    core = Derived(
      info, isSame: isSame.map { isSame in { isSame($0.value, $1.value) } },
      circleValue: circleValue.map { Unchecked($0) }, home: isolation.map { ExecutionContext($0) }
    ) { Unchecked(compute.value()) }
    core.computation.state.insert(.isConfined)
  }

  /// Creates a value that follows from the values that `compute` reads. It is not computed before it is read or observed.
  ///
  /// A result that is equal to the one before it is no change, if the type is `Equatable`.
  public convenience init(
    isolation: isolated (any Actor)? = #isolation, _ compute: @escaping () -> Value, file: StaticString = #fileID,
    line: UInt = #line
  ) {
    self.init(NodeInfo(.operator, "Computed", file, line), isolation, isSame: DynamicEquality<Value>().here, compute)
  }

  /// Creates a value that follows from the values that `compute` reads, and that changes only if a result is not the same as
  /// the one before it.
  public convenience init(
    isSame: @escaping (Value, Value) -> Bool, isolation: isolated (any Actor)? = #isolation,
    _ compute: @escaping () -> Value, file: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(
      NodeInfo(.operator, "Computed", file, line), isolation,
      isSame: { one, other in untracked { isSame(one, other) } }, compute)
  }

  /// Creates a value that may come to read itself, directly or through other values: then it is `circleValue`.
  public convenience init(
    inCircle circleValue: Value, isolation: isolated (any Actor)? = #isolation, _ compute: @escaping () -> Value,
    file: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(
      NodeInfo(.operator, "Computed", file, line), isolation, isSame: DynamicEquality<Value>().here,
      circleValue: circleValue, compute)
  }

  /// The value that follows from the present values of its inputs.
  public var value: Value {
    let context = Recordings.areUnderWay ? ReadingContext.slot.current : nil
    if let listener = context?.pointee.listener {
      let (current, version) = core.computation.read(context)
      listener.note(
        Access(
          subject: core, owner: ObjectIdentifier(core), held: Access.Held(current.value, kind: ValueKind(Value.self)),
          version: version))
      return current.value
    }
    if context == nil { core.trackRead() }
    return core.computation.read(context).value.value
  }
}

// MARK: - Observers of owners

extension Computed {
  /// Calls `handler` with the owner and the new value at each later change, for as long as the owner lives.
  ///
  /// ```swift
  /// cart.total.subscribe(self) { owner, total in owner.label.text = "\(total)" }
  /// ```
  ///
  /// The owner is an object of any class that lives where the value does. It isn't kept alive. After its release there are no
  /// calls, and the closure is released at the next change, at the latest (C8). A computed value must not be observed with an
  /// owner outside its actor.
  ///
  /// - Returns: a token that ends the subscription earlier. It need not be kept: the subscription lasts until the owner or this
  ///   object is released, or ``removeObservers(forOwner:)`` or ``removeAllObservers()`` removes it.
  @discardableResult
  public func subscribe<Owner: AnyObject>(
    _ owner: Owner, _ handler: @escaping (_ owner: Owner, _ value: Value) -> Void, file: StaticString = #fileID,
    line: UInt = #line
  ) -> ObservationToken {
    observe(for: owner, beginsNow: false, NodeInfo(.endpoint, "subscribe", file, line)) { owner, update in
      handler(owner, update.state.value)
    }
  }

  /// Calls `handler` with the old and the new value at each change, for as long as the owner lives.
  ///
  /// With `triggerImmediately`, the first call is made at once, with the current value as both values. All else is as with
  /// ``subscribe(_:_:file:line:)``.
  ///
  /// ```swift
  /// cart.total.addObserver(forOwner: self) { old, new in print("\(old) → \(new)") }
  /// ```
  @discardableResult
  public func addObserver(
    forOwner owner: some AnyObject, triggerImmediately: Bool = false,
    _ handler: @escaping (_ old: Value, _ new: Value) -> Void, file: StaticString = #fileID, line: UInt = #line
  ) -> ObservationToken {
    observe(for: owner, beginsNow: triggerImmediately, NodeInfo(.endpoint, "addObserver", file, line)) { _, update in
      handler(update.old.value, update.state.value)
    }
  }

  /// Calls `handler` with the owner, the old and the new value at each change, for as long as the owner lives.
  ///
  /// With `triggerImmediately`, the first call is made at once, with the current value as both values. All else is as with
  /// ``subscribe(_:_:file:line:)``.
  ///
  /// ```swift
  /// cart.total.addObserver(forOwner: self) { owner, old, new in owner.animate(from: old, to: new) }
  /// ```
  @discardableResult
  public func addObserver<Owner: AnyObject>(
    forOwner owner: Owner, triggerImmediately: Bool = false,
    _ handler: @escaping (_ owner: Owner, _ old: Value, _ new: Value) -> Void, file: StaticString = #fileID,
    line: UInt = #line
  ) -> ObservationToken {
    observe(for: owner, beginsNow: triggerImmediately, NodeInfo(.endpoint, "addObserver", file, line)) {
      handler($0, $1.old.value, $1.state.value)
    }
  }

  /// Calls `handler` with the owner, the old and the new value at each change, and with whether that is none, for as long as the
  /// owner lives.
  ///
  /// `isInitial` is true in the call that `triggerImmediately` asks for, and false in all others. All else is as with
  /// ``subscribe(_:_:file:line:)``.
  ///
  /// ```swift
  /// cart.total.addObserver(forOwner: self, triggerImmediately: true) { owner, old, new, isInitial in
  ///   if isInitial { owner.show(new) } else { owner.animate(from: old, to: new) }
  /// }
  /// ```
  @discardableResult
  public func addObserver<Owner: AnyObject>(
    forOwner owner: Owner, triggerImmediately: Bool = false,
    _ handler: @escaping (_ owner: Owner, _ old: Value, _ new: Value, _ isInitial: Bool) -> Void,
    file: StaticString = #fileID, line: UInt = #line
  ) -> ObservationToken {
    observe(for: owner, beginsNow: triggerImmediately, NodeInfo(.endpoint, "addObserver", file, line)) {
      handler($0, $1.old.value, $1.state.value, $1.change == nil)
    }
  }

  /// Removes all observers that were added for an owner, by ``subscribe(_:_:file:line:)`` too. Where it is called in a handler of
  /// this value, nothing at all follows (C6).
  public func removeObservers(forOwner owner: AnyObject) { owned.cancelTokens(for: owner) }

  /// Removes all observers that were added for any owner, by ``subscribe(_:_:file:line:)`` too. Where it is called in a handler of
  /// this value, nothing at all follows (C6). Subscriptions to the ``signal`` and observations of key paths stay, since they
  /// belong to those who keep them.
  public func removeAllObservers() { owned.cancelAllTokens() }

  /// The number of present observers of this value: observers of owners, observations of key paths that lead here, and
  /// signals, each for as long as it or a subscription to it exists.
  ///
  /// Values that are computed from this one don't count, observed or not, and neither does
  /// ``observe(isolation:_:file:line:)``.
  public var observerCount: Int { core.observerCount }

  private func observe<Owner: AnyObject>(
    for owner: Owner, beginsNow: Bool, _ info: NodeInfo,
    _ call: @escaping (Owner, Update<Unchecked<Value>, Unchecked<Value>>) -> Void
  ) -> ObservationToken {
    let token = ObservationToken(owner)
    let receiver = Unchecked { [weak owner, weak token] (update: Update<Unchecked<Value>, Unchecked<Value>>) in
      guard let owner else { token?.cancel(); return }
      call(owner, update)
    }
    let updates = beginsNow ? core.source.sifted() : core.source.siftedForChanges()
    owned.keep(token)
    token.observation = updates.labeled(core.info, at: core.hub).subscribe(as: info) { event in
      if case .value(let update) = event { receiver.value(update) }
    }
    // The first call of the handler may have ended it already.
    if !token.isActive { token.cancel() }
    return token
  }
}

extension Computed: CustomStringConvertible {
  /// The kind of value, and the value: `Computed<Int>(1)`. Reading it creates no dependency.
  public var description: String { "\(Self.self)(\(untracked { value }))" }
}

/// A value of one actor in a place that any thread may pass on.
// Unchecked, because it is used where it was made.
struct Unchecked<Value>: @unchecked Sendable {
  let value: Value

  init(_ value: Value) { self.value = value }
}
