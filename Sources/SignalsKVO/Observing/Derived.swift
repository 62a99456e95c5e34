/// A value that follows from others: it is computed from what its closure reads, and changes when one of those does (K8).
///
/// ```swift
/// let full = Derived { "\(first.value) \(last.value)" }
/// full.addObserver(forOwner: self) { old, new in print("\(old) → \(new)") }
/// first.value = "Ada"
/// ```
///
/// What the closure reads is found out by running it: properties, derived values and observed collections, whichever it
/// reads this time. Nothing has to be declared, and what it read before and reads no more no longer matters.
///
/// - ``value`` always agrees with what it is computed from, also inside a transaction and in the middle of an event. It is
///   computed when somebody asks and something that was read has changed since; never twice for the same.
/// - While it is observed it is computed once for each turn that reaches it, when that has been everywhere, and tells one
///   change, also to an equal value. In a transaction the old value is the one from before it (C10, C11). A derived value
///   of derived ones never sees one of them new and another old.
/// - While nobody observes it, it costs what it computes from nothing.
///
/// The closure runs on whatever thread sets or reads, under no lock, and at times on two threads at once. It computes and
/// does nothing else. It may not come to read the derived value itself.
///
/// The closure keeps alive what it reads, and nothing keeps the derived value alive but who refers to it, neither what it
/// reads nor who observes it: keep it like any property. Releasing it ends all that observes it.
// Unchecked, because the hub's lock guards what changes, but for what belongs to the hub's owner.
public final class Derived<Value: Sendable>: ObservableValue<Value>, @unchecked Sendable {
  private let compute: @Sendable () -> Value

  // Guarded by the hub's lock.
  @exclusivity(unchecked) private var computed: Computed<Value>?
  /// The epoch in which that was up to date.
  @exclusivity(unchecked) private var epoch: UInt = 0

  // The hub's owner's.
  /// What follows the inputs, while anybody is here.
  @exclusivity(unchecked) private var following: Following<Value>?
  /// What the first who came was given.
  @exclusivity(unchecked) private var given: Computed<Value>?

  /// A value that follows from what `compute` reads. It isn't run before somebody asks or observes.
  ///
  /// ```swift
  /// let area = Derived { width.value * height.value }
  /// ```
  public init(_ compute: @escaping @Sendable () -> Value, file: StaticString = #fileID, line: UInt = #line) {
    self.compute = compute
    super.init(hub: Hub(executor: .inline))
    hub.note(Making(.operator, "Derived", file, line))
  }

  deinit {
    following?.stop()
    hub.finishLast()
  }

  /// The value that follows from what its inputs hold now. From any thread.
  public override var value: Value {
    let current = current()
    if Recording.isUnderWay, let recording = Recording.current {
      recording.note(
        Reading(
          subject: self, owner: ObjectIdentifier(self), held: Reading.Held(current.value, kind: ValueKind(Value.self)),
          version: current.version))
    }
    return current.value
  }

  override var unnoted: Value { current().value }

  // MARK: - Computing

  /// What was computed last if it is up to date; otherwise it is computed.
  fileprivate func current() -> Computed<Value> {
    while true {
      let now = Epoch.now
      let (last, isCertain) = lastComputed(now)
      if let last, isCertain || last.isUpToDate {
        if !isCertain { replace(last, by: last, asOf: now) }
        return last
      }
      let computation = Computation(for: self)
      computation.begin()
      let value = compute()
      let new = Computed(value, version: (last?.version ?? 0) + 1, from: computation.end())
      // Where another thread was faster, what it made may be newer than what this one has read.
      if replace(last, by: new, asOf: now) { return new }
    }
  }

  private func lastComputed(_ now: UInt) -> (Computed<Value>?, isCertain: Bool) {
    hub.lockState()
    defer { hub.unlockState() }
    return (computed, epoch == now)
  }

  /// Returns whether `last` was still the last one.
  @discardableResult
  private func replace(_ last: Computed<Value>?, by new: Computed<Value>, asOf now: UInt) -> Bool {
    hub.lockState()
    defer { hub.unlockState() }
    guard computed === last else { return false }
    // The caller has the last one, so nothing goes with it here.
    computed = new
    epoch = now
    return true
  }

  // MARK: - Telling

  override var source: Signal<Update<Value, Value>> {
    Signal { [hub, weak self] downstream, line in
      hub.add(
        downstream, line,
        for: Welcome(
          { [weak self] in self?.present() },
          hasCome: { [weak self] in self?.begin() },
          hasLeft: { [weak self] in self?.end() }))
    }
  }

  override var making: Making { .unplaced(.operator, "Derived") }

  private func present() -> Update<Value, Value> {
    let current = current()
    if following == nil { given = current }
    return Update(version: current.version, state: current.value, change: nil)
  }

  private func begin() {
    let following = Following(given ?? current(), for: hub)
    given = nil
    self.following = following
    following.begin { [weak self] in self?.current() }
  }

  private func end() {
    let over = following
    following = nil
    over?.stop()
  }
}

extension Derived: Dependency {
  var currentVersion: UInt { current().version }

  func pulses(after version: UInt) -> Signal<Void> {
    source.pulses(after: version).seen(as: making, at: hub)
  }
}

extension ObservableValue {
  /// Makes a value that follows from this one: see ``Derived``.
  ///
  /// ```swift
  /// let double = count.derived { $0 * 2 }
  /// ```
  ///
  /// For one that follows from several, write `Derived { … }` and read them in the closure.
  ///
  /// - Returns: the derived value, which keeps this one alive, and is to be kept itself.
  public final func derived<Result: Sendable>(
    _ transform: @escaping @Sendable (Value) -> Result, file: StaticString = #fileID, line: UInt = #line
  ) -> Derived<Result> {
    Derived({ [self] in transform(value) }, file: file, line: line)
  }
}
