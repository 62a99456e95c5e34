internal import Signals

/// Delivers the changes of a derived value to its observers, while there are any.
///
/// It acts at the end of a turn in which an input may have changed: it brings the value up to date, and emits it if it is
/// another one (C10, C11). If the hub is busy then, the value waits there like any other event, and is emitted unless a later
/// one has been. The hub retains this until its end, and this retains the hub.
// Unchecked, because everything that changes belongs to the hub's owner.
@usableFromInline
final class DerivedFeed<Value: Sendable>: Reaction, CurrentValueSource, @unchecked Sendable {
  @usableFromInline typealias Result = (value: Value, version: UInt)

  @usableFromInline let computation: ValueComputation<Value>
  @usableFromInline let hub = Hub<Update<Value, Value>>.ofResults()
  /// Its closure runs for a new observer only while it lives.
  private weak let derived: Derived<Value>?
  /// The actor on which the closure has to run, if there is one.
  override var home: ExecutionContext? { ownHome }
  private let ownHome: ExecutionContext?
  @usableFromInline let hasHome: Bool
  // A function of the code that created the derived value, which knows the type of the value.
  private let deliverResult: (DerivedFeed, Turn?) -> Void

  /// One while the hub has a node in the live graph. The thread that delivers need not be the owner.
  @usableFromInline let recording = AtomicWord(0)

  // The hub's owner's.
  /// Whether there are observers.
  @exclusivity(unchecked) @usableFromInline private(set) var isActive = false
  /// The value that the first observer was given, or that was delivered last.
  @exclusivity(unchecked) @usableFromInline var delivered: Result?
  /// Whether `delivered` is a result that the computation keeps, so that the next version is another value.
  @exclusivity(unchecked) @usableFromInline var isKept = false
  /// The inputs of the computation, with the connections that show them in the live graph.
  @exclusivity(unchecked) private var recorded: [ObjectIdentifier: (node: DependencyNode, connection: Connection)] = [:]

  init(_ derived: Derived<Value>, _ deliverResult: @escaping (DerivedFeed, Turn?) -> Void) {
    self.derived = derived
    ownHome = derived.home
    hasHome = derived.home != nil
    computation = derived.computation
    self.deliverResult = deliverResult
    super.init()
    hub.setFollower(
      HubFollower(resultArrived: { [self] _, place in
        guard let update = place?.assumingMemoryBound(to: Update<Value, Value>.self).pointee else { return }
        if let next = next(after: (update.state, update.version)) { hub.emitNow(next) }
      }))
    hub.note(computation.info)
  }

  /// Called by the hub's owner, as `begin()` and `end()` are.
  var currentUpdate: Update<Value, Value>? {
    guard let derived else { return nil }
    let current = derived.computation.readForObserver()
    if !isActive { delivered = current }
    return Update(version: current.version, state: current.value, change: nil)
  }

  func begin() {
    guard let derived else { return }
    if delivered == nil { delivered = derived.computation.readForObserver() }
    isKept = false
    isActive = true
    recording.store(hub.isRecorded ? 1 : 0)
    GraphLock.lock()
    computation.reaction = .passUnretained(self)
    GraphLock.unlock()
    // The inputs may have changed since the value was read. Otherwise nothing has to wait for the hub, which is busy now.
    if !hasHome, recording.relaxed == 0, let result = computation.readUnlessBusy(for: self),
      result.version == delivered?.version
    {
      if isFed { updateFeeds(of: computation) }
      return
    }
    deliverResult(self, nil)
  }

  func end() {
    stop()
    isActive = false
    delivered = nil
    for entry in recorded.values { hub.stopListening(by: entry.connection) }
    recorded = [:]
  }

  /// From any thread.
  func stop() {
    GraphLock.lock()
    computation.reaction = nil
    GraphLock.unlock()
    stopFeeds()
  }

  @usableFromInline
  override var depth: UInt { hub.joinsBelow }

  @usableFromInline
  override func settle(in turn: Turn) { deliverResult(self, turn) }

  @inlinable
  func deliver(in turn: Turn?) {
    if hasHome, moveHome() { return }
    if recording.relaxed != 0 { recordInputs() }
    if let result = computation.readUnlessBusy(for: self), !hub.emit(in: turn, { next(after: result) }) {
      wait(with: result)
    }
    if isFed { updateFeeds(of: computation) }
  }

  /// The update that the observers have to get, if any. The hub's owner's.
  @inlinable
  func next(after result: Result) -> Update<Value, Value>? {
    guard isActive, let old = delivered, result.version > old.version else { return nil }
    let isNext = isKept && result.version == old.version &+ 1
    delivered = result
    isKept = true
    if !isNext, computation.isSame?(old.value, result.value) == true { return nil }
    return Update(version: result.version, state: result.value, change: old.value)
  }

  @usableFromInline
  @inline(never)
  func wait(with result: Result) {
    hub.emitLater(Update(version: result.version, state: result.value, change: nil))
  }

  /// Delivers the value later on the actor on which the closure has to run, unless this code runs there.
  @usableFromInline
  @inline(never)
  func moveHome() -> Bool {
    // Without the derived value, the closure is not run any more.
    guard let home = derived?.home else { return true }
    if home.isHere { return false }
    home.run { [self] in deliverResult(self, nil) }
    return true
  }

  // MARK: - In the live graph

  /// Connects the hub with the nodes that were read last, so that the live graph shows them (C16).
  @usableFromInline
  func recordInputs() {
    _ = computation.readUnlessBusy()
    hub.asOwner { [self] in updateRecord() }
  }

  private func updateRecord() {
    var unread = recorded
    for node in computation.inputs {
      guard unread.removeValue(forKey: ObjectIdentifier(node)) == nil, recorded[ObjectIdentifier(node)] == nil,
        let changes = node.recordedChanges()
      else { continue }
      recorded[ObjectIdentifier(node)] = (node, hub.recordInput(changes))
    }
    for (identity, entry) in unread {
      recorded[identity] = nil
      hub.stopListening(by: entry.connection)
    }
  }
}
