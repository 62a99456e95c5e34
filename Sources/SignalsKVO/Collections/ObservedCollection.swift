public import Signals

/// A collection that reports its edits: the common part of ``ObservedArray`` and ``ObservedDictionary`` (K9).
///
/// Each edit is one event, even if it leaves the contents as they were (K2): an empty append emits no changes. All observers
/// receive the edits in the order in which they were stored (C4). They are called on the thread that edits, before the edit
/// returns. An edit made by a handler follows the event that it handles, and edits that meet on several threads are
/// delivered on a queue of the collection (C5).
///
/// Each call is one step that no other thread sees half done.
// An event doesn't carry the contents, so that an edit is made in place: see ``CollectionEvent``.
// Unchecked, because the hub's lock guards the state.
public class ObservedCollection<Contents: _ObservableContents & Sendable>: Dependency, SignalProvider,
  InfallibleSignalConvertible, @unchecked Sendable
where Contents._Change: Sendable {
  /// The values of the signal.
  public typealias Value = Contents

  private final let hub = Hub<CollectionEvent<Contents>>(executor: .inline)
  private final let info: NodeInfo

  // Guarded by the hub's lock. No user code is called and no user object released under it (C7).
  private final var contents: Contents
  /// The number of stored edits, plus one: the initial contents have a number, too.
  private final var version: UInt = 1
  /// The node in the dependency graph, once a computation has read the contents.
  private final var node: StateSource?
  /// The thread that stored last.
  private final var lastEditor: UInt = 0
  /// The observers that live as long as their owner, once there is one.
  private final var ownedIfAny: OwnedEndpoints?

  /// Reports to Swift Observation, once a read was recorded.
  private final let tracker = Guarded<ObservationTracker?>(nil)

  init(_ contents: Contents, info: NodeInfo) {
    self.contents = contents
    self.info = info
    hub.note(info)
  }

  deinit { hub.finishLast() }

  // MARK: - Observing

  /// The changes of each later edit, in the order in which they were made. The signal finishes when the collection is released.
  ///
  /// ```swift
  /// let endpoint = list.changes.subscribeValues { changes in log.append("\(changes)") }
  /// ```
  public final var changes: Signal<[Contents._Change]> {
    source.stage(UInt(0)) { since, event, downstream in
      if case .found = event.news {
        since = event.version
      } else if event.version > since, let changes = event.changes {
        try downstream.pass(changes)
      }
    }.labeled(info, at: hub)
  }

  /// The changes that lead from a copy to the present contents, then the changes of each edit. No edit between the two is
  /// missed, on any thread (C12). The signal finishes when the collection is released.
  ///
  /// ```swift
  /// list.changes(from: table.shown).subscribeValues(for: table) { table, changes in table.shown.apply(changes) }
  /// ```
  public final func changes(from copy: Contents) -> Signal<[Contents._Change]> {
    source.stage(UInt(0)) { since, event, downstream in
      if case .found(let value) = event.news {
        since = event.version
        try downstream.pass(value._changes(from: copy))
      } else if event.version > since, let changes = event.changes {
        try downstream.pass(changes)
      }
    }.labeled(info, at: hub)
  }

  /// The present contents, then the contents after each edit. The signal finishes when the collection is released.
  ///
  /// Each subscription keeps a copy and applies the changes to it. A handler that keeps a value for longer than the call causes
  /// the next edit to copy the contents once more.
  public final var signal: Signal<Contents> {
    source.stage(CollectionMirror<Contents>()) { mirror, event, downstream in
      if mirror.follow(event) { try downstream.pass(mirror.value) }
    }.labeled(info, at: hub)
  }

  /// Calls `handler` with the owner and the changes of each later edit, for as long as the owner lives.
  ///
  /// ```swift
  /// list.subscribe(self) { owner, changes in owner.rows.apply(changes) }
  /// ```
  ///
  /// The owner isn't kept alive, and the endpoint need not be kept. All else is as with
  /// ``ObservableValue/subscribe(_:_:file:line:)``.
  @discardableResult
  public final func subscribe<Owner: AnyObject & Sendable>(
    _ owner: Owner,
    @_inheritActorContext _ handler:
      @escaping @isolated(any) @Sendable (
        _ owner: Owner, _ changes: [Contents._Change]
      ) -> Void,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Endpoint {
    let call = unisolated(handler)
    let info = NodeInfo(.endpoint, "subscribe", file, line)
    return changes.observe(for: owner, keptIn: owned, as: info, on: handler.isolation, call)
  }

  private final var owned: OwnedEndpoints {
    hub.lockState()
    defer { hub.unlockState() }
    if let ownedIfAny { return ownedIfAny }
    let new = OwnedEndpoints()
    ownedIfAny = new
    return new
  }

  private final var existingOwned: OwnedEndpoints? {
    hub.lockState()
    defer { hub.unlockState() }
    return ownedIfAny
  }

  /// Removes all observers of an owner, from any thread. If a handler of this collection calls it, the owner's observers
  /// receive nothing more, not even the rest of the event under way (C6).
  public final func removeObservers(forOwner owner: AnyObject) { existingOwned?.cancel(for: owner) }

  /// Removes all observers of all owners. Subscriptions to the signals stay, since their endpoints belong to others.
  public final func removeAllObservers() { existingOwned?.cancelAll() }

  /// The number of present observers: subscriptions to the signals, observers of owners, and observations of key paths that lead
  /// here. A derived value that is computed from the collection doesn't count.
  public final var observerCount: Int { hub.observerCount }

  func pulses(after version: UInt) -> Signal<Void> {
    source.stage(version) { told, event, downstream in
      guard event.version > told else { return }
      told = event.version
      try downstream.pass(())
    }.labeled(info, at: hub)
  }

  /// The present contents, and then every edit. An edit that was stored before the subscriber came may reach it after the
  /// contents that include it; the numbers tell. The signal doesn't keep the collection alive.
  private final var source: Signal<CollectionEvent<Contents>> {
    Signal { [hub, weak self] downstream, connection in
      ReadingContext.pause {
        hub.add(
          downstream, connection,
          for: CurrentValueProvider { [weak self] in
            guard let (version, contents) = self?.current else { return nil }
            return CollectionEvent(version: version, news: .found(contents))
          })
      }
    }
  }

  // MARK: - Reading

  /// The whole contents.
  ///
  /// Setting it is one event, whose changes are the difference between the old and the new contents; it is computed when an
  /// observer first asks for it. Elements or values that are equal count as the same, and setting equal contents is an event
  /// without changes.
  ///
  /// - Array: if the elements are `Hashable`, the difference takes n log n steps and names moves. If they are only
  ///   `Equatable`, it takes up to n² steps and names none. If they are neither, everything is replaced.
  /// - Dictionary: the changes have no particular order. If the values are not `Equatable`, each value that stays is
  ///   reported as replaced.
  public final var value: Contents {
    get { read { $0 } }
    set {
      _ = store(if: { _, _ in true }) { contents in
        let difference = Difference(from: contents, to: newValue)
        contents = newValue
        return .assigned(difference)
      }
    }
  }

  /// Reads the contents. `body` runs under the lock.
  final func read<Answer>(_ body: (Contents) -> Answer) -> Answer {
    guard Recordings.areUnderWay, let context = ReadingContext.slot.current else {
      if ObservationProbe.shared._withUnsafeGuaranteedRef({ $0.isRecording }) { trackRead() }
      return readLocked(body).answer
    }
    if let computation = context.pointee.tracker {
      let source = madeNode
      computation._withUnsafeGuaranteedRef { $0.noteRead(of: source, isLocked: false) }
    } else if context.pointee.isDetached {
      // So that a computation that runs for one read notices a change meanwhile.
      _ = madeNode
    }
    let (version, answer) = readLocked(body)
    context.pointee.listener?.note(
      Access(subject: self, owner: ObjectIdentifier(self), held: .value, version: version))
    return answer
  }

  private final func readLocked<Answer>(_ body: (Contents) -> Answer) -> (version: UInt, answer: Answer) {
    hub.lockState()
    defer { hub.unlockState() }
    return (version, body(contents))
  }

  private final var current: (version: UInt, answer: Contents) { readLocked { $0 } }

  private final func trackRead() {
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

  private final var madeNode: StateSource {
    hub.lockState()
    let made = node
    hub.unlockState()
    return made ?? makeNode()
  }

  private final func makeNode() -> StateSource {
    var new: StateSource? = StateSource { [hub, info] in hub.changes.labeled(info, at: hub) }
    let follower = new?.follower
    hub.lockState()
    defer { hub.unlockState() }
    if let node { return node }
    // In one step: the delivery of a change that marks the node has to find the follower.
    if let follower { hub.setFollower(follower) }
    swap(&node, &new)
    return node.unsafelyUnwrapped
  }

  // MARK: - Editing

  /// Makes several edits one event, and one step that no other thread sees half done.
  ///
  /// ```swift
  /// let wasRemoved = list.batch { editor in
  ///   guard let index = editor.firstIndex(of: 3) else { return false }
  ///   editor.remove(at: index)
  ///   return true
  /// }
  /// ```
  ///
  /// The closure edits a copy, under no lock. If another thread has edited the collection meanwhile, the closure is called
  /// again with the new contents. So it should edit and do nothing else, and it may be called many times while other
  /// threads edit without a pause. If it throws or edits nothing, nothing is stored and there is no event.
  @discardableResult
  public final func batch<Answer, Failure: Error>(
    _ body: (inout Contents._Editor) throws(Failure) -> Answer, file: StaticString = #fileID, line: UInt = #line
  ) throws(Failure) -> Answer {
    while true {
      let (expected, found) = current
      var edited = found
      let (changes, answer) = try Contents._edit(&edited, body)
      guard let changes else { return answer }
      let isStored = store(if: { version, _ in version == expected }) { contents in
        // The former contents are released when this returns: an element that an equal one replaced is in no change.
        swap(&contents, &edited)
        return .rebuilt(contents, changes)
      }
      if isStored { return answer }
      checkEditor(file, line)
    }
  }

  /// Edits the contents in place, if `isWanted` allows it. Both closures run under the lock, so they call no user code; an element
  /// that is removed goes into the changes or the answer (C7).
  ///
  /// - Returns: nil if `isWanted` refuses.
  final func edit<Answer>(if isWanted: (Contents) -> Bool, _ body: (inout Contents._Editor) -> Answer) -> Answer? {
    var answer: Answer?
    _ = store(if: { _, contents in isWanted(contents) }) { contents in
      let edited = Contents._edit(&contents, body)
      answer = edited.answer
      return .edited(edited.changes ?? [])
    }
    return answer
  }

  /// Stops a closure of `batch` that edits the same collection, since its result would be out of date each time.
  private final func checkEditor(_ file: StaticString, _ line: UInt) {
    hub.lockState()
    let isOwn = lastEditor == currentThread()
    hub.unlockState()
    requireArgument(
      !isOwn,
      """
      The closure of a batch has edited the collection that the batch edits. Let it edit its argument, or edit the collection \
      before or after the batch.
      """, file, line)
  }

  private final func store(
    if isWanted: (UInt, Contents) -> Bool, _ body: (inout Contents) -> CollectionEvent<Contents>.News
  ) -> Bool {
    // The computation that makes the change doesn't depend on the reads of the handlers.
    let paused = AccessTracking.pauseForChange()
    defer { if let paused { AccessTracking.resume(paused) } }
    let result = hub.submit { isOwner in
      guard isWanted(version, contents) else { return nil }
      let news = body(&contents)
      version &+= 1
      lastEditor = currentThread()
      if let node { node.changed(isOwner: isOwner) }
      return .value(CollectionEvent(version: version, news: news))
    }
    return result != nil
  }
}

extension ObservedCollection: CustomStringConvertible {
  /// The description of an `Array` or a `Dictionary` with these contents.
  public final var description: String { "\(value)" }
}
