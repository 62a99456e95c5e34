package import Signals

/// An object that acts at the end of a turn in which an input of its computation may have changed.
///
/// Marking collects reactions in a list, and the list joins the turn of the event. A reaction is in one list at a time.
// Unchecked, because the lock of the graph guards the state.
@usableFromInline
@safe
class Reaction: HubFollower, TurnParticipant, @unchecked Sendable {
  /// Whether this is in a list or in a turn, and has not acted since. Guarded by the lock of the graph.
  @safe @exclusivity(unchecked) @usableFromInline final var isReached = false
  /// Whether lists and turns keep this by their one common reference, and whether a later list may need it. Guarded by the lock
  /// of the graph, as the number below.
  // To retain this for each list would cost more than to count the lists under the lock, which is held anyway.
  @safe @exclusivity(unchecked) private final var isKept = false
  @safe @exclusivity(unchecked) private final var isWanted = false
  /// Whether this waits for the end of a change in place: see ``HeldReactions``. Guarded by the lock of the graph.
  @safe @exclusivity(unchecked) fileprivate final var wait = Wait.none
  /// The number of lists and turns that hold this, or in which it acts.
  @safe @exclusivity(unchecked) private final var holdCount: UInt32 = 0
  /// One while this is in a list, or linked in a turn. It may act at the same time, for an earlier change, and the list still
  /// needs `next`. Set under the lock.
  fileprivate final let isLinked = AtomicHalfWord(0)
  /// One if the computation depends on a source with a feed, or has done so.
  @usableFromInline final let fed = AtomicHalfWord(0)
  /// The cause of the change that has reached this, if bindings want to know; zero if this has acted since. Changed under the
  /// lock of the graph.
  final let cause = AtomicWord(0)
  /// Belongs to the list or the turn.
  @safe @exclusivity(unchecked) fileprivate final var next: Unmanaged<Reaction>?
  @safe @exclusivity(unchecked) final var feedUse: FeedUse?

  /// The hub that emits what this delivers. The subclass keeps it.
  @usableFromInline final let emitter: Unmanaged<Producer>?

  /// Whether this runs a closure of the program, and no handlers.
  @usableFromInline final let isEffect: Bool

  @usableFromInline
  init(emitter: Producer? = nil, isEffect: Bool = false) {
    unsafe self.emitter = emitter.map { unsafe .passUnretained($0) }
    self.isEffect = isEffect
    super.init()
  }

  /// The context in which this acts, if that is not the thread on which a turn ends.
  var home: ExecutionContext? { nil }

  /// One if no join is downstream, else more.
  @inlinable final var depth: UInt { unsafe emitter?._withUnsafeGuaranteedRef { $0.joinsBelow } ?? 1 }

  @usableFromInline
  func settle(in turn: Turn) { preconditionFailure("\(Self.self) must override settle(in:).") }

  /// Whether this only releases values, which needs no turn.
  var isRelease: Bool { false }

  /// Releases the values.
  func releaseValues() {}

  /// Has effects act, one after the other. They need no turn, since they emit nothing, and what they read is no input of the code that
  /// has reached them. Under no lock.
  class func settle(_ effects: inout EffectQueue, on thread: UInt) {
    preconditionFailure("\(Self.self) is no effect.")
  }

  /// Ends everything that follows from this, since the value is released. From any thread.
  func finish() { preconditionFailure("\(Self.self) must override finish().") }

  @inlinable final var isFed: Bool { fed.relaxed != 0 }

  /// Under the lock.
  @inline(never)
  fileprivate final func note(_ new: UInt) {
    let cause = cause.relaxed
    self.cause.store(cause == 0 ? new : Turn.further(cause, new))
  }

  /// Returns the cause for which this acts now. From any thread.
  @discardableResult
  final func takeCause() -> UInt {
    if cause.relaxed == 0 { return 0 }
    GraphLock.lock()
    defer { GraphLock.unlock() }
    defer { cause.store(0) }
    return cause.relaxed
  }

  /// Keeps this for a list. Under the lock.
  @inline(__always)
  fileprivate final func hold() {
    holdCount += 1
    isWanted = true
    if isKept { return }
    isKept = true
    _ = unsafe Unmanaged.passRetained(self)
  }

  /// Gives up what `hold()` has kept. Under no lock.
  @inline(__always)
  static func endHold(_ reaction: Unmanaged<Reaction>, _ thread: UInt = currentThread()) {
    GraphLock.lock(thread)
    let isLast = unsafe reaction._withUnsafeGuaranteedRef { $0.leaveHold() }
    GraphLock.unlock()
    if isLast { unsafe reaction.release() }
  }

  /// Gives up what `hold()` has kept. Under the lock.
  ///
  /// - Returns: whether the caller has to release this, with no lock held.
  @inline(__always)
  final func leaveHold() -> Bool {
    holdCount -= 1
    return takeReference()
  }

  /// Has no list keep this, until one holds it again. Under the lock.
  ///
  /// - Returns: whether the caller has to release this, with no lock held.
  final func stopKeeping() -> Bool {
    isWanted = false
    // No list takes it when the change in place is over.
    if wait == .reached { wait = .untilChangeIsOver }
    return takeReference()
  }

  private final func takeReference() -> Bool {
    if isWanted || holdCount > 0 || !isKept { return false }
    isKept = false
    return true
  }

  /// Records that this acts now, so that later changes reach it again. Under the lock.
  @inlinable
  final func beginActing() { isReached = false }

  // MARK: - While a property is changed in place

  fileprivate enum Wait: UInt8 {
    case none
    case untilChangeIsOver
    /// The same, and this was reached meanwhile.
    case reached
  }

  /// Has no list take this until the wait is over. Returns false if it waits already. Under the lock.
  final func beginWait() -> Bool {
    guard wait == .none else { return false }
    wait = .untilChangeIsOver
    return true
  }

  /// Returns whether this was reached meanwhile. Under the lock.
  final func endWait() -> Bool {
    defer { wait = .none }
    return wait == .reached
  }
}

/// Reactions in the order in which they were reached, each held once.
@safe
struct ReactionList {
  private var first: Unmanaged<Reaction>?
  private var last: Unmanaged<Reaction>?
  /// The cause of the change that reaches the next reactions, if bindings want to know.
  var cause: UInt = 0

  init() {}

  /// - Parameter cause: the cause of the change that reaches the reactions, if bindings want to know.
  init(for cause: UInt) { self.cause = cause }

  var isEmpty: Bool { unsafe first == nil }

  /// The reaction that was reached last.
  var latest: Reaction? { unsafe last?.takeUnretainedValue() }

  /// Under the lock of the graph.
  mutating func append(_ reaction: Unmanaged<Reaction>) {
    let isLinked = unsafe reaction._withUnsafeGuaranteedRef { reaction in
      // A reaction that is acting at this moment may act again before its turn comes.
      if cause != 0 { reaction.note(cause) }
      if reaction.isReached { return true }
      if reaction.wait != .none {
        reaction.wait = .reached
        return true
      }
      reaction.isReached = true
      // It acts when its list has joined a turn, which is after this change.
      if reaction.isLinked.value != 0 { return true }
      reaction.isLinked.store(1)
      reaction.hold()
      return false
    }
    if !isLinked { unsafe link(reaction) }
  }

  /// Appends the reactions of another list.
  mutating func append(_ other: ReactionList) {
    guard let first = unsafe other.first else { return }
    unsafe link(first)
    unsafe last = other.last
  }

  private mutating func link(_ reaction: Unmanaged<Reaction>) {
    if let last = unsafe last {
      unsafe last._withUnsafeGuaranteedRef { $0.next = unsafe reaction }
    } else {
      unsafe first = reaction
    }
    unsafe last = reaction
  }

  /// Has all reactions act when the turn settles, and empties the list. Under no lock.
  mutating func join(_ turn: Turn) {
    pass(to: turn)
    self = ReactionList()
  }

  /// The same for a list that is not used again.
  func pass(to turn: Turn) { if !passLinked(to: turn) { passEach(to: turn) } }

  /// The same for reactions that may have to join a turn that is settling: see `joinSettlingTurn(if:)`.
  @inline(__always)
  func pass(to turn: Turn, orToSettlingOneIf isFeedPending: (_ own: Set<ObjectIdentifier>) -> Bool) {
    if passLinked(to: turn) { return }
    var rest = self
    rest.joinSettlingTurn(if: isFeedPending)
    rest.passEach(to: turn)
  }

  /// Passes the reactions in one step, if there are only such as settle in the order in which they were reached.
  private func passLinked(to turn: Turn) -> Bool {
    guard let first = unsafe first, let last = unsafe last else { return true }
    return unsafe Turn.cause == 0 && areLinkable && turn.reach(first.toOpaque(), last.toOpaque(), as: Links.self)
  }

  @inline(never)
  private func passEach(to turn: Turn) {
    var rest = self
    while let reaction = rest.popFirst() { turn.reach(reaction, for: reaction.cause.relaxed) }
  }

  /// Whether all of them settle in the order in which they were reached, and for no cause.
  private var areLinkable: Bool {
    var next = unsafe first
    while let reaction = unsafe next {
      if unsafe reaction._withUnsafeGuaranteedRef({ $0.depth != 1 || $0.cause.relaxed != 0 }) { return false }
      unsafe next = reaction._withUnsafeGuaranteedRef { $0.next }
    }
    return true
  }

  /// Removes the first reaction. From then on, another list may collect it again.
  private mutating func popFirst() -> Reaction? {
    guard let popped = unsafe first else { return nil }
    let reaction = unsafe popped.takeUnretainedValue()
    unsafe first = reaction.next
    if unsafe first == nil { unsafe last = nil }
    reaction.next = nil
    reaction.isLinked.store(0)
    unsafe Reaction.endHold(popped)
    return reaction
  }

  /// Has the reactions act that only release values, and removes them. Under no lock.
  mutating func releaseValues() {
    var rest = self
    self = ReactionList(for: cause)
    while let next = unsafe rest.first {
      if unsafe next._withUnsafeGuaranteedRef({ $0.isRelease }) {
        rest.popFirst()?.releaseValues()
      } else {
        unsafe rest.first = next._withUnsafeGuaranteedRef { $0.next }
        unsafe next._withUnsafeGuaranteedRef { $0.next = nil }
        unsafe link(next)
      }
    }
  }

  /// Releases all reactions without having them act for this change. Later changes reach them again.
  mutating func release() {
    while let reaction = popFirst() {
      GraphLock.lock()
      reaction.beginActing()
      GraphLock.unlock()
    }
  }

  /// Has all reactions act: when the transaction around this ends, or now in a turn of their own.
  ///
  /// A reaction that acts may reach others, or itself again, and those act afterwards. Threads that change and read the same
  /// values without a pause may cause that any number of times, so nothing nests.
  mutating func settle() {
    if isEmpty { return }
    if let transaction = unsafe TurnContext.transaction {
      unsafe transaction._withUnsafeGuaranteedRef { join($0) }
    } else if let waiting = Self.waiting.current {
      waiting.pointee.append(self)
    } else {
      var list = self
      Self.waiting.fill(ReactionList()) { waiting in
        repeat {
          let turn = Turn()
          list.join(turn)
          turn.end()
          swap(&list, &waiting.pointee)
        } while !list.isEmpty
      }
    }
    self = ReactionList()
  }

  /// The reactions that wait while this thread has others act.
  private static let waiting = ThreadContext<ReactionList>()

  // MARK: - Joins below

  /// Has the feeds of joins act in the turn of this thread that is settling, if another one that follows from the same nodes has yet
  /// to act in it. A handler has made the change then, and that other one will emit a result of it, which a join would show beside
  /// results of the change before it. A transaction around the change is one of that handler, since a turn settles outside of those before
  /// it. Not under the lock of the graph; the lock of the state may be held.
  ///
  /// - Parameter isFeedPending: whether there is such another one, besides those with these identities.
  mutating func joinSettlingTurn(if isFeedPending: (_ own: Set<ObjectIdentifier>) -> Bool) {
    guard has(where: { $0.depth > 1 }), let turn = SettlingTurns.innermost, isFeedPending(identities) else { return }
    var rest = self
    self = ReactionList(for: cause)
    while let next = unsafe rest.first {
      if unsafe next._withUnsafeGuaranteedRef({ $0.depth > 1 }) {
        if let reaction = rest.popFirst() { turn.reach(reaction, for: reaction.cause.relaxed) }
      } else {
        unsafe rest.first = next._withUnsafeGuaranteedRef { $0.next }
        unsafe next._withUnsafeGuaranteedRef { $0.next = nil }
        unsafe link(next)
      }
    }
  }

  private var identities: Set<ObjectIdentifier> {
    var identities = Set<ObjectIdentifier>()
    _ = has { reaction in
      identities.insert(ObjectIdentifier(reaction))
      return false
    }
    return identities
  }

  /// Whether there is such a reaction.
  @inline(__always)
  private func has(where isWanted: (Reaction) -> Bool) -> Bool {
    var next = unsafe first
    while let reaction = unsafe next {
      if unsafe reaction._withUnsafeGuaranteedRef(isWanted) { return true }
      unsafe next = reaction._withUnsafeGuaranteedRef { $0.next }
    }
    return false
  }

  // MARK: - Effects

  /// - Parameter first: the first one of linked reactions.
  private init(linkedFrom first: UnsafeMutableRawPointer) { unsafe self.first = .fromOpaque(first) }

  /// Whether there is more than one reaction.
  fileprivate var hasSeveral: Bool { unsafe first?._withUnsafeGuaranteedRef { unsafe $0.next != nil } ?? false }

  /// Whether all of these are effects, and act for no cause.
  private var areEffects: Bool {
    var next = unsafe first
    while let reaction = unsafe next {
      if unsafe reaction._withUnsafeGuaranteedRef({ !$0.isEffect || $0.cause.relaxed != 0 }) { return false }
      unsafe next = reaction._withUnsafeGuaranteedRef { $0.next }
    }
    return true
  }

  /// Removes the first reaction, which the list still holds: see `Reaction.endHold(_:_:)`. From then on, another list may collect
  /// it again.
  @inline(__always)
  fileprivate mutating func takeFirst() -> Unmanaged<Reaction>? {
    guard let taken = unsafe first else { return nil }
    unsafe taken._withUnsafeGuaranteedRef { reaction in
      unsafe first = reaction.next
      reaction.next = nil
      reaction.isLinked.store(0)
    }
    return unsafe taken
  }

  /// Has all reactions act, if they are effects, and need no turn that keeps a cause for them. Under no lock.
  @inline(__always)
  func settleIfEffects() -> Bool {
    guard areEffects, Turn.cause == 0 else { return false }
    guard let kind = unsafe first?._withUnsafeGuaranteedRef({ type(of: $0) }) else { return true }
    var effects = EffectQueue.list(self)
    kind.settle(&effects, on: currentThread())
    return true
  }

  /// The links between the reactions of a turn.
  fileprivate enum Links: LinkedParticipants {
    static func take(_ place: UnsafeMutableRawPointer) -> (any TurnParticipant, next: UnsafeMutableRawPointer?) {
      let taken = unsafe Unmanaged<Reaction>.fromOpaque(place)
      let reaction = unsafe taken.takeUnretainedValue()
      let next = reaction.next
      reaction.next = nil
      reaction.isLinked.store(0)
      unsafe Reaction.endHold(taken)
      return unsafe (reaction, next?.toOpaque())
    }

    static func areIndependent(_ first: UnsafeMutableRawPointer) -> Bool {
      unsafe ReactionList(linkedFrom: first).areEffects
    }

    static func settleIndependent(_ first: UnsafeMutableRawPointer, of turn: Turn) {
      guard let kind = unsafe kindOfEffect(first) else { return }
      let list = unsafe ReactionList(linkedFrom: first)
      if list.hasSeveral { return settle(kind, of: turn, on: currentThread()) }
      // The turn is not asked again.
      unsafe turn.removeLinked(before: nil)
      var effects = EffectQueue.list(list)
      kind.settle(&effects, on: currentThread())
    }

    private static func settle(_ kind: Reaction.Type, of turn: Turn, on thread: UInt) {
      var effects = unsafe EffectQueue.turn(.passUnretained(turn))
      kind.settle(&effects, on: thread)
    }

    static func settle(in turn: Turn) {
      let thread = currentThread()
      while let next = unsafe turn.nextLinked {
        if let kind = unsafe kindOfEffect(next) {
          settle(kind, of: turn, on: thread)
        } else {
          let reaction = unsafe take(next, from: turn)
          unsafe reaction._withUnsafeGuaranteedRef { $0.settle(in: turn) }
          unsafe Reaction.endHold(reaction, thread)
        }
      }
    }

    /// The type of this reaction, if it is an effect.
    private static func kindOfEffect(_ place: UnsafeMutableRawPointer) -> Reaction.Type? {
      unsafe Unmanaged<Reaction>.fromOpaque(place)._withUnsafeGuaranteedRef { $0.isEffect ? type(of: $0) : nil }
    }

    /// Removes the next reaction of a turn, which still holds it.
    @inline(__always)
    fileprivate static func take(_ place: UnsafeMutableRawPointer, from turn: Turn) -> Unmanaged<Reaction> {
      let taken = unsafe Unmanaged<Reaction>.fromOpaque(place)
      unsafe taken._withUnsafeGuaranteedRef { reaction in
        unsafe turn.removeLinked(before: reaction.next?.toOpaque())
        reaction.next = nil
        reaction.isLinked.store(0)
      }
      return unsafe taken
    }

    static func link(_ place: UnsafeMutableRawPointer, to next: UnsafeMutableRawPointer) {
      unsafe Unmanaged<Reaction>.fromOpaque(place)._withUnsafeGuaranteedRef { $0.next = unsafe .fromOpaque(next) }
    }
  }
}

/// Effects that act one after the other: those of a list, or those that come next in a turn.
@safe
enum EffectQueue {
  case list(ReactionList)
  case turn(Unmanaged<Turn>)

  /// Whether there is more than one.
  var hasSeveral: Bool {
    switch self {
    case .list(let list): return list.hasSeveral
    case .turn(let turn):
      guard let first = unsafe turn._withUnsafeGuaranteedRef({ unsafe $0.nextLinked }) else { return false }
      return unsafe Unmanaged<Reaction>.fromOpaque(first)._withUnsafeGuaranteedRef { first in
        unsafe first.next?._withUnsafeGuaranteedRef { $0.isEffect } ?? false
      }
    }
  }

  /// Removes the next effect. What it was taken from still holds it: see `Reaction.endHold(_:_:)`.
  @inline(__always)
  mutating func takeFirst() -> Unmanaged<Reaction>? {
    switch self {
    case .list(var list):
      let taken = unsafe list.takeFirst()
      self = .list(list)
      return unsafe taken
    case .turn(let turn):
      return unsafe turn._withUnsafeGuaranteedRef { turn in
        guard let next = unsafe turn.nextLinked,
          unsafe Unmanaged<Reaction>.fromOpaque(next)._withUnsafeGuaranteedRef({ $0.isEffect })
        else { return nil }
        return unsafe ReactionList.Links.take(next, from: turn)
      }
    }
  }
}
