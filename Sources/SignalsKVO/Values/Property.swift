/// One value that can be read, set and observed from any thread (K8).
///
/// ```swift
/// let count = Property(0)
/// count.subscribe(self) { owner, count in owner.show(count) }
/// count.value = 1  // shows 1 before it returns
/// ```
///
/// A set is stored at once, so the setting thread reads it back. It is delivered inline, unless another event of the property
/// is under way: a handler's set of its own property follows that event, and sets of several threads at the same time are
/// delivered on a queue of the property (C5). Before its first observer of its own or binding, the property has no queue,
/// and each thread that sets it notifies the observers of derived values itself. Changes are delivered in the order in
/// which they were stored, so the value of the last notification is the current one (C4). Setting an equal value is a
/// change (K2), unless the property was created with `isSame:`. An observer of this property alone is notified of every set
/// of a transaction (C11).
///
/// Releasing the property ends its observers. Observers for an owner need no endpoint: see
/// `subscribe(_:_:)` and `addObserver(forOwner:triggerImmediately:_:)`.
// Unchecked as its superclass is: there is nothing to add but the store, which is `Sendable`.
public final class Property<Value: Sendable>: ObservableValue<Value>, @unchecked Sendable {
  @usableFromInline let store: Store<Value, Value>
  /// The differences between this and a plain property, if there are any.
  @usableFromInline let traits: PropertyTraits<Value>?

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
  /// `isSame` compares the value with a new one. It computes and does nothing else. For a type whose `==` is synthesized, write
  /// `{ $0 == $1 }`: for `==` alone, Swift infers a property of the optional type.
  @_disfavoredOverload
  @inlinable
  public convenience init(
    _ value: Value, isSame: @escaping @Sendable (Value, Value) -> Bool, file: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(value, comparing: isSame, file, line)
  }

  @inlinable
  convenience init(
    _ value: Value, comparing isSame: @escaping @Sendable (Value, Value) -> Bool, _ file: StaticString, _ line: UInt
  ) {
    let untrackedIsSame: @Sendable (Value, Value) -> Bool = { one, other in untracked { isSame(one, other) } }
    self.init(value, isSame: untrackedIsSame, NodeInfo(.source, "Property", file, line))
  }

  @inlinable
  init(_ value: Value, isSame: (@Sendable (Value, Value) -> Bool)?, _ info: NodeInfo) {
    store = .make(value)
    traits = isSame.map { PropertyTraits(isSame: $0) }
    super.init()
    store.note(info)
  }

  /// Creates a property that is fed while it is observed: `start` is called for the first observer, and its result is
  /// cancelled after the last.
  ///
  /// ```swift
  /// let position = Property(Point.zero, whileObserved: { position in gps.signal.assign(to: position) })
  /// ```
  ///
  /// The observers are those that ``ObservableValue/observerCount`` counts, and everything observed that depends on the
  /// property: derived and computed values with an observer, directly or through other values, and ``observe(isolation:_:file:line:)``.
  /// A read is no observer, and neither is a derived value that nothing observes. A derived value that stops reading the
  /// property no longer counts when the turn has ended in which it was computed. A later observer starts the feed again.
  ///
  /// The subscribing thread calls `start` within the subscribing call, after the observer has received the current value. The
  /// argument stands for this property and shares its value. So `start` may capture it: releasing this property cancels
  /// the feed all the same.
  public init(
    _ value: Value, whileObserved start: @escaping @Sendable (_ property: Property) -> any Cancellable,
    file: StaticString = #fileID, line: UInt = #line
  ) {
    store = .make(value)
    let feed = PropertyFeed(store, start)
    traits = PropertyTraits(feed: feed)
    super.init()
    feed.owner = ObjectIdentifier(self)
    store.beRead(settingBy: feed)
    store.note(NodeInfo(.source, "Property", file, line))
  }

  /// Stands for a property in its feed.
  ///
  /// - Parameter owner: the property.
  init(entranceTo store: Store<Value, Value>, of owner: ObjectIdentifier, feed: PropertyFeed<Value>) {
    self.store = store
    traits = PropertyTraits(feed: feed, entranceOf: owner)
    super.init()
  }

  deinit {
    if let traits {
      if traits.owner != nil { return }
      traits.feed?.finish()
    }
    // A binding may still keep the store.
    store.finishSignals()
  }

  /// The value. From any thread.
  ///
  /// To compute the new value from the current one, use ``modify(_:file:line:)``: between a get and a set, other threads may set.
  @inlinable
  public override var value: Value {
    get {
      if recordings.pointee.underWay.relaxed != 0 { return noted() }
      trackRead()
      return store.state
    }
    set {
      if traits != nil, isSame != nil { return setUnlessSame(newValue) }
      var new = newValue
      store.commit(of: owner, in: nil, recordings) { state in
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
      let result = store.commit(ifStill: current.version, of: owner, in: nil, recordings) { state in
        swap(&state, &new)
        return new
      }
      if result != nil { return }
    }
  }

  /// Changes the value depending on the current one, as one atomic change.
  ///
  /// `body` gets a copy, and runs under no lock. If another thread sets the property meanwhile, `body` runs again with the new
  /// value, so it should do nothing but change its argument. Setting the property itself in `body` stops the program with a
  /// message, since `body` would have to run again each time. If it throws, nothing is stored.
  ///
  /// ```swift
  /// let isFirst = visitors.modify { visitors in
  ///   visitors.insert(name).inserted
  /// }
  /// ```
  ///
  /// - Returns: The result of the last run of `body`.
  @inlinable
  @discardableResult
  public func modify<Answer, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Answer, file: StaticString = #fileID, line: UInt = #line
  ) throws(Failure) -> Answer {
    while true {
      let current = store.current
      var new = current.state
      let answer = try body(&new)
      if isSame?(current.state, new) == true { return answer }
      let result = store.commit(ifStill: current.version, of: owner, in: nil, recordings) { state in
        swap(&state, &new)
        return new
      }
      if result != nil { return answer }
      store.checkSetter(file, line)
    }
  }

  @usableFromInline
  override var source: Signal<Update<Value, Value>> {
    guard let feed else { return store.source }
    return Signal { [hub = store.hub, weak store, weak feed] downstream, connection in
      ReadingContext.pause { hub.add(downstream, connection, for: store.flatMap { feed?.lifecycle(of: $0) }) }
    }
  }

  /// Whose state the store has: this property's, or that of the one for which this stands.
  @inlinable var owner: ObjectIdentifier { traits?.owner ?? ObjectIdentifier(self) }

  /// The feed that sets the property while it is observed, if there is one.
  var feed: PropertyFeed<Value>? { traits?.feed }

  /// Whether a new value is no change; nil if every set is one.
  @inlinable var isSame: (@Sendable (Value, Value) -> Bool)? { traits?.isSame }

  @usableFromInline
  override var info: NodeInfo { .unplaced(.source, "Property") }

  override var unnoted: Value { store.state }

  @usableFromInline
  override var hub: Hub<Update<Value, Value>> { store.hub }

  override var hubIfMade: Hub<Update<Value, Value>>? { unsafe store.hubIfMade?.takeUnretainedValue() }

  /// Reads the value, and records the read for the computation or the path observation that this thread is running.
  @inlinable
  func noted() -> Value {
    guard let context = ReadingContext.current(recordings) else {
      trackRead()
      return store.state
    }
    if unsafe context.pointee.tracker != nil { return store.read(in: context) }
    return note(context)
  }

  /// The value for a part. The read is recorded as a read of the property, but for Swift Observation, to which `track` reports
  /// it.
  @inlinable
  func value(trackingBy track: () -> Void) -> Value {
    if recordings.pointee.underWay.relaxed != 0, ReadingContext.slot.current != nil { return noted() }
    track()
    return store.state
  }

  @usableFromInline
  func note(_ context: ReadingContext.Pointer) -> Value {
    guard let listener = context.pointee.listener else {
      // A computation that runs for one read records nothing, but it has to notice a change meanwhile. A node counts it.
      if unsafe context.pointee.detached != nil { store.noteRead() }
      return store.state
    }
    let current = store.current
    listener.note(
      Access(
        subject: self, owner: ObjectIdentifier(self), held: Access.Held(current.state, kind: ValueKind(Value.self)),
        standaloneType: Value.self, version: current.version))
    return current.state
  }
}

/// The differences between a property and a plain one.
@usableFromInline
final class PropertyTraits<Value: Sendable>: Sendable {
  /// Whether a new value is no change; nil if every set is one.
  @usableFromInline let isSame: (@Sendable (Value, Value) -> Bool)?
  /// The feed that sets the property while it is observed.
  let feed: PropertyFeed<Value>?
  /// The property that this one stands for in the feed of that one, and with which it shares the store.
  @usableFromInline let owner: ObjectIdentifier?

  @usableFromInline
  init(isSame: @escaping @Sendable (Value, Value) -> Bool) {
    self.isSame = isSame
    feed = nil
    owner = nil
  }

  init(feed: PropertyFeed<Value>, entranceOf owner: ObjectIdentifier? = nil) {
    isSame = nil
    self.feed = feed
    self.owner = owner
  }
}

extension Property: Dependency {
  var stateOwner: ObjectIdentifier? { owner }

  func countBindings(_ difference: Int) { store.countBindings(difference) }

  func pulses(after version: UInt) -> Signal<UInt> {
    source.pulses(after: version).labeled(info, at: hub)
  }
}

extension Property: Stamped {
  var newestStamp: Stamp { store.newestStamp }
}
