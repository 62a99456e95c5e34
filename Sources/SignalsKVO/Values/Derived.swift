/// A value that is computed from others, and changes when they do (K8).
///
/// ```swift
/// let full = Derived { "\(first.value) \(last.value)" }
/// full.addObserver(forOwner: self) { old, new in print("\(old) → \(new)") }
/// first.value = "Ada"
/// ```
///
/// The inputs are the values that the closure reads: properties, derived values, observed collections and `@Observable`
/// objects. Nothing has to be declared, and only the reads of the last run count. If the program's first read of an
/// `@Observable` object may take place in a later run of a derived value, use ``Computed`` or `observe { }` instead, which
/// always look for such objects. ``untracked(_:)`` reads a value without following it, unless it belongs to an `@Observable`
/// object.
///
/// - ``value`` always agrees with its inputs, also inside a transaction and in the middle of an event. It is computed when it
///   is read or observed and an input has changed since the last time.
/// - A result that is equal to the value is no change if the type is `Equatable`: no observer is notified, and nothing that
///   is derived from it is computed. `isSame:` replaces the comparison.
/// - While it is observed, it is computed once for each turn that reaches it, when the turn settles, and notifies once. In a
///   transaction the old value is the one from before it (C10, C11). A derived value never combines old and new inputs.
///
/// The closure runs on the thread that sets or reads, under no lock, and at times on two threads at once. One that reads an
/// `@Observable` object runs twice for each change, and the observers are notified later, on the main actor or another one
/// that observes the value (K10). The closure computes and does nothing else. It must not read the derived value itself,
/// unless that has a value for this case (`inCircle:`).
///
/// The closure keeps its captures alive. Neither the inputs nor the observers keep the derived value alive: keep it like any
/// property. Releasing it ends everything that observes it.
// Unchecked, because the lock of the graph guards the state, except for the part that belongs to the hub's owner.
public final class Derived<Value: Sendable>: ObservableValue<Value>, @unchecked Sendable {
  @usableFromInline let computation: ValueComputation<Value>

  @inlinable
  init(_ computation: ValueComputation<Value>) {
    self.computation = computation
    super.init()
    noteIfRecorded()
  }

  /// Creates a value with a comparison of its own.
  ///
  /// - Parameter home: the actor on which the closure has to run, if there is one.
  @inlinable
  convenience init(
    _ label: Computation.Label, isSame: ((Value, Value) -> Bool)?, home: ExecutionContext? = nil,
    _ compute: @escaping @Sendable () -> Value
  ) {
    self.init(
      ComparingComputation(
        label, ComparingTraits<Value>.self, isSame: isSame ?? { _, _ in false }, home: home, compute))
  }

  /// Creates a value that another operation makes.
  convenience init(
    _ info: NodeInfo, isSame: ((Value, Value) -> Bool)?, home: ExecutionContext? = nil,
    _ compute: @escaping @Sendable () -> Value
  ) {
    self.init(Computation.Label(.other, at: info), isSame: isSame, home: home, compute)
    computation.keep(info)
  }

  @usableFromInline
  @inline(never)
  func noteIfRecorded() { if CurrentRecorder.isRecording { computation.record(self) } }

  /// Creates a value that follows from the values that `compute` reads. It is not computed before it is read or observed.
  ///
  /// ```swift
  /// let area = Derived { width.value * height.value }
  /// ```
  ///
  /// A result that is equal to the one before it is no change, if the type is `Equatable`.
  @inlinable
  public convenience init(
    _ compute: @escaping @Sendable () -> Value, file: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(Computation.Label(.derived, file, line), isSame: equalityIfEquatable(Value.self), compute)
  }

  /// Creates a value that follows from the values that `compute` reads, and that changes only if a result is not the same
  /// as the one before it.
  ///
  /// ```swift
  /// let coarse = Derived(isSame: { abs($0 - $1) < 0.5 }) { sensor.value }
  /// let every = Derived(isSame: { _, _ in false }) { sensor.value }
  /// ```
  ///
  /// `isSame` compares the value with a new result. It computes and does nothing else.
  @inlinable
  public convenience init(
    isSame: @escaping @Sendable (Value, Value) -> Bool, _ compute: @escaping @Sendable () -> Value,
    file: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(
      Computation.Label(.derived, file, line), isSame: { one, other in untracked { isSame(one, other) } }, compute)
  }

  /// Creates a value that may come to read itself, directly or through other values: then it is `circleValue`.
  ///
  /// ```swift
  /// let cell = Derived(inCircle: .failure(Circular())) { formula.value.evaluate() }
  /// ```
  ///
  /// Every value in the circle that has such a value takes it. One that has none, and is read by another one in the circle,
  /// stops the program with a message that names the values.
  @inlinable
  public convenience init(
    inCircle circleValue: Value, _ compute: @escaping @Sendable () -> Value, file: StaticString = #fileID,
    line: UInt = #line
  ) {
    self.init(compute, file: file, line: line)
    computation.keepCircleValue(circleValue)
  }

  deinit { computation.release() }

  /// The value that follows from the present values of its inputs. From any thread.
  @inlinable
  public override var value: Value {
    if _isConcrete(Value.self) { return valueOfKnownType() }
    // Here the caller knows this as an observable value only, or nothing is optimised.
    if hasListener { return readNoting(readingContext) }
    beginRead()
    return valueOfUnknownType(computation.isUpToDate ? .upToDate : computation.bringUpToDate())
  }

  /// Returns the value after it was brought up to date. Called under the lock of the graph, which is released.
  // A method looks types up at run time, unless it is compiled for the type of the value, and so the computation does this.
  @usableFromInline
  @inline(never)
  func valueOfUnknownType(_ outcome: Computation.Outcome) -> Value {
    // To allocate room for one value on the stack looks a type up, too.
    typealias Room = (UInt, UInt, UInt, UInt)
    let isSmall = MemoryLayout<Value>.size <= MemoryLayout<Room>.size
    guard isSmall, MemoryLayout<Value>.alignment <= MemoryLayout<Room>.alignment else {
      return largeValue(outcome)
    }
    var room: Room = (0, 0, 0, 0)
    return unsafe withUnsafeMutablePointer(to: &room) { unsafe takeValue(outcome, at: $0) }
  }

  @inline(never)
  private func largeValue(_ outcome: Computation.Outcome) -> Value {
    unsafe withUnsafeTemporaryAllocation(of: Value.self, capacity: 1) { places in
      unsafe takeValue(outcome, at: places.baseAddress.unsafelyUnwrapped)
    }
  }

  @inline(__always)
  private func takeValue(_ outcome: Computation.Outcome, at place: UnsafeMutableRawPointer) -> Value {
    _ = unsafe withUnsafePointer(to: (outcome, place: place)) { unsafe computation.perform(computation, .read($0)) }
    return unsafe place.assumingMemoryBound(to: Value.self).move()
  }

  @usableFromInline var hasListener: Bool {
    @inline(never)
    get { readingContext?.pointee.hasListener ?? false }
  }

  /// Takes the lock of the graph.
  @usableFromInline
  @inline(never)
  func beginRead() {
    if readingContext == nil { trackRead() }
    GraphLock.lock()
  }

  // A function of its own, so that the code above needs no memory for optional values.
  @inlinable
  @inline(never)
  func valueOfKnownType() -> Value {
    let context = readingContext
    if context == nil { trackRead() } else if context?.pointee.hasListener == true { return readNoting(context) }
    if let current = computation.readIfUpToDate(context) { return current.value }
    // The lock of the graph is held now.
    return computation.read(computation.bringUpToDate(within: context), context).value
  }

  @inlinable
  @inline(__always)
  var readingContext: ReadingContext.Pointer? {
    recordings.pointee.underWay.relaxed != 0 ? ReadingContext.current(recordings) : nil
  }

  @usableFromInline
  @inline(never)
  func readNoting(_ context: ReadingContext.Pointer?) -> Value {
    let current = computation.read(context)
    context?.pointee.listener?.note(
      Access(
        subject: self, owner: ObjectIdentifier(self), held: Access.Held(current.value, kind: ValueKind(Value.self)),
        standaloneType: Value.self, version: current.version))
    return current.value
  }

  override var unnoted: Value { computation.read(nil).value }

  override var trackedVersions: ObservationTracker.Versions? {
    (computation.readUnlessBusy()?.version ?? 0, feedIfMade?.deliveredVersion.relaxed ?? 0)
  }

  override var home: ExecutionContext? { (computation as? ComparingComputation<Value>)?.home }

  // MARK: - Observing

  @inlinable
  override var hub: Hub<Update<Value, Value>> { feed.hub }

  override var hubIfMade: Hub<Update<Value, Value>>? { feedIfMade?.hub }

  private var feedIfMade: DerivedFeed<Value>? {
    guard let reaction = computation.existingReaction else { return nil }
    return unsafe unsafeDowncast(reaction, to: DerivedFeed<Value>.self)
  }

  // Inlined, as what follows, so that the code that knows the type of the value looks nothing up at run time.
  @inlinable var feed: DerivedFeed<Value> {
    unsafe unsafeDowncast(computation.existingReaction ?? makeFeed(), to: DerivedFeed<Value>.self)
  }

  @usableFromInline
  @inline(never)
  func makeFeed() -> Reaction {
    let reaction = computation.makeReaction()
    #if DEBUG
      unsafe unsafeDowncast(reaction, to: DerivedFeed<Value>.self).expectValueToBeKept()
    #endif
    return reaction
  }

  @inlinable
  override var source: Signal<Update<Value, Value>> {
    Signal { [feed] downstream, connection in
      let paused = AccessTracking.pauseIfUnderWay()
      feed.hub.add(downstream, connection, for: feed)
      if let paused { AccessTracking.resume(paused) }
    }
  }

  @usableFromInline
  override var info: NodeInfo { .unplaced(.operator, "Derived") }
}

extension Derived where Value: Equatable {
  /// Creates a value that follows from the values that `compute` reads. A result that is equal to the one before it is no
  /// change.
  @inlinable
  public convenience init(
    _ compute: @escaping @Sendable () -> Value, file: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(.make(Computation.Label(.derived, file, line), EquatableTraits<Value>.self, compute))
  }
}

extension Derived: Dependency {
  var stateOwner: ObjectIdentifier? { nil }

  var pendingCause: UInt { computation.existingReaction?.cause.relaxed ?? 0 }

  func countBindings(_ difference: Int) {}

  func pulses(after version: UInt) -> Signal<UInt> {
    source.pulses(after: version).labeled(info, at: hub)
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
  @inlinable
  public final func derived<Result: Sendable>(
    _ transform: @escaping @Sendable (Value) -> Result, file: StaticString = #fileID, line: UInt = #line
  ) -> Derived<Result> {
    Derived({ [self] in transform(value) }, file: file, line: line)
  }
}
