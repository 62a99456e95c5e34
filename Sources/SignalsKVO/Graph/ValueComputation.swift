public import Signals

/// A computation with its value.
// Unchecked, as its superclass.
@usableFromInline
class ValueComputation<Value>: Computation, @unchecked Sendable {
  /// It is replaced once: when nothing refers to this any more, and no thread runs it.
  @safe @exclusivity(unchecked) @usableFromInline final var body: BorrowedProducer<Value>

  @inlinable
  init<Traits: ComputationTraits<Value>>(_ label: Label, _: Traits.Type, _ body: @escaping () -> Value) {
    self.body = BorrowedProducer(body)
    super.init(label, in: Storage(of: Value.self)) { computation, step in
      let computation = unsafe unsafeDowncast(computation, to: ValueComputation<Value>.self)
      // The closure may read values that were never computed, so nothing else is on the stack, without optimisation, too.
      guard case .compute(let context) = step else { return computation.perform(step, Traits.self) }
      return computation.keep(computation.body(), Traits.self, in: context)
    }
  }

  @inlinable
  @inline(__always)
  final func perform<Traits: ComputationTraits<Value>>(_ step: Step, _: Traits.Type) -> Bool {
    switch step {
    case .compute: break
    case .commit: commit()
    case .release: releaseResult()
    case .releaseClosure: dropBody()
    case .compare(let places):
      let (one, other) = unsafe places.pointee
      return unsafe Traits.isSame(
        one.assumingMemoryBound(to: Value.self).pointee, other.assumingMemoryBound(to: Value.self).pointee, in: self)
    case .read(let reading):
      let (outcome, place) = unsafe reading.pointee
      unsafe place.initializeMemory(as: Value.self, to: read(outcome, ReadingContext.currentIfAny).value)
    case .react(let place): unsafe place.pointee = Traits.makeReaction(of: self)
    }
    return true
  }

  /// Creates a computation, with places for its values if they don't fit in one word.
  @inlinable
  static func make<Traits: ComputationTraits<Value>>(
    _ label: Label, _: Traits.Type, _ body: @escaping () -> Value
  ) -> ValueComputation {
    OneWord.fits(Value.self)
      ? ValueComputation(label, Traits.self, body) : StoringComputation(label, Traits.self, body)
  }

  /// The value for a read within a circle, if there is one.
  @usableFromInline
  @inline(never)
  final var circleValue: Value? { circleValue(Value.self) }

  /// Whether two values are the same.
  @inlinable
  final func isSame(_ one: Value, _ other: Value) -> Bool {
    unsafe withUnsafePointer(to: one) { one in
      unsafe withUnsafePointer(to: other) { other in
        unsafe withUnsafePointer(to: (UnsafeRawPointer(one), UnsafeRawPointer(other))) {
          unsafe perform(self, .compare($0))
        }
      }
    }
  }

  @inlinable
  @inline(__always)
  final var storing: StoringComputation<Value> { unsafe unsafeDowncast(self, to: StoringComputation<Value>.self) }

  /// The value, if there is one. Under the lock, or in the claimant.
  @inlinable
  @inline(__always)
  final var value: Value? {
    if OneWord.fits(Value.self) { return hasWord ? OneWord.value(of: valueWord.relaxed, as: Value.self) : nil }
    return storing.storedValue
  }

  /// Keeps the result of a run. Returns whether it differs from the value.
  @inlinable
  @inline(__always)
  final func keep<Traits: ComputationTraits<Value>>(
    _ result: Value, _: Traits.Type, in context: ReadingContext.Pointer
  ) -> Bool {
    // What the comparison reads is no input.
    unsafe context.pointee.tracker = nil
    let new = isInCircle ? circleValue ?? result : result
    if let value, Traits.isSame(value, new, in: self) { return false }
    if OneWord.fits(Value.self) {
      context.pointee.resultWord = OneWord.word(of: new)
    } else {
      storing.storedResult = new
    }
    return true
  }

  @inlinable
  final func commit() { if !OneWord.fits(Value.self) { swap(&storing.storedValue, &storing.storedResult) } }

  @inlinable
  final func releaseResult() { if !OneWord.fits(Value.self) { storing.storedResult = nil } }

  /// The closure may hold the last reference to the values that it reads, and they to others.
  @inlinable
  final func dropBody() {
    body = BorrowedProducer { preconditionFailure("A computation that is released is not run again.") }
  }

  // MARK: - Reading

  /// The value, brought up to date, with its version. It becomes an input of the computation that is running.
  // The three calls return one after the other, so that the closures that run in the second one find much stack.
  @inlinable
  @inline(__always)
  final func read(_ context: ReadingContext.Pointer?) -> (value: Value, version: UInt) {
    if let current = readIfUpToDate(context) { return current }
    let outcome = bringUpToDate(within: context)
    return read(outcome, context)
  }

  /// The same, if it is up to date. Otherwise the lock is held when this returns.
  @inlinable
  @inline(__always)
  final func readIfUpToDate(_ context: ReadingContext.Pointer?) -> (value: Value, version: UInt)? {
    if let current = readUnlocked(in: context) { return current }
    GraphLock.lock(ReadingContext.thread(of: context))
    guard isUpToDate, let value else { return nil }
    let version = version
    if let context, unsafe context.pointee.tracker != nil {
      context.pointee.noteRead(of: self, isLocked: true, version: version)
    }
    GraphLock.unlock()
    return (value, version)
  }

  /// The value, if it fits in one word and is up to date, read without the lock.
  ///
  /// The number that is read before and after the word shows that the word is the value with this number: a thread that
  /// replaces the value makes the number even first, and no two values have the same number. The word is read with acquiring
  /// ordering, so a thread that sees a new word sees that the former number is gone. A thread that has seen a new value of an
  /// input, or of a value computed from it, sees the even number, too, since the dependents are marked before the new value is
  /// shown.
  ///
  /// - Parameter context: the context of a computation that reads, if there is one. The value has to be an input of it
  ///   already: then a change after this read marks it. A new input is recorded under the lock.
  @inlinable
  @inline(__always)
  final func readUnlocked(in context: ReadingContext.Pointer?) -> (value: Value, version: UInt)? {
    guard OneWord.isReadUnlocked(Value.self) else { return nil }
    let number = versionWord.value
    guard number & 1 != 0 else { return nil }
    let word = valueWord.value
    guard versionWord.relaxed == number else { return nil }
    let version = number &>> 1
    if let context, unsafe context.pointee.tracker != nil {
      guard context.pointee.noteRepeatedRead(of: self, version: version) else { return nil }
    }
    return (OneWord.value(of: word, as: Value.self), version)
  }

  /// Returns the value after it was brought up to date. Called under the lock, which is released.
  @inlinable
  @inline(never)
  final func read(
    _ outcome: Outcome, _ context: ReadingContext.Pointer?
  ) -> (value: Value, version: UInt) {
    let version = version
    let outcome = state.contains(.isCircular) ? noteOpenCircle(outcome) : outcome
    if let context, let reader = unsafe context.pointee.tracker {
      context.pointee.noteRead(of: self, isLocked: true, version: version)
      unsafe reader._withUnsafeGuaranteedRef { reader in
        // A value that an effect has read provisionally reaches it again.
        if outcome == .busy {
          reader.state.formUnion(.provisionalMarks)
        } else if state.contains(.provisional), !reader.state.contains(.isEffect) {
          reader.state.formUnion(state.intersection(.provisionalMarks))
        }
      }
    }
    switch outcome {
    case .upToDate: break
    case .busy: return (bypass().value, version)
    case .circle:
      GraphLock.unlock()
      return (valueInCircle(), version)
    }
    guard let value else { preconditionFailure("A computation that is up to date has a value.") }
    GraphLock.unlock()
    return (value, version)
  }

  /// The value and its version; nil if another thread has claimed the computation, or nothing refers to it any more. That
  /// thread then reaches the reaction again.
  ///
  /// - Parameter reaction: acts on the value, so that later changes reach it again.
  @inlinable
  final func readUnlessBusy(for reaction: Reaction? = nil) -> (value: Value, version: UInt)? {
    GraphLock.lock()
    defer { GraphLock.unlock() }
    reaction?.beginActing()
    if state.contains(.isReleased) { return nil }
    switch bringUpToDate() {
    case .upToDate:
      if isFed { reaction?.fed.store(1) }
      return value.map { ($0, version) }
    case .busy, .circle:
      state.insert(.wasBypassed)
      return nil
    }
  }

  /// The value for an observer that receives every later version; nil if nothing refers to the computation any more.
  @inlinable
  final func readForObserver() -> (value: Value, version: UInt)? {
    while true {
      if let current = readUnlessBusy() { return current }
      GraphLock.lock()
      let isReleased = state.contains(.isReleased)
      if !isReleased, claimant != 0 { return bypass() }
      GraphLock.unlock()
      if isReleased { return nil }
    }
  }

  /// Runs the closure for this read alone, since another thread has claimed the computation, or the root of its circle: no thread
  /// waits for the closure of another one. Called under the lock, which is released.
  @usableFromInline
  @inline(never)
  final func bypass() -> (value: Value, version: UInt) {
    // That of the thread, also for a read that isn't recorded.
    let context = ReadingContext.slot.current
    var isWithinBypass = false
    var next = context
    while let current = next {
      isWithinBypass = unsafe isWithinBypass || current.pointee.detached != nil
      if unsafe current.pointee.detached?.toOpaque() == Unmanaged.passUnretained(self).toOpaque() {
        state.insert(.wasBypassed)
        GraphLock.unlock()
        return (valueInCircle(), 0)
      }
      next = current.pointee.outer
    }
    var changes = DependencyNode.changes
    beginBypass()
    GraphLock.unlock()
    // Within such a run, the outer one is repeated if anything has changed. So the number of runs doesn't grow with the power of
    // the depth.
    var remaining = isWithinBypass ? 1 : 1_000
    while true {
      var detached = unsafe ReadingContext(detached: .passUnretained(self), outer: context)
      GraphLock.lock()
      Recordings.begin()
      Recordings.show(nil)
      ReadingContext.detachedRuns.add(1)
      GraphLock.unlock()
      let answer = unsafe withUnsafeMutablePointer(to: &detached) { detached in
        ReadingContext.slot.current = unsafe ReadingContext.Pointer(detached)
        defer { ReadingContext.slot.current = context }
        return body()
      }
      GraphLock.lock()
      ReadingContext.detachedRuns.add(-1)
      Recordings.end()
      Recordings.show(context)
      let isCurrent = DependencyNode.changes == changes
      changes = DependencyNode.changes
      remaining -= 1
      if isCurrent || remaining == 0 {
        // A version of its own, between that of the value and the next one, which the value gets. So what the other thread
        // finds is later, also if that is the value again. It is no older value, since that thread starts again if its inputs
        // have changed.
        versionWord.store(versionWord.relaxed &+ 4)
        let version = version &- 1
        // If the other thread is done meanwhile, this run may have found the circle complete, and itself in none.
        let isInCircle = detached.isInCircle || isInCompleteCircle
        endBypass()
        return (isInCircle ? circleValue ?? answer : answer, version)
      }
      Evaluation.forgetProvisionalResults()
      GraphLock.unlock()
    }
  }

  @usableFromInline
  @inline(never)
  final func valueInCircle() -> Value {
    let circle = noteCircle()
    guard let circleValue else { Self.stop(inCircle: circle, readFrom: info) }
    return circleValue
  }
}

/// A computation whose values don't fit in one word.
// Unchecked, as its superclass.
@usableFromInline
class StoringComputation<Value>: ValueComputation<Value>, @unchecked Sendable {
  /// The value, if there is one. Guarded by the lock of the graph, and written by the claimant alone.
  @safe @exclusivity(unchecked) @usableFromInline final var storedValue: Value?
  /// The claimant's.
  @safe @exclusivity(unchecked) @usableFromInline final var storedResult: Value?

  @inlinable
  override init<Traits: ComputationTraits<Value>>(_ label: Label, _: Traits.Type, _ body: @escaping () -> Value) {
    super.init(label, Traits.self, body)
  }
}

/// A computation with a comparison of its own.
// Unchecked, as its superclass.
@usableFromInline
final class ComparingComputation<Value>: StoringComputation<Value>, @unchecked Sendable {
  /// Whether a result is no change.
  @usableFromInline let compare: BorrowedComparison<Value>
  /// The actor on which the closure has to run, if there is one.
  @usableFromInline let home: ExecutionContext?

  @inlinable
  init<Traits: ComputationTraits<Value>>(
    _ label: Label, _: Traits.Type, isSame: @escaping (Value, Value) -> Bool, home: ExecutionContext?,
    _ body: @escaping () -> Value
  ) {
    compare = BorrowedComparison(isSame)
    self.home = home
    super.init(label, Traits.self, body)
  }
}
