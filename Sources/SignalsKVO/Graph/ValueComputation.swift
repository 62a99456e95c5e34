public import Signals

/// The value for a read within a circle.
@usableFromInline
final class CircleValue<Value>: Computation.Rarities {
  @usableFromInline let value: Value

  @usableFromInline
  init(_ value: Value) { self.value = value }
}

/// A computation with its value.
// Unchecked, as its superclass.
@usableFromInline
final class ValueComputation<Value>: Computation, @unchecked Sendable {
  /// It is replaced once: when nothing refers to this any more, and no thread runs it.
  @exclusivity(unchecked) @usableFromInline var body: BorrowedProducer<Value>
  /// Whether a result is no change.
  @usableFromInline let isSame: BorrowedComparison<Value>

  /// The value, if there is one and it doesn't fit in one word. Guarded by the lock of the graph, and written by the claimant
  /// alone.
  @exclusivity(unchecked) @usableFromInline var storedValue: Value?
  /// The claimant's.
  @exclusivity(unchecked) @usableFromInline var storedResult: Value?

  @inlinable
  init(
    _ info: NodeInfo, isSame: ((Value, Value) -> Bool)?, circleValue: Value? = nil, _ body: @escaping () -> Value
  ) {
    self.body = BorrowedProducer(body)
    self.isSame = BorrowedComparison(isSame ?? { _, _ in false })
    super.init(info, holdsObjects: !_isPOD(Value.self), fitsWord: OneWord.fits(Value.self)) { computation, step in
      let computation = unsafeDowncast(computation, to: ValueComputation<Value>.self)
      switch step {
      // The closure may read values that were never computed, so nothing else is on the stack, without optimisation, too.
      case .compute(let context): return computation.keep(computation.body(), in: context)
      case .commit: computation.commit()
      case .release: computation.releaseResult()
      case .releaseClosure: computation.releaseClosure()
      }
      return true
    }
    if let circleValue { rarities = CircleValue(circleValue) }
  }

  /// The value for a read within a circle, if there is one.
  @usableFromInline
  @inline(never)
  var circleValue: Value? { (rarities as? CircleValue<Value>)?.value }

  /// The value, if there is one. Under the lock, or in the claimant.
  @inlinable
  @inline(__always)
  var value: Value? {
    if OneWord.fits(Value.self) { return hasWord ? OneWord.value(of: valueWord.relaxed, as: Value.self) : nil }
    return storedValue
  }

  /// Keeps the result of a run. Returns whether it differs from the value.
  @inlinable
  @inline(__always)
  func keep(_ result: Value, in context: UnsafeMutablePointer<ReadingContext>) -> Bool {
    let new = isInCircle ? circleValue ?? result : result
    if let value, isSame(value, new) { return false }
    if OneWord.fits(Value.self) { context.pointee.resultWord = OneWord.word(of: new) } else { storedResult = new }
    return true
  }

  @inlinable
  func commit() { swap(&storedValue, &storedResult) }

  @inlinable
  func releaseResult() { storedResult = nil }

  /// The closure may hold the last reference to the values that it reads, and they to others.
  @usableFromInline
  @inline(never)
  func releaseClosure() {
    var released = BorrowedProducer<Value> { preconditionFailure("A computation that is released is not run again.") }
    swap(&released, &body)
    ReleaseQueue.release(released.taken())
  }

  // MARK: - Reading

  /// The value, brought up to date, with its version. It becomes an input of the computation that is running.
  // The three calls return one after the other, so that the closures that run in the second one find much stack.
  @inlinable
  @inline(__always)
  func read(_ context: UnsafeMutablePointer<ReadingContext>?) -> (value: Value, version: UInt) {
    if let current = readIfUpToDate(context) { return current }
    let outcome = bringUpToDate(currentThread())
    return read(outcome, context)
  }

  /// The same, if it is up to date. Otherwise the lock is held when this returns.
  @inlinable
  @inline(__always)
  func readIfUpToDate(_ context: UnsafeMutablePointer<ReadingContext>?) -> (value: Value, version: UInt)? {
    if let current = readUnlocked(by: context?.pointee.tracker) { return current }
    GraphLock.lock()
    guard isUpToDate, let value else { return nil }
    let version = version
    if let reader = context?.pointee.tracker {
      reader._withUnsafeGuaranteedRef { $0.noteRead(of: self, isLocked: true, version: version) }
    }
    GraphLock.unlock()
    return (value, version)
  }

  /// The value, if it fits in one word and is up to date, read without the lock.
  ///
  /// The number that is read before and after the word shows that the word is the value with this number: a thread that
  /// replaces the value makes the number zero first, and no two values have the same number. The word is read with acquiring
  /// ordering, so a thread that sees a new word sees that the former number is gone. A thread that has seen a new value of an
  /// input, or of a value computed from it, sees the zero, too, since the dependents are marked before the new value is shown.
  ///
  /// - Parameter reader: the computation that reads. The value has to be an input of it already: then a change after this read
  ///   marks it. A new input is recorded under the lock.
  @inlinable
  @inline(__always)
  func readUnlocked(by reader: Unmanaged<Computation>?) -> (value: Value, version: UInt)? {
    guard OneWord.isReadUnlocked(Value.self) else { return nil }
    let version = readableVersion.value
    guard version != 0 else { return nil }
    let word = valueWord.value
    guard readableVersion.relaxed == version else { return nil }
    if let reader {
      guard reader._withUnsafeGuaranteedRef({ $0.noteRepeatedRead(of: self, version: version) }) else { return nil }
    }
    return (OneWord.value(of: word, as: Value.self), version)
  }

  /// Returns the value after it was brought up to date. Called under the lock, which is released.
  @inlinable
  @inline(never)
  func read(
    _ outcome: Outcome, _ context: UnsafeMutablePointer<ReadingContext>?
  ) -> (value: Value, version: UInt) {
    let version = version
    if let reader = context?.pointee.tracker {
      reader._withUnsafeGuaranteedRef { reader in
        reader.noteRead(of: self, isLocked: true, version: version)
        // A value that an effect has read provisionally reaches it again.
        if outcome == .busy || state.contains(.provisional) && !reader.state.contains(.isEffect) {
          reader.state.insert(.provisional)
        }
      }
    }
    switch outcome {
    case .upToDate: break
    case .busy: return (bypass(context).value, version)
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
  func readUnlessBusy(for reaction: Reaction? = nil) -> (value: Value, version: UInt)? {
    GraphLock.lock()
    defer { GraphLock.unlock() }
    reaction?.beginActing()
    if state.contains(.isReleased) { return nil }
    switch bringUpToDate(currentThread()) {
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
  func readForObserver() -> (value: Value, version: UInt)? {
    while true {
      if let current = readUnlessBusy() { return current }
      GraphLock.lock()
      let isReleased = state.contains(.isReleased)
      if !isReleased, claimant != 0 { return bypass(ReadingContext.slot.current) }
      GraphLock.unlock()
      if isReleased { return nil }
    }
  }

  /// Runs the closure for this read alone, since another thread has claimed the computation: no thread waits for the closure
  /// of another one. Called under the lock, which is released.
  @usableFromInline
  @inline(never)
  func bypass(_ context: UnsafeMutablePointer<ReadingContext>?) -> (value: Value, version: UInt) {
    var next = context
    while let current = next {
      if current.pointee.isDetached,
        current.pointee.computation?.toOpaque() == Unmanaged.passUnretained(self).toOpaque()
      {
        state.insert(.wasBypassed)
        GraphLock.unlock()
        return (valueInCircle(), 0)
      }
      next = current.pointee.outer
    }
    var changes = DependencyNode.changes
    beginBypass()
    GraphLock.unlock()
    var remaining = 1_000
    while true {
      var detached = ReadingContext(computation: .passUnretained(self), isDetached: true, outer: context)
      GraphLock.lock()
      Recordings.begin()
      GraphLock.unlock()
      let answer = withUnsafeMutablePointer(to: &detached) { detached in
        ReadingContext.slot.current = detached
        defer { ReadingContext.slot.current = context }
        return body()
      }
      GraphLock.lock()
      Recordings.end()
      let isCurrent = DependencyNode.changes == changes
      changes = DependencyNode.changes
      remaining -= 1
      if isCurrent || remaining == 0 {
        // A version of its own. The other thread's result is a later one then, and no older value, since that thread starts
        // again if its inputs have changed.
        // The number after it stays free, since the next one stands for another value than the one before.
        version &+= 2
        if readableVersion.relaxed != 0 { readableVersion.store(version) }
        let version = version
        endBypass()
        return (answer, version)
      }
      GraphLock.unlock()
    }
  }

  @usableFromInline
  @inline(never)
  func valueInCircle() -> Value {
    let circle = noteCircle()
    guard let circleValue else { Self.stop(inCircle: circle) }
    return circleValue
  }
}
