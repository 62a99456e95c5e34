extension ObservableValue {
  /// Calls `handler` with the owner and the new value at each later change, for as long as the owner lives.
  ///
  /// The owner isn't kept alive. After its release there are no calls, and the closure is released, at the latest at the next
  /// change (C8). The owner is `Sendable`, or a class of the main actor. A closure that is written in main-actor code
  /// is called on the main actor, as with `Signal.subscribeValues(for:_:)`.
  ///
  /// ```swift
  /// count.subscribe(self) { owner, count in owner.label.text = "\(count)" }
  /// ```
  ///
  /// - Returns: an endpoint that ends the subscription earlier. It need not be kept: the subscription lasts until the owner
  ///   or this object is released, or ``removeObservers(forOwner:)`` removes it.
  @inlinable
  @discardableResult
  public func subscribe<Owner: AnyObject & Sendable>(
    _ owner: Owner,
    @_inheritActorContext _ handler: @escaping @isolated(any) @Sendable (_ owner: Owner, _ value: Value) -> Void,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Endpoint {
    let call = unisolated(handler)
    let info = NodeInfo(.endpoint, "subscribe", file, line)
    return observe(for: owner, as: info, beginsNow: false, on: handler.isolation) { owner, update in
      call(owner, update.state)
    }
  }

  /// Calls `handler` on the actor `owner` with the new value at each later change, in order, for as long as that actor
  /// lives (C8, C13).
  ///
  /// The handler may use the actor's state. All else is as with an owner that is an object.
  ///
  /// ```swift
  /// count.subscribe(self) { statistics, count in statistics.largest = max(statistics.largest, count) }
  /// ```
  @discardableResult
  public func subscribe<Owner: Actor>(
    _ owner: Owner, _ handler: @escaping @Sendable (_ owner: isolated Owner, _ value: Value) -> Void,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Endpoint {
    let call = calledOnItself(handler)
    let info = NodeInfo(.endpoint, "subscribe", file, line)
    return observe(for: owner, as: info, beginsNow: false, on: owner) { owner, update in call(owner, update.state) }
  }

  /// Calls `handler` with the old and the new value at each change, for as long as the owner lives.
  ///
  /// With `triggerImmediately`, the first call is made at once, with the current value as both values. All else is as with
  /// `subscribe(_:_:)`.
  ///
  /// ```swift
  /// count.addObserver(forOwner: self, triggerImmediately: true) { old, new in print("\(old) → \(new)") }
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
    return observe(for: owner, as: info, beginsNow: triggerImmediately, on: handler.isolation) { _, update in
      call(update.old, update.state)
    }
  }

  /// Calls `handler` with the owner, the old and the new value at each change, for as long as the owner lives.
  ///
  /// With `triggerImmediately`, the first call is made at once, with the current value as both values. All else is as with
  /// `subscribe(_:_:)`.
  ///
  /// ```swift
  /// count.addObserver(forOwner: self) { owner, old, new in owner.animate(from: old, to: new) }
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
    return observe(for: owner, as: info, beginsNow: triggerImmediately, on: handler.isolation) { owner, update in
      call(owner, update.old, update.state)
    }
  }

  /// Calls `handler` with the owner, the old and the new value at each change, and with whether that is none, for as long as the
  /// owner lives.
  ///
  /// `isInitial` is true in the call that `triggerImmediately` asks for, and false in the call for a set, of an equal value too.
  /// All else is as with `subscribe(_:_:)`.
  ///
  /// ```swift
  /// count.addObserver(forOwner: self, triggerImmediately: true) { owner, old, new, isInitial in
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
    return observe(for: owner, as: info, beginsNow: triggerImmediately, on: handler.isolation) { owner, update in
      call(owner, update.old, update.state, update.change == nil)
    }
  }

  @inlinable
  func observe<Owner: AnyObject & Sendable>(
    for owner: Owner, as info: NodeInfo, beginsNow: Bool, on actor: (any Actor)?,
    _ call: @escaping @Sendable (Owner, Update<Value, Value>) -> Void
  ) -> Endpoint {
    let updates = beginsNow ? source.sifted() : source.siftedForChanges()
    return updates.labeled(self.info, at: hub).observe(for: owner, keptIn: owned, as: info, on: actor, call)
  }
}

extension Signal {
  /// Calls `call` with each value for as long as the owner lives. `owned` keeps the endpoint meanwhile.
  @inlinable
  func observe<Owner: AnyObject>(
    for owner: Owner, keptIn owned: OwnedEndpoints, as info: NodeInfo, on actor: (any Actor)?,
    _ call: @escaping @Sendable (Owner, Value) -> Void
  ) -> Endpoint {
    var place: OwnedEndpoints.Place?
    let endpoint = subscribe(on: actor, info) { connection in
      // Before the first call, which may remove the observer.
      let entered = OwnedEndpoints.Place(in: owned, for: owner, connection)
      place = entered
      let receiver = OwnerReceiver<Owner, Value>(connection, owner) { owner, value in
        call(owner, value)
        // The end of the subscription releases this closure, and with it the place.
        withExtendedLifetime(entered) {}
      }
      return Downstream(receiver: receiver) { value, receiver in
        unsafe unsafeDowncast(receiver, to: OwnerReceiver<Owner, Value>.self).receive(value)
      }
    }
    place?.take(endpoint)
    return endpoint
  }
}

extension Update where State == Change {
  /// The value before the change; the current value if this is no change.
  @inlinable var old: State { change ?? state }
}
