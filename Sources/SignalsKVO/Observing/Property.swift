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
/// last is the one that is held (C4). Setting an equal value is a change (K2): add `removeDuplicates()` to the ``ObservableValue/signal``
/// where that isn't wanted. In a transaction everybody who observes this property alone hears of every set (C11).
///
/// Releasing the property ends all that observes it. Observers for an owner need no endpoint: see
/// ``ObservableValue/subscribe(_:_:file:line:)`` and `addObserver(forOwner:triggerImmediately:_:)`.
// Unchecked as its superclass is: there is nothing to add but the store, which is `Sendable`.
public final class Property<Value: Sendable>: ObservableValue<Value>, @unchecked Sendable {
  @usableFromInline let store: Store<Value, Value>

  /// A property that holds `value` at first.
  ///
  /// ```swift
  /// let count = Property(0)
  /// ```
  @inlinable
  public init(_ value: Value, file: StaticString = #fileID, line: UInt = #line) {
    store = Store(value)
    super.init(hub: store.hub)
    store.owner = ObjectIdentifier(self)
    hub.note(Making(.source, "Property", file, line))
  }

  // A binding may still keep the store.
  deinit { store.finishSignals() }

  /// The value. From any thread.
  ///
  /// To change it depending on what it is, use ``modify(_:)``: between a get and a set, others may set.
  @inlinable
  public override var value: Value {
    get {
      if Recording.isUnderWay { return noted() }
      return store.state
    }
    set {
      var new = newValue
      store.commit { state in
        swap(&state, &new)
        return new
      }
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
      let result = store.commit(ifStill: current.version) { state in
        swap(&state, &new)
        return new
      }
      if result != nil { return answer }
      store.checkSetter()
    }
  }

  @usableFromInline
  override var source: Signal<Update<Value, Value>> { store.source }

  @usableFromInline
  override var making: Making { .unplaced(.source, "Property") }

  override var unnoted: Value { store.state }

  /// Reads the value, and says so to who records what this thread reads.
  @usableFromInline
  func noted() -> Value {
    guard let recording = Recording.current else { return store.state }
    let current = store.followed
    recording.note(
      Reading(
        subject: self, owner: ObjectIdentifier(self), held: Reading.Held(current.state, kind: ValueKind(Value.self)),
        version: current.version))
    return current.state
  }
}

extension Property: Dependency {
  var currentVersion: UInt { store.currentVersion }

  func pulses(after version: UInt) -> Signal<Void> {
    source.pulses(after: version).seen(as: making, at: hub)
  }
}
