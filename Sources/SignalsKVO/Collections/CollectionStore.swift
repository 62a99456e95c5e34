internal import Signals

/// The contents of an observed collection, which any thread may edit, and the edits of it, delivered in exactly the order
/// in which they were stored (C4).
///
/// As ``Store``, but that what is delivered doesn't carry the contents along, so that an edit is made where they lie.
///
/// Releasing the store finishes its signals.
// Unchecked, because the hub's lock guards what changes.
final class CollectionStore<Value: Contents & Sendable>: Dependency, @unchecked Sendable where Value.Change: Sendable {
  private let hub = Hub<CollectionEvent<Value>>(executor: .inline)
  private let info: NodeInfo

  // Guarded by the hub's lock. Nothing of the user's is called or released under it (C7).
  private var contents: Value
  /// How many edits have been stored, and one: so the contents at the beginning have a number too.
  private var version: UInt = 1
  /// The node in the dependency graph, once a computation has read the contents.
  private var node: StateSource?
  /// The thread that stored last.
  private var lastEditor: UInt = 0
  /// The observers that live as long as their owner, once there is one.
  private var ownedIfAny: OwnedEndpoints?

  /// Reports to Swift Observation, once a read was recorded.
  private let tracker = Guarded<ObservationTracker?>(nil)

  init(_ contents: Value, info: NodeInfo) {
    self.contents = contents
    self.info = info
    hub.note(info)
  }

  deinit { hub.finishLast() }

  // MARK: - Reading

  /// The contents as they are now.
  var value: Value { read { $0 } }

  /// Reads something of the contents. `body` runs under the lock.
  func read<Answer>(_ body: (Value) -> Answer) -> Answer {
    guard Recording.isUnderWay, let context = ReadingContext.slot.current else {
      if ObservationProbe.shared._withUnsafeGuaranteedRef({ $0.isRecording }) { trackRead() }
      return readLocked(body).answer
    }
    if let computation = context.pointee.tracker {
      let source = madeNode
      computation._withUnsafeGuaranteedRef { $0.noteRead(of: source, isLocked: false) }
    }
    let (version, answer) = readLocked(body)
    context.pointee.listener?.note(
      Reading(subject: self, owner: ObjectIdentifier(self), held: .value, version: version))
    return answer
  }

  private func readLocked<Answer>(_ body: (Value) -> Answer) -> (version: UInt, answer: Answer) {
    hub.lockState()
    defer { hub.unlockState() }
    return (version, body(contents))
  }

  private func trackRead() {
    let tracker = tracker.change { tracker in
      let made = tracker ?? ObservationTracker()
      tracker = made
      return made
    }
    tracker.noteRead { changed in
      changes.subscribe(as: .unplaced(.endpoint, "withObservationTracking")) { event in
        if case .value = event { changed() }
      }
    }
  }

  private var madeNode: StateSource {
    hub.lockState()
    let made = node
    hub.unlockState()
    return made ?? makeNode()
  }

  private func makeNode() -> StateSource {
    var new: StateSource? = StateSource { [hub, info] in hub.changes.labeled(info, at: hub) }
    let follower = new?.follower
    hub.lockState()
    defer { hub.unlockState() }
    if let node { return node }
    // In one step: a change that marks the node has to be followed when it is delivered.
    if let follower { hub.setFollower(follower) }
    swap(&node, &new)
    return node.unsafelyUnwrapped
  }

  private var current: (version: UInt, contents: Value) {
    hub.lockState()
    defer { hub.unlockState() }
    return (version, contents)
  }

  // MARK: - Editing

  /// Edits the contents where they lie.
  ///
  /// - Parameter edit: makes the edit and says what it did. It runs under the lock: it calls nothing of the user's, and what
  ///   it takes out goes into its answer (C7).
  func edit<Answer>(_ edit: (inout Value) -> (changes: [Value.Change], answer: Answer)) -> Answer {
    guard let answer = self.edit(if: { _ in true }, edit) else {
      preconditionFailure("A store takes every edit until it is released.")
    }
    return answer
  }

  /// The same, if `isWanted` still says so then, which is asked under the lock too.
  ///
  /// - Returns: nil if it doesn't.
  func edit<Answer>(
    if isWanted: (Value) -> Bool, _ edit: (inout Value) -> (changes: [Value.Change], answer: Answer)
  ) -> Answer? {
    var answer: Answer?
    _ = store(if: { _, contents in isWanted(contents) }) { contents in
      let edited = edit(&contents)
      answer = edited.answer
      return .edited(edited.changes)
    }
    return answer
  }

  /// Replaces everything.
  func assign(_ value: Value) {
    _ = store(if: { _, _ in true }) { contents in
      let difference = Difference(from: contents, to: value)
      contents = value
      return .assigned(difference)
    }
  }

  /// Edits a copy with nothing held, and stores that if nobody stored anything meanwhile, or else does it all again.
  ///
  /// - Parameter edit: answers what it made and what it did, or no changes if it did nothing.
  func rebuild<Answer, Failure>(
    _ edit: (Value) throws(Failure) -> (value: Value, changes: [Value.Change]?, answer: Answer)
  ) throws(Failure) -> Answer {
    while true {
      let (expected, found) = current
      var (value, changes, answer) = try edit(found)
      guard let changes else { return answer }
      let isStored = store(if: { version, _ in version == expected }) { contents in
        // What was there goes when this returns: an element that was replaced by an equal one is in no change.
        swap(&contents, &value)
        return .rebuilt(contents, changes)
      }
      if isStored { return answer }
      checkEditor()
    }
  }

  /// Whoever edits in the course of `rebuild` what is rebuilt there would come too late each time.
  private func checkEditor() {
    hub.lockState()
    let isOwn = lastEditor == currentThread()
    hub.unlockState()
    precondition(
      !isOwn,
      """
      A batch was given a collection that it also edits by the way: edit it by what the batch hands to its closure, or \
      before or after the batch.
      """)
  }

  private func store(
    if isWanted: (UInt, Value) -> Bool, _ body: (inout Value) -> CollectionEvent<Value>.News
  ) -> Bool {
    // What the handlers read is no input of the computation that makes the change.
    let paused = Recording.pauseForChange()
    defer { if let paused { Recording.resume(paused) } }
    let result = hub.submit {
      guard isWanted(version, contents) else { return nil }
      let news = body(&contents)
      version &+= 1
      lastEditor = currentThread()
      if let node { node.changed() }
      return .value(CollectionEvent(version: version, news: news))
    }
    return result != nil
  }

  // MARK: - Observing

  /// The contents as they are, and then as they are after each edit.
  var values: Signal<Value> {
    source.stage(CollectionMirror<Value>()) { mirror, event, downstream in
      if mirror.follow(event) { try downstream.pass(mirror.value) }
    }.labeled(info, at: hub)
  }

  /// Every edit from now on.
  var changes: Signal<[Value.Change]> {
    source.stage(UInt(0)) { since, event, downstream in
      if case .found = event.news {
        since = event.version
      } else if event.version > since, let changes = event.changes {
        try downstream.pass(changes)
      }
    }.labeled(info, at: hub)
  }

  /// What leads from `old` to the contents as they are, and then every edit.
  func changes(from old: Value) -> Signal<[Value.Change]> {
    source.stage(UInt(0)) { since, event, downstream in
      if case .found(let value) = event.news {
        since = event.version
        try downstream.pass(value.changes(from: old))
      } else if event.version > since, let changes = event.changes {
        try downstream.pass(changes)
      }
    }.labeled(info, at: hub)
  }

  /// Calls `handler` for an owner with the changes of each edit from now on.
  func observe<Owner: AnyObject & Sendable>(
    for owner: Owner, as info: NodeInfo, on actor: (any Actor)?,
    _ handler: @escaping @Sendable (Owner, [Value.Change]) -> Void
  ) -> Endpoint { changes.observe(for: owner, keptIn: owned, as: info, on: actor, handler) }

  private var owned: OwnedEndpoints {
    hub.lockState()
    defer { hub.unlockState() }
    if let ownedIfAny { return ownedIfAny }
    let new = OwnedEndpoints()
    ownedIfAny = new
    return new
  }

  /// Removes the observers of an owner, or all that have one.
  func removeObservers(forOwner owner: AnyObject?) {
    hub.lockState()
    let owned = ownedIfAny
    hub.unlockState()
    if let owner { owned?.cancel(for: owner) } else { owned?.cancelAll() }
  }

  var observerCount: Int { hub.observerCount }

  func pulses(after version: UInt) -> Signal<Void> {
    source.stage(version) { told, event, downstream in
      guard event.version > told else { return }
      told = event.version
      try downstream.pass(())
    }.labeled(info, at: hub)
  }

  /// The contents as they are, and then every edit. What was stored before a newcomer came may reach it after what it
  /// finds, as the numbers tell. The store isn't kept alive by it.
  private var source: Signal<CollectionEvent<Value>> {
    Signal { [hub, weak self] downstream, connection in
      hub.add(
        downstream, connection,
        for: CurrentValueProvider(isStored: true) { [weak self] in
          guard let (version, contents) = self?.current else { return nil }
          return CollectionEvent(version: version, news: .found(contents))
        })
    }
  }
}
