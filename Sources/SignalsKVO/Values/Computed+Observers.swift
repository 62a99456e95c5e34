public import Signals

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
  /// - Returns: an endpoint that ends the subscription earlier. It need not be kept: the subscription lasts until the owner or this
  ///   object is released, or ``removeObservers(forOwner:)`` or ``removeAllObservers()`` removes it.
  @inlinable
  @discardableResult
  public func subscribe<Owner: AnyObject>(
    _ owner: Owner, _ handler: @escaping (_ owner: Owner, _ value: Value) -> Void, file: StaticString = #fileID,
    line: UInt = #line
  ) -> Endpoint {
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
  @inlinable
  @discardableResult
  public func addObserver(
    forOwner owner: some AnyObject, triggerImmediately: Bool = false,
    _ handler: @escaping (_ old: Value, _ new: Value) -> Void, file: StaticString = #fileID, line: UInt = #line
  ) -> Endpoint {
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
  @inlinable
  @discardableResult
  public func addObserver<Owner: AnyObject>(
    forOwner owner: Owner, triggerImmediately: Bool = false,
    _ handler: @escaping (_ owner: Owner, _ old: Value, _ new: Value) -> Void, file: StaticString = #fileID,
    line: UInt = #line
  ) -> Endpoint {
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
  @inlinable
  @discardableResult
  public func addObserver<Owner: AnyObject>(
    forOwner owner: Owner, triggerImmediately: Bool = false,
    _ handler: @escaping (_ owner: Owner, _ old: Value, _ new: Value, _ isInitial: Bool) -> Void,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Endpoint {
    observe(for: owner, beginsNow: triggerImmediately, NodeInfo(.endpoint, "addObserver", file, line)) {
      handler($0, $1.old.value, $1.state.value, $1.change == nil)
    }
  }

  /// Removes all observers that were added for an owner, by ``subscribe(_:_:file:line:)`` too. Where it is called in a handler of
  /// this value, nothing at all follows (C6).
  public func removeObservers(forOwner owner: AnyObject) { core.removeObservers(forOwner: owner) }

  /// Removes all observers that were added for any owner, by ``subscribe(_:_:file:line:)`` too. Where it is called in a handler of
  /// this value, nothing at all follows (C6). Subscriptions to the ``signal`` and observations of key paths stay, since they
  /// belong to those who keep them.
  public func removeAllObservers() { core.removeAllObservers() }

  /// The number of present observers of this value: observers of owners, observations of key paths that lead here, and
  /// signals, each for as long as it or a subscription to it exists.
  ///
  /// Values that are computed from this one don't count, observed or not, and neither does
  /// ``observe(isolation:_:file:line:)``.
  public var observerCount: Int { core.observerCount }

  @inlinable
  func observe<Owner: AnyObject>(
    for owner: Owner, beginsNow: Bool, _ info: NodeInfo,
    _ call: @escaping (Owner, Update<Unchecked<Value>, Unchecked<Value>>) -> Void
  ) -> Endpoint {
    let call = Unchecked(call)
    let updates = beginsNow ? core.source.sifted() : core.source.siftedForChanges()
    return updates.labeled(core.info, at: core.hub).observe(for: owner, keptIn: core.owned, as: info, on: nil) {
      call.value($0, $1)
    }
  }
}
