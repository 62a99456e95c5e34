public import Signals

/// A node whose value follows from the nodes that it reads.
///
/// One thread at a time claims a computation, checks its inputs and runs it. The inputs are checked in the order in which
/// they were read: each is brought up to date before the next one is looked at, and the first one that has changed ends the
/// check. So nothing runs that the computation would not read again. Neither checking nor marking recurses.
// Unchecked, because the lock of the graph guards the state, and one thread at a time claims the rest.
@usableFromInline
class Computation: DependencyNode, @unchecked Sendable {
  @usableFromInline
  struct State: OptionSet, Sendable {
    @usableFromInline let rawValue: UInt16

    @inlinable
    init(rawValue: UInt16) { self.rawValue = rawValue }

    /// An input may have changed.
    @inlinable static var stale: State { State(rawValue: 1) }
    /// An input has changed, or there is no value yet.
    @inlinable static var changed: State { State(rawValue: 2) }
    /// The closure is running, rather than being checked for.
    static var running: State { State(rawValue: 4) }
    /// Another thread has run the closure for itself while this was claimed.
    @inlinable static var wasBypassed: State { State(rawValue: 8) }
    /// Nothing refers to the computation any more, except for its dependents.
    @inlinable static var isReleased: State { State(rawValue: 16) }
    /// This may change its own inputs, and runs again then.
    @inlinable static var isEffect: State { State(rawValue: 32) }
    /// The last run has read a value that another thread was computing. The edges do not include the inputs of that value, so
    /// the result counts for the moment of the read, and the next read runs the closure again.
    @inlinable static var provisional: State { State(rawValue: 64) }
    /// An object of Swift Observation is about to change, and is not known to have stored the change. Each result is provisional
    /// until then.
    static var announced: State { State(rawValue: 128) }
    /// Nothing will tell that the change is stored.
    static var unproven: State { State(rawValue: 256) }
    /// The tracking of the last run holds what other computations have read within it, too.
    static var hasMergedReads: State { State(rawValue: 512) }
    /// A run has read such an object.
    static var readsObjects: State { State(rawValue: 1024) }
    /// The last marking has reached no reaction to this, so the next one goes on below it.
    static var unreached: State { State(rawValue: 2048) }
    /// One of the objects has changed that this or another computation has read in the last run: if no other input has
    /// changed, this has to run.
    static var objectsChanged: State { State(rawValue: 4096) }
    /// The closure uses objects that are confined to an actor or a thread, as most of such objects are.
    static var isConfined: State { State(rawValue: 8192) }
    /// This evaluates one element of a collection: see `StaleElements`.
    static var isElement: State { State(rawValue: 16384) }

    /// The states in which a read has to do more than to return the value.
    @inlinable static var outdatedResult: State { State(rawValue: 65) }
    static var outdatedInput: State { State(rawValue: 3) }
    static var outdated: State { State(rawValue: 67 | 512 | 4096) }
    /// The states in which a result counts although an input was marked during the run.
    static var keepsStaleResults: State { State(rawValue: 48) }
    /// The states in which each run follows the objects that it reads.
    static var followsObjects: State { State(rawValue: 32 | 1024 | 8192) }
  }

  // Guarded by the lock of the graph.
  // Beside the mark of the superclass, in one word with it.
  @exclusivity(unchecked) @usableFromInline final var state: State = [.stale, .changed]
  /// Whether this takes part in a circle that was found since it was claimed. The claimant's.
  @exclusivity(unchecked) @usableFromInline final var isInCircle = false
  /// Whether replacing the value may release an object.
  @usableFromInline let holdsObjects: Bool
  /// Whether the values fit in one word. Then the value is in `valueWord`.
  @usableFromInline let fitsWord: Bool
  /// Whether there is a value in `valueWord`. Written by the claimant, under the lock.
  @exclusivity(unchecked) @usableFromInline final var hasWord = false
  /// The number of changes of objects that were announced and not acted on.
  @exclusivity(unchecked) final var announcements: UInt32 = 0
  /// The number of threads that run the closure for one read of theirs, while another one has claimed this.
  @exclusivity(unchecked) private final var bypassCount: UInt32 = 0
  /// The thread that has claimed this, or zero.
  @exclusivity(unchecked) @usableFromInline final var claimant: UInt = 0
  @exclusivity(unchecked) @usableFromInline final var reaction: Unmanaged<Reaction>?
  /// The number of the marking that has gone on below this although it was marked already, or of the search for feeds that has
  /// found this.
  @exclusivity(unchecked) final var lastMarking: UInt = 0

  // The claimant's.
  @exclusivity(unchecked) @usableFromInline final var firstInput: DependencyEdge.Pointer?
  /// While this runs: the edge of the last read. While its inputs are checked: the one that is being checked.
  @exclusivity(unchecked) @usableFromInline final var lastRead: DependencyEdge.Pointer?
  /// The number of this run.
  @exclusivity(unchecked) @usableFromInline final var run: UInt = 0
  /// The computation on whose behalf this is checked.
  @exclusivity(unchecked) private final var reader: Unmanaged<Computation>?

  // Changed under the lock, and read by any thread without it: see `ValueComputation.readUnlocked(by:)`.
  /// The version of the value while that fits in one word and is up to date; else zero.
  @usableFromInline final let readableVersion = AtomicWord(0)
  @usableFromInline final let valueWord = AtomicWord(0)

  @usableFromInline
  enum Step {
    /// Runs the closure, and returns whether the result differs from the value. The claimant's, under no lock.
    case compute(UnsafeMutablePointer<ReadingContext>)
    /// Replaces the value by the result, unless they fit in one word. Under the lock.
    case commit
    /// Releases the value that was replaced. Under no lock.
    case release
    /// Releases the closure, which is not run any more. Under no lock.
    case releaseClosure
  }

  // A function of the code that created this, which knows the type of the value; a method would look it up at run time.
  @usableFromInline let perform: (Computation, Step) -> Bool
  @usableFromInline let info: NodeInfo
  /// The state that few computations need.
  @usableFromInline final var rarities: Rarities?

  @usableFromInline
  class Rarities {
    /// The derived value that this computes, if it was made while the live graph was recorded.
    final weak var recordedOwner: (any Dependency)?

    @usableFromInline
    init() {}
  }

  /// Called before another thread can see this.
  final func record(_ owner: any Dependency) {
    let rarities = rarities ?? Rarities()
    rarities.recordedOwner = owner
    self.rarities = rarities
  }

  @usableFromInline
  init(
    _ info: NodeInfo, holdsObjects: Bool, fitsWord: Bool, _ perform: @escaping (Computation, Step) -> Bool
  ) {
    self.info = info
    self.holdsObjects = holdsObjects
    self.fitsWord = fitsWord
    self.perform = perform
    super.init(isComputation: true)
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
  // Everything that is not needed while a closure runs is in other functions: they have returned then.
  @usableFromInline
  final func bringUpToDate(_ thread: UInt) -> Outcome {
    var evaluation = evaluationIfOutdated(thread, isFirstLook: true)
    while let current = evaluation {
      while let node = Self.advance(current) {
        Self.finishRun(
          current,
          node._withUnsafeGuaranteedRef {
            current.pointee.followsObjects
              ? $0.computeFollowingObjects(current) : $0.perform($0, .compute(current.pointee.context))
          })
      }
      evaluation = Self.settleReached(current) ? nil : evaluationIfOutdated(thread, isFirstLook: false)
    }
    return outcome(thread)
  }

  @inline(__always)
  private final func outcome(_ thread: UInt) -> Outcome {
    if claimant == 0 { return .upToDate }
    return claimant == thread ? .circle : .busy
  }

  /// Claims this, if there is something to do. A provisional result is computed again at the first look.
  @inline(__always)
  private final func evaluationIfOutdated(_ thread: UInt, isFirstLook: Bool) -> Evaluation.Pointer? {
    let isOutdated = state.contains(.stale) || isFirstLook && state.contains(.provisional)
    guard claimant == 0, isOutdated, !state.contains(.isReleased) else { return nil }
    let evaluation = Evaluation.begin(thread)
    claim(thread, for: nil)
    evaluation.pointee.node = .passUnretained(self)
    return evaluation
  }

  /// Has the reactions act that were reached. Returns whether the value counts as up to date without another look.
  @inline(__always)
  private static func settleReached(_ evaluation: Evaluation.Pointer) -> Bool {
    var reached = Evaluation.end(evaluation)
    if reached.isEmpty { return true }
    // A reaction may read the computation that this thread is running: it acts when that is over.
    if let enclosing = ReadingContext.enclosingRun {
      enclosing.pointee.reached.append(reached)
      return true
    }
    GraphLock.unlock()
    ReadingContext.pause { reached.settle() }
    // Meanwhile an input may have changed, and another thread may run this.
    GraphLock.lock()
    return false
  }

  /// Checks inputs until a closure has to run. Returns its computation, with the lock released; or nil, with the lock held, if
  /// all is up to date.
  // Nothing is retained on the way: the caller keeps the first node, and the edge of its reader keeps each other one.
  @inline(__always)
  private static func advance(_ evaluation: Evaluation.Pointer) -> Unmanaged<Computation>? {
    while let node = evaluation.pointee.node {
      let isToRun = node._withUnsafeGuaranteedRef { node in
        if let input = node.nextStaleInput() {
          input._withUnsafeGuaranteedRef { $0.claim(evaluation.pointee.thread, for: .passUnretained(node)) }
          evaluation.pointee.node = input
          return false
        }
        if node.state.contains(.changed) {
          node.startRun(evaluation)
          return true
        }
        if node.state.contains(.stale) { node.resumeClaim() } else { node.leave(evaluation) }
        return false
      }
      if isToRun { return node }
    }
    return nil
  }

  @inline(__always)
  private static func finishRun(_ evaluation: Evaluation.Pointer, _ differs: Bool) {
    evaluation.pointee.node?._withUnsafeGuaranteedRef { node in
      // A result is dropped if an input was marked meanwhile, but not without end.
      node.endRun(evaluation, differs)
      if node.state.contains(.stale), !node.state.contains(.isReleased), evaluation.pointee.mayRunAgain() {
        node.resumeClaim()
      } else {
        node.leave(evaluation)
      }
    }
  }

  /// Gives up the claim, and goes on with the computation on whose behalf this was claimed.
  @inline(__always)
  private final func leave(_ evaluation: Evaluation.Pointer) {
    if state.contains(.wasBypassed) { catchUp(&evaluation.pointee.context.pointee.reached) }
    evaluation.pointee.node = giveUpClaim()
    if isToLeaveGraph { leaveGraph(&evaluation.pointee.context.pointee.reached) }
  }

  /// Reaches all readers that have run the closure themselves while it was claimed, since the result may be another one.
  private final func catchUp(_ reached: inout ReactionList) {
    state.remove(.wasBypassed)
    reach(&reached)
    mark(asChanged: false, &reached)
  }

  private final func claim(_ thread: UInt, for reader: Unmanaged<Computation>?) {
    claimant = thread
    isInCircle = false
    self.reader = reader
    if state.contains(.provisional) { state.insert(.changed) }
    resumeClaim()
  }

  /// Records that the value may be out of date. Under the lock.
  ///
  /// From now on no thread reads the value without the lock. A thread that sees anything that this one stores next sees this, too:
  /// it takes the lock of the state or of the graph afterwards, or reads a word that was stored with releasing ordering.
  @inline(__always)
  final func becomeStale(_ marks: State = .stale) {
    state.formUnion(marks)
    readableVersion.store(0)
  }

  /// Begins to check anew.
  private final func resumeClaim() {
    state.remove([.stale, .unreached])
    lastRead = firstInput
  }

  /// Returns the computation on whose behalf this was claimed.
  @inline(__always)
  private final func giveUpClaim() -> Unmanaged<Computation>? {
    claimant = 0
    if hasWord, state.isDisjoint(with: .outdatedResult) { readableVersion.store(version) }
    lastRead = nil
    let reader = reader
    self.reader = nil
    return reader
  }

  /// Returns the next input that has to be brought up to date. Before that, marks this as changed if an input has changed.
  private final func nextStaleInput() -> Unmanaged<Computation>? {
    guard !state.contains(.changed) else { return nil }
    while let edge = lastRead {
      if let input = edge.pointee.computation {
        let (isClaimed, state, version) = input._withUnsafeGuaranteedRef { ($0.claimant != 0, $0.state, $0.version) }
        if !isClaimed, state.contains(.stale), !state.contains(.isReleased) { return input }
        // If another thread runs the input, or it is part of a circle, the closure finds out.
        // An announced change reaches an effect again.
        let isKept = !state.contains(.provisional) || state.contains(.announced) && self.state.contains(.isEffect)
        if isClaimed || version != edge.pointee.version || !isKept {
          self.state.insert(.changed)
          return nil
        }
      }
      lastRead = edge.pointee.nextInput
    }
    if state.contains(.objectsChanged) { state.insert(.changed) }
    return nil
  }

  // MARK: - Running

  @exclusivity(unchecked) nonisolated(unsafe) private static var lastRun: UInt = 0

  /// Begins to record reads anew. Under the lock.
  @inline(__always)
  final func beginRun() {
    Self.lastRun &+= 1
    run = Self.lastRun
    lastRead = nil
  }

  /// Prepares the run of the closure, and releases the lock.
  @inline(__always)
  private final func startRun(_ evaluation: Evaluation.Pointer) {
    beginRun()
    state.remove(.outdated)
    state.insert(.running)
    evaluation.pointee.prepareRun(of: state, isFirst: version == 0, changes: Self.changes)
    GraphLock.unlock()
    evaluation.pointee.context.pointee.computation = .passUnretained(self)
  }

  /// Takes the lock, and the result, if there is one that differs from the value.
  @inline(__always)
  private final func endRun(_ evaluation: Evaluation.Pointer, _ differs: Bool) {
    evaluation.pointee.context.pointee.computation = nil
    GraphLock.lock()
    state.remove(.running)
    if let objects = evaluation.pointee.takeObjects() { note(objects, evaluation.pointee.context) }
    // A change of an unknown input of a provisional result has not marked this. An effect runs again when the other thread is
    // done.
    if evaluation.pointee.changes != Self.changes, state.contains(.provisional), !state.contains(.isEffect) {
      state.formUnion(.outdatedInput)
    }
    if state.contains(.announced) { state.insert(.provisional) }
    let unread = takeUnread()
    DependencyEdge.unlink(unread)
    // The closure may have read some inputs before a change by another thread, and some after it.
    // An effect has no result, and is checked again only for the inputs that it has set.
    let isDropped =
      state.contains(.stale) && evaluation.pointee.remaining > 0 && state.isDisjoint(with: .keepsStaleResults)
    if isDropped {
      state.insert(.changed)
    } else if differs {
      if fitsWord {
        valueWord.store(evaluation.pointee.context.pointee.resultWord)
        hasWord = true
      } else {
        _ = perform(self, .commit)
      }
      version &+= 1
    }
    if unread != nil || differs && holdsObjects {
      GraphLock.unlock()
      DependencyEdge.release(unread)
      _ = perform(self, .release)
      GraphLock.lock()
    }
  }

  /// Removes the edges to the inputs that the run has not read again.
  @inline(__always)
  private final func takeUnread() -> DependencyEdge.Pointer? {
    let unread: DependencyEdge.Pointer?
    if let lastRead {
      unread = lastRead.pointee.nextInput
      lastRead.pointee.nextInput = nil
    } else {
      unread = firstInput
      firstInput = nil
    }
    lastRead = nil
    return unread
  }

  // MARK: - Reading

  /// Records that the run has read an input, unless it did so before. Only the thread that runs this calls it.
  @inlinable
  @inline(__always)
  final func noteRead(of input: DependencyNode, isLocked: Bool, version: UInt = 0) {
    if !noteRepeatedRead(of: input, version: version) {
      noteNewRead(of: input, isLocked: isLocked, version: version)
    }
  }

  /// The same, for an input that is in the list of inputs already. Returns false if it is not the next one there.
  @inlinable
  @inline(__always)
  final func noteRepeatedRead(of input: DependencyNode, version: UInt = 0) -> Bool {
    let next = lastRead == nil ? firstInput : lastRead.unsafelyUnwrapped.pointee.nextInput
    if let next, next.pointee.input.toOpaque() == Unmanaged.passUnretained(input).toOpaque() {
      next.pointee.version = version
      lastRead = next
      input.lastReader.store(run)
      return true
    }
    return input.lastReader.relaxed == run
  }

  @usableFromInline
  @inline(never)
  final func noteNewRead(of input: DependencyNode, isLocked: Bool, version: UInt) {
    input.lastReader.store(run)
    if !isLocked { GraphLock.lock() }
    defer { if !isLocked { GraphLock.unlock() } }
    let edge = DependencyEdge.make(from: self, to: input, version: version)
    // Under the lock, so that the list can be followed by any thread.
    if let lastRead {
      edge.pointee.nextInput = lastRead.pointee.nextInput
      lastRead.pointee.nextInput = edge
    } else {
      edge.pointee.nextInput = firstInput
      firstInput = edge
    }
    lastRead = edge
  }

  // MARK: - Circles

  /// Records that this thread reads this while it brings it up to date: every computation in between is part of a circle.
  @usableFromInline
  final func noteCircle() -> [NodeInfo] {
    var circle: [NodeInfo] = []
    var context = ReadingContext.slot.current
    while let current = context {
      var next = current.pointee.computation?.takeUnretainedValue()
      while let computation = next {
        computation.isInCircle = true
        circle.append(computation.info)
        if computation === self { return circle }
        // Another thread has claimed the computation that this one runs for one read.
        next = current.pointee.isDetached ? nil : computation.reader?.takeUnretainedValue()
      }
      context = current.pointee.outer
    }
    isInCircle = true
    return circle
  }

  @usableFromInline
  static func stop(inCircle circle: [NodeInfo]) -> Never {
    let names = circle.map { "\($0.operation) (\($0.place.file):\($0.place.line))" }
      .joined(separator: ", which is read by ")
    // The forms in which these values are written. An operator such as `derived` has none that takes such a value.
    let written = ["Derived", "Computed"].filter { form in circle.contains { $0.operation == form } }
    let forms = (written.isEmpty ? ["Derived"] : written).map { "\($0)(inCircle: …)" }.joined(separator: " or ")
    // Not a `preconditionFailure`, which prints nothing in a release build.
    fatalError(
      "A derived value reads itself: \(names). Take one of them out of the closure of another, make it a Property that is "
        + "set, or give it a value for this case: \(forms).")
  }

  /// The inputs of the last run; none while another thread runs the closure.
  final var inputs: [DependencyNode] {
    GraphLock.lock()
    defer { GraphLock.unlock() }
    var inputs: [DependencyNode] = []
    var next = claimant == 0 ? firstInput : nil
    while let edge = next {
      inputs.append(edge.pointee.input.takeUnretainedValue())
      next = edge.pointee.nextInput
    }
    return inputs
  }

  override func recordedChanges() -> Signal<Void>? { rarities?.recordedOwner?.pulses(after: version) }

  // MARK: - The end

  /// Removes this from the graph, when nothing refers to it except for its dependents. If another thread is running the
  /// closure, that thread does so afterwards.
  @usableFromInline
  final func remove() {
    GraphLock.lock()
    state.insert(.isReleased)
    var reached = ReactionList()
    if isToLeaveGraph { leaveGraph(&reached) }
    GraphLock.unlock()
    reached.settle()
  }

  /// Whether nothing refers to this any more, and no thread runs the closure.
  private final var isToLeaveGraph: Bool { state.contains(.isReleased) && claimant == 0 && bypassCount == 0 }

  /// Begins to run the closure although another thread has claimed this. Under the lock.
  @usableFromInline
  final func beginBypass() {
    state.insert(.wasBypassed)
    bypassCount += 1
  }

  /// Releases the lock.
  @usableFromInline
  final func endBypass() {
    bypassCount -= 1
    var reached = ReactionList()
    if isToLeaveGraph { leaveGraph(&reached) }
    GraphLock.unlock()
    reached.settle()
  }

  /// Releases the inputs and the closure. Under the lock, which is released meanwhile.
  private final func leaveGraph(_ reached: inout ReactionList) {
    let inputs = firstInput
    // The feeds of the inputs may run for these reactions.
    if inputs != nil, isFed { mark(asChanged: false, &reached) }
    firstInput = nil
    DependencyEdge.unlink(inputs)
    GraphLock.unlock()
    DependencyEdge.release(inputs)
    _ = perform(self, .releaseClosure)
    GraphLock.lock()
  }
}
