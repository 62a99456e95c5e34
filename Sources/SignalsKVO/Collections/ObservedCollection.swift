public import Signals

/// A collection that is edited, and reports its edits: the common part of ``ObservedArray`` and ``ObservedDictionary`` (K9).
///
/// Each edit is one event, even if it leaves the contents as they were (K2): an empty append emits no changes. All observers
/// receive the edits in the order in which they were stored (C4). They are called on the thread that edits, before the edit
/// returns. An edit made by a handler follows the event that it handles, and edits that meet on several threads are
/// delivered on a queue of the collection (C5).
///
/// Each call is one step that no other thread sees half done.
// An event doesn't carry the contents, so that an edit is made in place: see ``CollectionEvent``.
// Unchecked, because the hub's lock guards the state.
public class ObservedCollection<Contents: _ObservableContents & Sendable>: ObservableCollection<Contents>,
  @unchecked Sendable
where Contents._Change: Sendable {
  @usableFromInline final let hub = Hub<CollectionEvent<Contents>>(executor: .inline)

  // Guarded by the hub's lock. No user code is called and no user object released under it (C7).
  @usableFromInline final var contents: Contents
  /// The number of stored edits, plus one: the initial contents have a number, too.
  @usableFromInline final var version: UInt = 1
  /// The latest edits, for the collections that are derived from this one.
  @usableFromInline final var log = ChangeLog<CollectionEvent<Contents>.News>()
  /// The node in the dependency graph, once a computation has read the contents.
  @usableFromInline final var node: StateSource?
  /// The thread that stored last.
  @usableFromInline final var lastEditor: UInt = 0

  init(_ contents: Contents, info: NodeInfo) {
    self.contents = contents
    super.init(info: info)
    hub.note(info)
  }

  deinit {
    hub.finishLast()
    node?.leaveDependents()
  }

  // MARK: - Observing

  @usableFromInline
  override final var producer: Producer { hub }

  /// See ``ObservableCollection/observerCount``.
  public override final var observerCount: Int { hub.observerCount }

  @usableFromInline
  override final var source: Signal<CollectionEvent<Contents>> {
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
  ///   `Equatable`, it takes up to n² steps and names none. Objects that are neither are told apart by their identities, in
  ///   n log n steps and with moves, and of any other elements everything is replaced.
  /// - Dictionary: the changes have no particular order. If the values are neither `Equatable` nor objects, each value that stays
  ///   is reported as replaced.
  public override final var value: Contents {
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
  @inlinable
  final func read<Answer>(_ body: (Contents) -> Answer) -> Answer {
    if Recordings.areUnderWay, let context = ReadingContext.slot.current { return read(in: context, body) }
    trackRead()
    return readLocked(body).answer
  }

  @usableFromInline
  final func read<Answer>(in context: ReadingContext.Pointer, _ body: (Contents) -> Answer) -> Answer {
    if unsafe context.pointee.tracker != nil {
      context.pointee.noteRead(of: madeNode, isLocked: false)
    } else if unsafe context.pointee.detached != nil {
      // So that a computation that runs for one read notices a change meanwhile.
      _ = madeNode
    }
    let (version, answer) = readLocked(body)
    context.pointee.listener?.note(
      Access(subject: self, owner: ObjectIdentifier(self), held: .value, version: version))
    return answer
  }

  /// What has changed since a reader has read last, for a collection that is derived from this one. It becomes an input of the
  /// computation that is running.
  ///
  /// - Parameter version: the version that the reader has read last, or zero.
  final func pull(after version: UInt, by reader: ObjectIdentifier) -> Pulled<Contents> {
    read { _ in }
    let (current, news, found, dropped) = whileLocked {
      let news = version == 0 ? nil : log.entries(after: version, upTo: self.version)
      return (self.version, news, news == nil ? contents : nil, log.note(reader, hasRead: self.version))
    }
    for news in dropped { news.releaseRemoved() }
    if let found { return Pulled(version: current, news: .contents(found)) }
    return unsafe Pulled(version: current, news: .changes(Self.changes(of: news.unsafelyUnwrapped)))
  }

  private static func changes(of news: [CollectionEvent<Contents>.News]) -> [Contents._Change] {
    news.count == 1 ? news[0].changes : news.flatMap(\.changes)
  }

  /// Forgets a reader that reads no more.
  final func forget(_ reader: ObjectIdentifier) {
    let dropped = whileLocked { log.forget(reader) }
    withExtendedLifetime(dropped) {}
  }

  @inlinable
  final func whileLocked<Answer>(_ body: () -> Answer) -> Answer {
    hub.lockState()
    defer { hub.unlockState() }
    return body()
  }

  @inlinable
  final func readLocked<Answer>(_ body: (Contents) -> Answer) -> (version: UInt, answer: Answer) {
    whileLocked { (version, body(contents)) }
  }

  /// The contents with their number. The read is not recorded.
  @inlinable final var current: (version: UInt, answer: Contents) { readLocked { $0 } }

  final var extras: StateExtras { madeNode.extras }

  final var madeNode: StateSource { whileLocked { node } ?? makeNode() }

  private final func makeNode() -> StateSource {
    let new = HubSource { [hub, info] in hub.changes.labeled(info, at: hub) }
    return whileLocked {
      if let node { return node }
      // In one step: the delivery of a change that marks the node has to find the follower.
      hub.setFollower(new.extras)
      new.markRead()
      node = new
      return new
    }
  }

  override final var stateOwner: ObjectIdentifier? { ObjectIdentifier(self) }

  override final func countBindings(_ difference: Int) {
    let extras = extras
    whileLocked { extras.bindingCount += difference }
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
  @inlinable
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
  @inlinable
  final func edit<Answer>(if isWanted: (Contents) -> Bool, _ body: (inout Contents._Editor) -> Answer) -> Answer? {
    var answer: Answer?
    _ = store(if: { _, contents in isWanted(contents) }) { contents in
      let edited = Contents._edit(&contents, body)
      answer = edited.answer
      return .edited(edited.changes ?? [])
    }
    return answer
  }

  /// Edits the contents in place, if they still have this number. The closure runs under the lock: see `edit(if:_:)`.
  ///
  /// - Returns: whether the contents were edited.
  @inlinable
  final func edit(ifStill expected: UInt, _ body: (inout Contents._Editor) -> Void) -> Bool {
    store(if: { version, _ in version == expected }) { contents in
      .edited(Contents._edit(&contents, body).changes ?? [])
    }
  }

  /// Stops a closure of `batch`, or of `modify` of a part, that edits the same collection, since its result would be out of date each
  /// time.
  @usableFromInline
  final func checkEditor(_ file: StaticString, _ line: UInt) {
    requireArgument(
      whileLocked { lastEditor != currentThread() },
      """
      The closure of a batch has edited the collection that the batch edits. Let it edit its argument, or edit the collection \
      before or after the batch.
      """, file, line)
  }

  @inlinable
  final func store(
    if isWanted: (UInt, Contents) -> Bool, _ body: (inout Contents) -> CollectionEvent<Contents>.News
  ) -> Bool {
    // The computation that makes the change doesn't depend on the reads of the handlers.
    let paused = AccessTracking.pauseForChange()
    defer { if let paused { AccessTracking.resume(paused) } }
    var dropped: [CollectionEvent<Contents>.News] = []
    let result = unsafe hub.submit { isOwner in
      guard isWanted(version, contents) else { return nil }
      let news = body(&contents)
      version &+= 1
      if log.hasReaders {
        dropped = keepForReaders(news)
      } else {
        log.skip(to: version)
      }
      lastEditor = currentThread()
      let edit = CollectionEvent<Contents>(version: version, news: news)
      return .value(node == nil ? edit : follow(edit, isOwner: isOwner))
    }
    withExtendedLifetime(dropped) {}
    return result != nil
  }

  /// Keeps an edit for the collections that are derived from this one. Returns what they all have read. Under the lock.
  @usableFromInline
  @inline(never)
  final func keepForReaders(_ news: CollectionEvent<Contents>.News) -> [CollectionEvent<Contents>.News] {
    log.append(news.withoutContents, version: version, weight: news.weight(contents.count), count: contents.count)
  }

  /// Has all that depends on the contents know of an edit. Returns the edit with its stamp. Under the lock.
  @usableFromInline
  @inline(never)
  final func follow(_ edit: CollectionEvent<Contents>, isOwner: Bool) -> CollectionEvent<Contents> {
    guard let node else { return edit }
    var edit = edit
    edit.stamp = node.stampOfEdit(of: ObjectIdentifier(self))
    if !edit.stamp.isNone, let parts = boundParts(node.extras) {
      let written = edit.stamp.isCarried ? Origin.writtenPath as? PartStamps : nil
      // What a binding has written to a part has the stamp of the binding, by whatever it is read.
      parts.note(
        KeptChange(edit.withoutContents), edit.version, of: edit.stamp, writtenBy: written.map { ($0, edit.stamp) },
        isShared: written != nil)
    }
    node.changed(isOwner: isOwner, by: edit.stamp)
    return edit
  }
}

extension ObservedCollection: PartedState {}
