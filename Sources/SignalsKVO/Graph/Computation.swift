public import Signals

/// A node whose value follows from the nodes that it reads.
///
/// One thread at a time claims a computation, checks its inputs and runs it. The inputs are checked in the order in which
/// they were read: each is brought up to date before the next one is looked at, and the first one that has changed ends the
/// check. So nothing runs that the computation would not read again. Neither checking nor marking recurses.
// Unchecked, because the lock of the graph guards the state, and one thread at a time claims the rest.
@usableFromInline
@safe
class Computation: DependencyNode, @unchecked Sendable {
  // In the order of their sizes, so that no space is lost between them.
  // Guarded by the lock of the graph.
  /// The number of threads that run the closure for one read of theirs, while another one has claimed this.
  @safe @exclusivity(unchecked) final var bypassCount: UInt16 = 0
  @safe @exclusivity(unchecked) @usableFromInline final var state: State = [.stale, .changed]
  @usableFromInline let place: NodeInfo.Place
  /// Whether this takes part in a circle that was found since it was claimed. The claimant's.
  @safe @exclusivity(unchecked) @usableFromInline final var isInCircle = false
  @usableFromInline let storage: Storage
  @usableFromInline let operation: Operation
  /// Whether there is a value in `valueWord`. Written by the claimant, under the lock.
  @safe @exclusivity(unchecked) @usableFromInline final var hasWord = false
  /// The thread that has claimed this, or zero.
  @safe @exclusivity(unchecked) @usableFromInline final var claimant: UInt = 0
  /// See `reaction`.
  @safe @exclusivity(unchecked) @usableFromInline final var madeReaction: Unmanaged<Reaction>?

  // The claimant's.
  @safe @exclusivity(unchecked) @usableFromInline final var firstInput: DependencyEdge.Pointer?
  /// The edge of the computation on whose behalf this is checked.
  @safe @exclusivity(unchecked) final var claimingEdge: DependencyEdge.Pointer?

  // Changed under the lock, and read by any thread without it: see `ValueComputation.readUnlocked(in:)`.
  /// Twice the version, and one while threads may read the value without the lock.
  @usableFromInline final let versionWord = AtomicWord(0)
  @usableFromInline final let valueWord = AtomicWord(0)

  /// Where the values are kept.
  @usableFromInline
  enum Storage: Sendable {
    /// In `valueWord`.
    case word
    /// In the subclass; replacing one releases no object.
    case plain
    /// In the subclass; replacing one may release an object.
    case objects

    @inlinable
    init<Value>(of type: Value.Type) {
      self = OneWord.fits(type) ? .word : _isPOD(type) ? .plain : .objects
    }
  }

  @usableFromInline
  @safe
  enum Step {
    /// Runs the closure, and returns whether the result differs from the value. The claimant's, under no lock.
    case compute(ReadingContext.Pointer)
    /// Replaces the value by the result, unless they fit in one word. Under the lock.
    case commit
    /// Releases the value that was replaced. Under no lock.
    case release
    /// Releases the closure, which is not run any more. Under no lock.
    case releaseClosure
    /// Returns whether the values at two places are the same. Under no lock.
    case compare(UnsafePointer<(UnsafeRawPointer, UnsafeRawPointer)>)
    /// Puts the value into a place after it was brought up to date. Under the lock, which is released.
    case read(UnsafePointer<(Outcome, place: UnsafeMutableRawPointer)>)
    /// Makes the reaction that acts on changes.
    case react(UnsafeMutablePointer<Unmanaged<Reaction>?>)
  }

  // A function of the code that created this, which knows the type of the value; a method would look it up at run time.
  @usableFromInline let perform: (Computation, Step) -> Bool

  @usableFromInline
  init(_ label: Label, in storage: Storage, _ perform: @escaping (Computation, Step) -> Bool) {
    operation = label.operation
    place = label.place
    self.storage = storage
    self.perform = perform
    super.init(.computation)
  }

  deinit { if state.contains(.hasRarities) { forgetRarities() } }

  /// The number of the current value. It is zero before the first one. Under the lock, as all below.
  @inlinable final var version: UInt {
    get { versionWord.relaxed &>> 1 }
    // From now on no thread reads the former value without the lock.
    set { versionWord.store(newValue &<< 1) }
  }

  /// The object that acts on changes, at the time when it does.
  @inlinable final var reaction: Unmanaged<Reaction>? {
    get { state.contains(.isObserved) ? madeReaction : nil }
    set {
      if unsafe newValue == nil {
        state.remove(.isObserved)
      } else {
        madeReaction = unsafe newValue
        state.insert(.isObserved)
      }
    }
  }

  // MARK: - Up to date

  @inlinable final var isUpToDate: Bool { state.isDisjoint(with: .outdatedResult) && claimant == 0 }

  @usableFromInline
  enum Outcome {
    case upToDate
    /// Another thread has claimed this.
    case busy
    /// This thread is running it, so it reads itself.
    case circle
  }

  /// Brings the value up to date. Called under the lock, which is released while closures run.
  ///
  /// - Parameter context: the context of this thread, where it is known.
  // Everything that is not needed while a closure runs is in other functions: they have returned then.
  @usableFromInline
  final func bringUpToDate(within context: ReadingContext.Pointer? = nil) -> Outcome {
    var isFirstLook = true
    while isOutdated(isFirstLook) {
      let evaluation = Evaluation.begin(within: isFirstLook ? context : nil)
      bringUpToDate(evaluation)
      if Self.settle(Evaluation.end(evaluation)) { break }
      isFirstLook = false
    }
    return outcome
  }

  /// The same for one of several computations that a thread brings up to date by one evaluation, one after the other.
  final func bringUpToDate(by evaluation: Evaluation.Pointer) -> Outcome {
    var isFirstLook = true
    while isOutdated(isFirstLook) {
      bringUpToDate(evaluation)
      if Self.settle(Evaluation.leaveComputation(evaluation)) { break }
      isFirstLook = false
    }
    return outcome
  }

  @inline(__always)
  private final func bringUpToDate(_ evaluation: Evaluation.Pointer) {
    claim(evaluation, for: nil)
    while let node = unsafe Self.advance(evaluation) {
      unsafe Self.finishRun(
        evaluation,
        node._withUnsafeGuaranteedRef {
          evaluation.pointee.followsObjects
            ? $0.computeFollowingObjects(evaluation) : $0.perform($0, .compute(evaluation.pointee.context))
        })
    }
  }

  @inline(__always)
  private final var outcome: Outcome {
    if claimant == 0 { return .upToDate }
    if claimant != currentThread() { return .busy }
    guard state.contains(.releasesFormerValue) else { return .circle }
    // If the object has changed an input, the closure runs for this read alone.
    return state.contains(.stale) ? .busy : .upToDate
  }

  /// Whether there is something to do, and no thread is doing it. A provisional result is computed again at the first look, unless
  /// this read has made it.
  @inline(__always)
  private final func isOutdated(_ isFirstLook: Bool) -> Bool {
    claimant == 0 && (state.contains(.stale) || isFirstLook && state.contains(.provisional) && !countsForPresentRead)
      && !state.contains(.isReleased)
  }

  /// Has the reactions act that were reached. Returns whether the value counts as up to date without another look.
  @inline(__always)
  private static func settle(_ reached: ReactionList) -> Bool {
    if reached.isEmpty { return true }
    // A reaction may read the computation that this thread is running: it acts when that is over.
    if let enclosing = ReadingContext.enclosingRun {
      enclosing.pointee.reached.append(reached)
      return true
    }
    var reached = reached
    GraphLock.unlock()
    ReadingContext.pause {
      reached.releaseValues()
      reached.settle()
    }
    // Meanwhile an input may have changed, and another thread may run this.
    GraphLock.lock()
    return false
  }

  /// Checks inputs until a closure has to run. Returns its computation, with the lock released; or nil, with the lock held, if
  /// all is up to date.
  // Nothing is retained on the way: the caller keeps the first node, and the edge of its reader keeps each other one.
  @inline(__always)
  private static func advance(_ evaluation: Evaluation.Pointer) -> Unmanaged<Computation>? {
    while let node = unsafe evaluation.pointee.node {
      let isToRun = unsafe node._withUnsafeGuaranteedRef { node in
        if let (edge, input) = unsafe node.nextStaleInput(evaluation) {
          unsafe input._withUnsafeGuaranteedRef { $0.claim(evaluation, for: edge) }
          return false
        }
        // One that was found to be in a circle while its inputs were checked gets another value, though none of them has.
        if node.state.contains(.changed) || node.isInCircle {
          if node.state.contains(.hasEnded) {
            node.passOnChange(evaluation)
            return false
          }
          node.startRun(evaluation)
          return true
        }
        if node.state.contains(.stale) { node.resumeClaim(evaluation) } else { node.leave(evaluation) }
        return false
      }
      if isToRun { return unsafe node }
    }
    return nil
  }

  @inline(__always)
  private static func finishRun(_ evaluation: Evaluation.Pointer, _ differs: Bool) {
    unsafe evaluation.pointee.node?._withUnsafeGuaranteedRef { node in
      GraphLock.lock(evaluation.pointee.thread)
      node.state.remove(.running)
      if node.hasPlainResult(evaluation, differs) { return node.leave(evaluation, with: differs) }
      // A result is dropped if an input was marked meanwhile, but not without end.
      node.endRun(evaluation, differs)
      let isFoundAgain = node.isInCircle && !node.state.contains(.stale)
      if !isFoundAgain, node.isInCircle || node.state.contains(.wasInCircle) {
        node.dissolveCircle(&evaluation.pointee.context.pointee.reached)
      }
      node.state.remove(.wasInCircle)
      if node.state.contains(.stale), !node.state.contains(.isReleased), evaluation.pointee.mayRunAgain {
        evaluation.pointee.countFurtherRun()
        node.resumeClaim(evaluation)
      } else {
        if node.state.isDisjoint(with: .keepsStaleResults) { node.acceptOutdatedResult(evaluation) }
        node.leave(evaluation)
      }
    }
  }

  /// Has a result count that an input has outdated, since the closure has run too often. The next read runs it again.
  private final func acceptOutdatedResult(_ evaluation: Evaluation.Pointer) {
    guard state.contains(.stale) else { return }
    if evaluation.pointee.hasOnlyOwnChanges(of: self) { stopSetter() }
    becomeProvisional()
  }

  /// Gives up the claim, and goes on with the computation on whose behalf this was claimed.
  @inline(__always)
  private final func leave(_ evaluation: Evaluation.Pointer) {
    if state.contains(.wasBypassed) {
      catchUp(&evaluation.pointee.context.pointee.reached)
      // In a circle, that reaches this, too.
      if state.contains(.stale), state.isDisjoint(with: .keepsStaleResults) {
        becomeProvisional()
        openMarksOfCircle()
      }
    }
    giveUpClaim(evaluation)
    if isToEnd { end() }
  }

  /// Has the readers of a value that was released run, since one of its inputs has changed. Under the lock.
  private final func passOnChange(_ evaluation: Evaluation.Pointer) {
    state.remove(.outdated)
    if state.contains(.announced) { state.insert(.provisional) }
    version &+= 1
    leave(evaluation)
  }

  /// Reaches all readers that have run the closure themselves while it was claimed, since the result may be another one.
  private final func catchUp(_ reached: inout ReactionList) {
    state.remove(.wasBypassed)
    reach(&reached)
    markAgain(&reached)
  }

  /// - Parameter edge: the edge of the computation on whose behalf this is claimed.
  private final func claim(_ evaluation: Evaluation.Pointer, for edge: DependencyEdge.Pointer?) {
    claimant = evaluation.pointee.thread
    isInCircle = false
    claimingEdge = edge
    unsafe evaluation.pointee.node = .passUnretained(self)
    if state.contains(.provisional) { state.insert(.changed) }
    if state.contains(.isCircular) {
      if !state.contains(.stale) { outdateCircle() }
      forgetCircle()
    }
    resumeClaim(evaluation)
  }

  /// Records that the value may be out of date. Under the lock.
  ///
  /// From now on no thread reads the value without the lock. A thread that sees anything that this one stores next sees this, too:
  /// it takes the lock of the state or of the graph afterwards, or reads a word that was stored with releasing ordering.
  @inline(__always)
  final func becomeStale(_ marks: State = .stale) {
    state.formUnion(marks)
    versionWord.store(versionWord.relaxed & ~1)
  }

  /// Begins to check anew.
  private final func resumeClaim(_ evaluation: Evaluation.Pointer) {
    state.remove([.stale, .unreached])
    evaluation.pointee.position = firstInput
  }

  /// Goes back to the computation on whose behalf this was claimed.
  @inline(__always)
  private final func giveUpClaim(_ evaluation: Evaluation.Pointer) {
    returnToReader(evaluation)
    if hasWord, state.isDisjoint(with: .outdatedResult) { versionWord.store(versionWord.relaxed | 1) }
  }

  @inline(__always)
  private final func returnToReader(_ evaluation: Evaluation.Pointer) {
    claimant = 0
    let edge = claimingEdge
    claimingEdge = nil
    unsafe evaluation.pointee.node = edge?.pointee.dependent
    evaluation.pointee.position = edge
  }

  /// Returns the next input that has to be brought up to date. Before that, marks this as changed if an input has changed.
  @inline(__always)
  private final func nextStaleInput(
    _ evaluation: Evaluation.Pointer
  ) -> (edge: DependencyEdge.Pointer, input: Unmanaged<Computation>)? {
    guard !state.contains(.changed) else { return nil }
    var next = evaluation.pointee.position
    while let edge = next {
      if let input = unsafe edge.pointee.computation {
        let (isClaimed, state, version) = unsafe input._withUnsafeGuaranteedRef {
          ($0.claimant != 0, $0.state, $0.version)
        }
        if !isClaimed, state.contains(.stale) { return unsafe (edge, input) }
        // If another thread runs the input, or it is part of a circle, the closure finds out.
        // An announced change reaches an effect again.
        let isKept = !state.contains(.provisional) || state.contains(.announced) && self.state.contains(.isEffect)
        if unsafe isClaimed || version != edge.pointee.version || !isKept
          || state.contains(.isCircular) && input._withUnsafeGuaranteedRef({ $0.isInOpenCircle })
        {
          self.state.insert(.changed)
          return nil
        }
      } else if edge.pointee.version == DependencyEdge.changedVersion {
        state.insert(.changed)
        return nil
      }
      next = edge.pointee.nextInput
    }
    if state.contains(.objectsChanged) { state.insert(.changed) }
    return nil
  }

  // MARK: - Running

  /// Prepares the run of the closure, and releases the lock.
  @inline(__always)
  private final func startRun(_ evaluation: Evaluation.Pointer) {
    evaluation.pointee.context.pointee.beginRun(of: self)
    if isInCircle {
      if state.contains(.stale) {
        dissolveCircle(&evaluation.pointee.context.pointee.reached)
      } else {
        forgetCircle()
        state.insert(.wasInCircle)
      }
    }
    state.remove(.outdated)
    state.insert(.running)
    evaluation.pointee.prepareRun(of: state, isFirst: version == 0, changes: Self.changes)
    GraphLock.unlock()
  }

  /// Whether the result of the last run, if it differs from the value, is a word, and counts without a further look: the run has
  /// read what the one before has read, and no other thread was at this meanwhile. That is so nearly always.
  @inline(__always)
  private final func hasPlainResult(_ evaluation: Evaluation.Pointer, _ differs: Bool) -> Bool {
    state.isDisjoint(with: .unplainRun) && (storage == .word || !differs) && !evaluation.pointee.hasObjects
      && evaluation.pointee.context.pointee.nextRead == nil && !isInCircle
  }

  /// Takes the plain result of a run, and gives up the claim.
  @inline(__always)
  private final func leave(_ evaluation: Evaluation.Pointer, with differs: Bool) {
    var number = versionWord.relaxed
    if differs {
      valueWord.store(evaluation.pointee.context.pointee.resultWord)
      hasWord = true
      number = (number & ~1) &+ 2
    }
    evaluation.pointee.context.pointee.lastRead = nil
    returnToReader(evaluation)
    versionWord.store(hasWord ? number | 1 : number)
  }

  /// Takes the result, if there is one that differs from the value. Under the lock.
  private final func endRun(_ evaluation: Evaluation.Pointer, _ differs: Bool) {
    if let objects = evaluation.pointee.takeObjects() { note(objects, evaluation.pointee.context) }
    // A change of an unknown input has not marked this. An effect runs again when the other thread is done, and so does any other
    // computation that has run too often: this must not count as a mark, since none has reached the reaction, and later ones
    // would stop here.
    if evaluation.pointee.changes != Self.changes, state.contains(.mayMissChanges), !state.contains(.isEffect),
      evaluation.pointee.mayRunAgain
    {
      state.formUnion(.outdatedInput)
    }
    if state.contains(.announced) { state.insert(.provisional) }
    if state.contains(.provisional), !state.contains(.isEffect) { keepForPresentRead() }
    if isInCircle { state.insert(.isCircular) }
    let unread = evaluation.pointee.context.pointee.takeUnread(of: self)
    DependencyEdge.unlink(unread)
    // The closure may have read some inputs before a change by another thread, and some after it.
    // An effect has no result, and is checked again only for the inputs that it has set.
    let isDropped =
      state.contains(.stale) && state.isDisjoint(with: .keepsStaleResults) && evaluation.pointee.mayRunAgain
    if isDropped {
      state.insert(.changed)
    } else if differs {
      if storage == .word {
        valueWord.store(evaluation.pointee.context.pointee.resultWord)
        hasWord = true
      } else {
        _ = perform(self, .commit)
      }
      version &+= 1
    }
    if unread != nil || differs && storage == .objects {
      state.insert(.releasesFormerValue)
      GraphLock.unlock()
      DependencyEdge.release(unread)
      _ = perform(self, .release)
      GraphLock.lock()
      state.remove(.releasesFormerValue)
    }
  }

  // MARK: - The inputs

  /// The inputs of the last run, with those of released values in place of these; none while another thread runs the closure.
  final var inputs: [DependencyNode] {
    GraphLock.lock()
    defer { GraphLock.unlock() }
    var visited = VisitedNodes()
    var inputs: [DependencyNode] = []
    var worklist: ContiguousArray<Unmanaged<Computation>> = unsafe [.passUnretained(self)]
    while let node = unsafe worklist.popLast() {
      var next = unsafe node._withUnsafeGuaranteedRef { $0.claimant == 0 ? $0.firstInput : nil }
      while let edge = next {
        next = edge.pointee.nextInput
        if let ended = unsafe edge.pointee.computation,
          unsafe ended._withUnsafeGuaranteedRef({ $0.state.contains(.hasEnded) })
        {
          if unsafe ended._withUnsafeGuaranteedRef({ visited.visit($0) }) { unsafe worklist.append(ended) }
        } else if let input = unsafe edge.pointee.input {
          unsafe inputs.append(input.takeUnretainedValue())
        }
      }
    }
    return inputs
  }

  override func recordedChanges() -> Signal<Void>? { recordedOwner?.pulses(after: version).map { _ in } }
}
