/// One value that can be read, set and observed from any thread (K8).
///
/// ```swift
/// let count = Property(0)
/// count.subscribe(self) { owner, count in owner.show(count) }
/// count.value = 1  // shows 1 before it returns
/// ```
///
/// A set is stored at once: who sets reads it back. It is delivered inline where nobody else sets at the same moment; a
/// handler's set of its own property comes after the event under way, and what several threads set at once goes through
/// on a queue of the property's (C5). Changes are told in the order in which they were stored, so the value that was told
/// last is the one that is held (C4). Setting an equal value is a change (K2), unless the property was created with
/// `isSame:`. In a transaction everybody who observes this property alone hears of every set (C11).
///
/// Releasing the property ends all that observes it. Observers for an owner need no endpoint: see
/// ``ObservableValue/subscribe(_:_:file:line:)`` and `addObserver(forOwner:triggerImmediately:_:)`.
// Unchecked as its superclass is: there is nothing to add but the store, which is `Sendable`.
public final class Property<Value: Sendable>: ObservableValue<Value>, @unchecked Sendable {
  @usableFromInline let store: Store<Value, Value>
  /// Whether a new value is no change; nil if every set is one.
  @usableFromInline let isSame: (@Sendable (Value, Value) -> Bool)?
  @usableFromInline let role: Role

  @usableFromInline
  enum Role {
    case plain
    /// It is fed while it is observed.
    case fed(PropertyFeed<Value>)
    /// It stands for such a property in its feed, and shares the store.
    case entrance(PropertyFeed<Value>)
  }

  /// A property that holds `value` at first.
  ///
  /// ```swift
  /// let count = Property(0)
  /// ```
  @inlinable
  public convenience init(_ value: Value, file: StaticString = #fileID, line: UInt = #line) {
    self.init(value, isSame: nil, NodeInfo(.source, "Property", file, line))
  }

  /// Creates a property for which setting a value that is the same is no change.
  ///
  /// ```swift
  /// let level = Property(0, isSame: ==)
  /// ```
  ///
  /// `isSame` compares the value with a new one. It computes and does nothing else.
  @inlinable
  public convenience init(
    _ value: Value, isSame: @escaping @Sendable (Value, Value) -> Bool, file: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(value, isSame: isSame, NodeInfo(.source, "Property", file, line))
  }

  @inlinable
  init(_ value: Value, isSame: (@Sendable (Value, Value) -> Bool)?, _ info: NodeInfo) {
    store = Store(value)
    self.isSame = isSame
    role = .plain
    super.init()
    store.owner = ObjectIdentifier(self)
    store.hub.note(info)
  }

  /// Creates a property that is fed while it is observed: `start` is called for the first observer, and what it returns is
  /// cancelled after the last.
  ///
  /// ```swift
  /// let position = Property(Point.zero, whileObserved: { position in gps.signal.assign(to: position) })
  /// ```
  ///
  /// Observers are all that ``ObservableValue/observerCount`` counts: subscriptions to the signal, observers of owners and of
  /// parts, observations of key paths that lead here, and bindings. A read is none, and neither is a derived value: while
  /// nobody else observes the property, that follows what is set last. An observer that comes after the last has left starts
  /// the feed again.
  ///
  /// `start` is called by the subscribing thread, within the subscribing call, after the observer was given the current value.
  /// The property that it gets stands for this one, whose value it sets and reads. So the feed may capture it, and this
  /// property is released all the same when nothing else refers to it; then the feed is cancelled, too.
  public init(
    _ value: Value, whileObserved start: @escaping @Sendable (_ property: Property) -> any Cancellable,
    file: StaticString = #fileID, line: UInt = #line
  ) {
    store = Store(value)
    isSame = nil
    role = .fed(PropertyFeed(start))
    super.init()
    store.owner = ObjectIdentifier(self)
    store.hub.note(NodeInfo(.source, "Property", file, line))
  }

  /// Stands for a property in its feed.
  init(entranceTo store: Store<Value, Value>, of feed: PropertyFeed<Value>) {
    self.store = store
    isSame = nil
    role = .entrance(feed)
    super.init()
  }

  deinit {
    switch role {
    case .plain: store.finishSignals()
    case .fed(let feed):
      feed.finish()
      // A binding may still keep the store.
      store.finishSignals()
    case .entrance: break
    }
  }

  /// The value. From any thread.
  ///
  /// To change it depending on what it is, use ``modify(_:)``: between a get and a set, others may set.
  @inlinable
  public override var value: Value {
    get {
      if recordings.pointee.relaxed != 0 { return noted() }
      trackRead()
      return store.state
    }
    set {
      if isSame != nil { return setUnlessSame(newValue) }
      var new = newValue
      store.commit { state in
        swap(&state, &new)
        return new
      }
    }
  }

  /// Sets the value, unless it is the same as the present one. The comparison runs under no lock, so it is repeated if another
  /// thread sets a value meanwhile.
  @usableFromInline
  func setUnlessSame(_ value: Value) {
    while true {
      let current = store.current
      if isSame?(current.state, value) == true { return }
      var new = value
      let result = store.commit(ifStill: current.version) { state in
        swap(&state, &new)
        return new
      }
      if result != nil { return }
    }
  }

  /// Changes the value depending on what it is, as one change that no other comes between.
  ///
  /// `body` gets a copy, and runs where it may call anything. If somebody else has set the property meanwhile it is run
  /// again, with what is held then: so it does nothing but change the value. It must not set the property itself, which stops
  /// the program with a sentence: it would come too late each time. If it throws, nothing is stored.
  ///
  /// ```swift
  /// let isFirst = visitors.modify { visitors in
  ///   visitors.insert(name).inserted
  /// }
  /// ```
  ///
  /// - Returns: what `body` answers at the time that counts.
  @inlinable
  @discardableResult
  public func modify<Answer, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Answer
  ) throws(Failure) -> Answer {
    while true {
      let current = store.current
      var new = current.state
      let answer = try body(&new)
      if isSame?(current.state, new) == true { return answer }
      let result = store.commit(ifStill: current.version) { state in
        swap(&state, &new)
        return new
      }
      if result != nil { return answer }
      store.checkSetter()
    }
  }

  @usableFromInline
  override var source: Signal<Update<Value, Value>> {
    guard let feed else { return store.source }
    return Signal { [hub = store.hub, weak store, weak feed] downstream, connection in
      hub.add(downstream, connection, for: store.flatMap { feed?.lifecycle(of: $0) })
    }
  }

  /// What sets the property while it is observed, if anything does.
  var feed: PropertyFeed<Value>? {
    switch role {
    case .plain: nil
    case .fed(let feed), .entrance(let feed): feed
    }
  }

  @usableFromInline
  override var info: NodeInfo { .unplaced(.source, "Property") }

  override var unnoted: Value { store.state }

  @usableFromInline
  override var hub: Hub<Update<Value, Value>> { store.hub }

  /// Reads the value, and records the read for the computation or the path observation that this thread is running.
  @inlinable
  func noted() -> Value {
    guard let context = ReadingContext.slot.current else {
      trackRead()
      return store.state
    }
    if let computation = context.pointee.tracker { return store.read(by: computation) }
    return note(context)
  }

  @usableFromInline
  func note(_ context: UnsafeMutablePointer<ReadingContext>) -> Value {
    guard let listener = context.pointee.listener else { return store.state }
    let current = store.current
    listener.note(
      Reading(
        subject: self, owner: ObjectIdentifier(self), held: Reading.Held(current.state, kind: ValueKind(Value.self)),
        version: current.version))
    return current.state
  }
}

extension Property: Dependency {
  func pulses(after version: UInt) -> Signal<Void> {
    source.pulses(after: version).labeled(info, at: hub)
  }
}
