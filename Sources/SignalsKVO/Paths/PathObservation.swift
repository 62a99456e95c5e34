public import Signals

/// One observation of one key path: the one mechanism by which paths are followed (K3, K4).
///
/// The path is read while this listens, and each property that was read is observed. ``PathState`` decides about the consequences of a
/// change, ``DependencyPath`` knows the properties, and ``PathValues`` keeps the values.
///
/// All of it belongs to where the objects live, except for cancelling and for deaths, which happen on any thread. So each use
/// takes the ``ExclusiveAccess``, and a cancellation that finds it in use leaves the releasing to the user.
// Unchecked, because the variables belong to the thread that has the access.
@usableFromInline
@safe
final class PathObservation: PropertyObserver, AccessListener, WrittenPath, Cancellable, @unchecked Sendable {
  private let rootIdentity: ObjectIdentifier
  private weak let root: AnyObject?
  private let keyPath: AnyKeyPath
  /// The options, in one byte.
  private let shortOptions: UInt8
  /// Whether the value before a change has to be read before it.
  private let isReadBefore: Bool
  /// Whether it goes on without its observer, since it belongs to an owner. Set before it begins.
  @usableFromInline var lastsByItself = false
  // These two belong to the thread that has the access.
  /// Whether the path is nothing but the properties of `path`.
  @safe @exclusivity(unchecked) private var isAllProperties = false
  /// Whether nothing reports a change, or the deletion of the root. It is set once, when the observation begins.
  @safe @exclusivity(unchecked) private var isSilent = false
  let context: ExecutionContext
  private let traits: Traits?
  let operate: PathOperator
  let access = ExclusiveAccess()
  /// Whether the handler has been called.
  let deliveryNote = DeliveryNote()

  // These belong to the thread that has the access.
  @safe @exclusivity(unchecked) var state = PathState()
  @safe @exclusivity(unchecked) var path = DependencyPath()
  /// The link to the property that holds the value of the path, if one does.
  @safe @exclusivity(unchecked) private var end: UnsafeMutableRawPointer?
  /// The stamp of the last change, for a binding. For any other observer, the cause of the changes that are reported when the
  /// turn settles: one of those with the most rounds.
  @safe @exclusivity(unchecked) private var stamp = Stamp.none
  /// Reports the death of the root, where no property on the path does.
  @safe @exclusivity(unchecked) private var sentinel: ObservationLink?
  @safe @exclusivity(unchecked) var tracking = ObservableTracking()

  /// The parts that few observations have.
  // Unchecked, as the observation is.
  private final class Traits: @unchecked Sendable {
    /// The root, where it reports its changes itself.
    weak let reportingRoot: (any KeyValueObservable)?
    /// The properties on the path, where a runtime knows them by their names.
    let names: [String]?
    /// The hub of the signal that this feeds, if it does.
    let hub: Producer?
    /// Knows where changes come from, if this is for a binding.
    let tracker: ChangeTracker?

    init(
      _ reportingRoot: (any KeyValueObservable)?, _ names: [String]?, _ hub: Producer?,
      _ tracker: ChangeTracker?
    ) {
      self.reportingRoot = reportingRoot
      self.names = names
      self.hub = hub
      self.tracker = tracker
    }
  }

  /// Knows where changes come from, if this is for a binding.
  var tracker: ChangeTracker? { traits?.tracker }
  /// The same for a use that retains nothing.
  private var borrowedTracker: Unmanaged<ChangeTracker>? { unsafe traits?.tracker.map { unsafe .passUnretained($0) } }

  /// - Parameter operate: see ``PathValues``.
  @usableFromInline
  init<Root: AnyObject, Value>(
    _ root: Root, _ keyPath: KeyPath<Root, Value>, options: KeyValueObservingOptions, context: ExecutionContext,
    hub: Producer? = nil, tracker: ChangeTracker? = nil, operate: @escaping (PathOperation) -> Bool
  ) {
    self.root = root
    rootIdentity = ObjectIdentifier(root)
    let reportingRoot = root as? any KeyValueObservable
    let names =
      reportingRoot == nil ? (root as? any NamedProperties).flatMap { type(of: $0).names(on: keyPath) } : nil
    let isPlain = reportingRoot == nil && names == nil && hub == nil && tracker == nil
    traits = isPlain ? nil : Traits(reportingRoot, names, hub, tracker)
    self.keyPath = keyPath
    shortOptions = UInt8(options.rawValue & 15)
    self.context = context
    self.operate = PathOperator(operate)
    isReadBefore = options.contains(.old) && !WeakSnapshot<Value>.isHarmless(ValueKind(Value.self))
  }

  private var options: KeyValueObservingOptions { KeyValueObservingOptions(rawValue: Int(shortOptions)) }

  /// Begins to observe, and reports the value if that is asked for.
  @usableFromInline
  func begin() {
    guard let entry = access.enter() else { return }
    let isInitial = options.contains(.initial)
    if read() {
      _ = operate(isInitial ? .queue(PathNotice(.valueChanged, isInitial: true), nil) : .accept)
    }
    // A path that reads nothing observable has no property that would report the deletion.
    if let root, path.steps.isEmpty {
      observeDeath(of: root)
      isSilent = sentinel == nil && !tracking.isFollowing
    }
    access.leave(entry, orRelease: release)
    guard isInitial else { return catchUpWithReading() }
    state.queueInitial()
    NotificationQueue.run { flush(in: nil) }
  }

  /// From any thread.
  @usableFromInline
  func cancel() { if access.close() { release() } }

  @usableFromInline
  var isActive: Bool { access.isOpen && !(isSilent && root == nil) }

  /// Releases everything, when the observation is closed and not in use.
  func release() {
    path.close()
    sentinel?.close()
    // It keeps this.
    sentinel = nil
    tracking.stop()
    _ = operate(.release)
  }

  // MARK: - Reading

  /// Reads the value, and observes all properties that were read. Returns false if the root is gone.
  func read() -> Bool {
    guard let root else { return false }
    state.isReading = true
    defer {
      state.isReading = false
      state.hasFoundDeath = false
    }
    path.forgetChanges()
    // Where the path is nothing but properties, it reads no object that only Swift's own tracking could follow.
    if isAllProperties {
      listen()
      if path.hasNewShape { isAllProperties = path.isAll(of: keyPath) }
    }
    if !isAllProperties {
      tracking.follow(keyPath, by: { self.trackedChange($0) }, listen)
      if path.hasNewShape { isAllProperties = path.isAll(of: keyPath) }
      if isAllProperties { tracking.stop() }
    }
    // The last object that reported a read led on to one that only Swift's own tracking follows.
    if tracking.isFollowing, !operate(.track(path.lastObject)) { path.leadOnAtTheEnd() }
    if path.hasChanged {
      tracker?.followsDerived = path.steps.contains { $0.link.isDerived }
      // An object that is held weakly is read again, so that its death is reported.
      let isEndKnown = isAllProperties && path.steps.last?.isWeak == false
      end = unsafe isEndKnown ? path.steps.last.map { unsafe Unmanaged.passUnretained($0.link).toOpaque() } : nil
      state.isSingle = path.steps.count == 1
      observeDeath(of: root)
    }
    return true
  }

  private func listen() {
    path.beginReading()
    if let names = traits?.names, let root = root as? any NamedProperties {
      // Before it is read, so that a property that reports its reads comes after what leads there (K11).
      root.walk(names, of: keyPath, note)
    }
    AccessTracking.run(for: self) { _ = operate(.read) }
    if let reportingRoot = traits?.reportingRoot, !path.readsHandmade(as: keyPath),
      let property = reportingRoot.handmadeProperty(keyPath)
    {
      // Its getter says nothing, but it may call when it changes (K7).
      note(Access(subject: property, owner: rootIdentity, held: .value, path: keyPath))
    }
    path.endReading()
  }

  func note(_ access: Access) { path.note(access, by: self, root: rootIdentity, of: keyPath) }

  func willReportDeath() { state.hasFoundDeath = true }

  private func observeDeath(of root: AnyObject) {
    guard sentinel == nil, !path.steps.contains(where: \.isRoots), let property = WatchedProperty.any(of: root) else {
      return
    }
    let link = ObservationLink(self, to: property)
    sentinel = link
    property.addLifetimeObserver(link)
  }

  // MARK: - Noticing changes

  override var wantsWillSet: Bool { options.contains(.prior) || isReadBefore }

  override var feedsSignal: Bool { hub != nil || isForBinding }

  override var hub: Producer? { traits?.hub }

  override var isForBinding: Bool { tracker != nil }

  override func noteOtherBinding() { tracker?.noteOtherBinding() }

  override func willChange(_ link: ObservationLink) -> Bool {
    guard !state.isReading, let entry = access.enter() else { return false }
    defer { access.leave(entry, orRelease: release) }
    return unsafe perform(
      state.willChange(
        isValue: isEnd(.passUnretained(link)), prior: options.contains(.prior) ? reason(of: link) : nil,
        isRootAlive: root != nil))
  }

  override func didChange(_ link: ObservationLink, _ change: RawChange?) -> Bool {
    // What the getters set is part of the reading, and what handlers set because of that (K5).
    if state.isReading, state.hasFoundDeath, AccessTracking.current !== self { state.changesInReading = true }
    guard !state.isReading, let entry = access.enter() else { return false }
    defer { access.leave(entry, orRelease: release) }
    let isEnd = unsafe isEnd(.passUnretained(link))
    if let tracker, tracker.meetsOwn() {
      // There is nothing to report, but other objects may be on the path now.
      guard !isEnd else { return false }
      tracker.hasToLook = true
      return perform(state.didWrite())
    }
    return notice(reason(of: link), isEnd ? change : nil, of: link)
  }

  /// Reports the changes that handlers have made while the path was being read.
  private func catchUpWithReading() {
    guard state.changesInReading else { return }
    NotificationQueue.tell { event in
      guard let entry = access.enter() else { return }
      defer { access.leave(entry, orRelease: release) }
      if noticeChangesInReading() { event.add(self) }
    }
  }

  /// Notices the changes that handlers have made while the path was being read.
  private func noticeChangesInReading() -> Bool {
    guard state.changesInReading, access.isOpen else { return false }
    state.changesInReading = false
    var isQueued = false
    // They are newer than the change for which the path was read.
    withNewStamp { isQueued = notice(.valueChanged) }
    return isQueued
  }

  /// Whether the property holds the value of the path.
  private func isEnd(_ link: Unmanaged<ObservationLink>) -> Bool { unsafe link.toOpaque() == end }

  private func reason(of link: ObservationLink) -> PathReason {
    path.isIntermediate(link) ? .pathChanged : .valueChanged
  }

  /// - Parameters:
  ///   - change: the values before and after, if they are those of the path.
  ///   - link: the link to the property that has changed, if it was one.
  func notice(_ reason: PathReason, _ change: RawChange? = nil, of link: ObservationLink? = nil) -> Bool {
    let isRootAlive = change != nil || root != nil
    if isRootAlive { putStamp(reason) }
    let action = unsafe state.didChange(
      reason, carriesValues: change != nil, isRootAlive: isRootAlive,
      isInTransaction: TurnContext.transaction != nil)
    if state.isWaitingForTurn { keepCause() }
    return perform(action, change, of: link)
  }

  /// The turn settles outside of everything that has caused its changes. So the cause is kept until then: what a handler sets
  /// counts as a round of it (B2).
  private func keepCause() {
    guard tracker == nil else { return }
    let cause = Origin.cause
    if cause.isFurther(than: stamp) { stamp = cause }
  }

  /// Whether the reading after a change goes on through a property that held nil before, and counted as the value; or through
  /// another object of a derived value, which then tells nothing of that itself (K4).
  private func leadsOn(_ purpose: PathState.Purpose, of link: ObservationLink?) -> Bool {
    guard purpose.reason == .valueChanged,
      tracker == nil && path.leadsThroughNewObject || link.map({ path.leadsOnToObject($0) }) ?? false
    else { return false }
    putStamp(.pathChanged)
    return true
  }

  func putStamp(_ reason: PathReason) {
    if let tracker = unsafe borrowedTracker {
      stamp = unsafe tracker._withUnsafeGuaranteedRef {
        $0.stamp(isNewPath: reason == .pathChanged, of: ObservedEnd(root: rootIdentity, keyPath: keyPath))
      }
    }
  }

  /// Performs what the state has decided. Returns whether a notification was queued.
  func perform(
    _ action: PathState.Consequence, _ change: RawChange? = nil, of link: ObservationLink? = nil
  ) -> Bool {
    switch action {
    case .ignore: return false
    case .keepCurrent:
      AccessTracking.pause { _ = operate(.keepOld(nil, isCurrent: true)) }
      return false
    case .notifyPrior(let reason):
      AccessTracking.pause { _ = operate(.keepOld(nil, isCurrent: true)) }
      return queue(PathNotice(reason, isPrior: true))
    case .keepOld:
      _ = operate(.keepOld(change, isCurrent: false))
      return false
    case .waitForTurn:
      _ = operate(.keepOld(change, isCurrent: false))
      if let turn = unsafe TurnContext.transaction { unsafe SettlementBatch.join(self, in: turn.takeUnretainedValue()) }
      return false
    case .read(let purpose):
      let isRootAlive = read()
      let goesOn = leadsOn(purpose, of: link)
      let isQueued = perform(state.didRead(purpose, isRootAlive: isRootAlive, goesOn: goesOn), change)
      // Otherwise they are noticed when the notification has been delivered.
      return isQueued || noticeChangesInReading()
    case .accept:
      // The value that was read is not kept (K6).
      _ = operate(.accept)
      return false
    case .notifyChange: return queue(PathNotice(.valueChanged, stamp: stamp), change)
    case .notifyRead(let reason): return queue(PathNotice(reason, stamp: stamp))
    case .notifyDeletion:
      end = nil
      path.close()
      tracking.stop()
      return queue(PathNotice(.sourceDeleted))
    }
  }

  private func queue(_ notice: PathNotice, _ change: RawChange? = nil) -> Bool {
    _ = operate(.queue(notice, change))
    return true
  }

  override func changeInPlaceBegins() {
    guard let entry = access.enter() else { return }
    state.changeInPlaceBegins()
    access.leave(entry, orRelease: release)
  }

  override func changeInPlaceEnds() -> Int {
    guard let entry = access.enter() else { return 0 }
    defer { access.leave(entry, orRelease: release) }
    return state.changeInPlaceEnds().count { perform(state.read($0)) }
  }

  // MARK: - Deaths and changes on other threads

  override func didDie(_ link: ObservationLink) -> Bool {
    // An object that dies although a path still leads to it is being replaced in a property that cannot be observed, and
    // reading that property now would be a second access to it.
    if context.isHere, root == nil || path.observesDeath(link) { return noticeDeath() }
    // Off every actor it is noticed with the next change.
    guard context.isActor else { return false }
    context.run { [self] in
      NotificationQueue.tell { event in
        if noticeDeath() { event.add(self) }
      }
    }
    return false
  }

  /// An object on the path has died.
  private func noticeDeath() -> Bool {
    var isQueued = false
    func notice() {
      guard !state.isReading, let entry = access.enter() else { return }
      defer { access.leave(entry, orRelease: release) }
      if root == nil {
        isQueued = perform(state.end())
      } else if let reason = path.reasonOfLoss {
        // Otherwise a reading has noticed it before.
        isQueued = self.notice(reason)
      }
    }
    if Origin.isReport { notice() } else { withNewStamp(notice) }
    return isQueued
  }

  override func dependencyDidChange(_ link: ObservationLink, to version: UInt, by connection: Connection?) {
    // Off every actor it is unknown which thread may read the objects now: they are read with the next change here.
    guard context.isActor else { return }
    let cause = Origin.cause
    let notice = { @Sendable [self] (turn: Turn?) in
      act(for: cause) {
        NotificationQueue.tell(in: turn) { event in
          if link.isOpen, !isTold(link, version), didChange(link, nil) { event.add(self) }
        }
      }
    }
    // Not in the middle of a reading, which may have been before the change.
    guard context.isHere, !state.isReading else { return context.run { notice(nil) } }
    // A signal without a join downstream needs no turn (C11).
    notice(hub.map { $0.joinsBelow > Self.weight } ?? false ? connection?.currentTurn : nil)
  }

  /// The hub of a signal counts as a join: the observation notices before the joins settle that it reaches.
  @usableFromInline static let weight: UInt = 1

  override func dependencyDidEnd(_ link: ObservationLink) {
    // The root may have gone with it, and have no property that would report that.
    guard isForBinding, context.isActor, root == nil else { return }
    NotificationQueue.tell { event in
      if didDie(link) { event.add(self) }
    }
  }

  /// Runs what notices a change that has no stamp.
  func withNewStamp(_ body: () -> Void) {
    guard let tracker, !tracker.isWriting(Origin.cause) else { return body() }
    Origin.tell(.new(after: Origin.cause), body)
  }

  // MARK: - In a transaction

  // Above the joins that it reaches, so that they wait for it. A write of a binding may reach any.
  var depth: UInt { tracker == nil ? hub?.joinsBelow ?? 0 : ChangeTracker.observingDepth }

  /// The turn has been everywhere.
  func noticeSettled() -> Bool {
    guard let entry = access.enter() else { return false }
    defer { access.leave(entry, orRelease: release) }
    return perform(state.turnSettled())
  }

  // MARK: - Notifying

  override func flush(in turn: Turn?) {
    guard let entry = access.enter() else { return }
    state.notified()
    let cause = takeCause()
    var isLast = false
    deliveryNote.set()
    let deliver = { isLast = self.operate(.deliver(turn)) }
    if cause.isNone { deliver() } else { Origin.tell(cause, deliver) }
    if isLast { _ = access.close() }
    access.leave(entry, orRelease: release)
    catchUpWithReading()
  }

  /// The cause that was kept until the turn has settled.
  private func takeCause() -> Stamp {
    guard tracker == nil, !state.isWaitingForTurn else { return .none }
    let cause = stamp
    stamp = .none
    return cause
  }

  // The short way: the only observer of a property that holds the value of the path.
  override func notifyOnly(_ link: Unmanaged<ObservationLink>, _ change: RawChange?) {
    guard let change, unsafe isEnd(link) else { return unsafe super.notifyOnly(link, change) }
    if let tracker = unsafe borrowedTracker, unsafe tracker._withUnsafeGuaranteedRef({ $0.meetsOwn() }) { return }
    guard let place = NotificationQueue.placeIfIdle,
      unsafe state.mayNotifyAtOnce(isInTransaction: TurnContext.transaction != nil)
    else { return unsafe super.notifyOnly(link, change) }
    guard let entry = access.enter() else { return }
    putStamp(.valueChanged)
    deliveryNote.set()
    NotificationQueue.run(at: place) { _ = operate(.notify(change, stamp)) }
    if !access.leave(entry) { release() }
  }

  // MARK: - For bindings

  /// Whether the path can't be read or written, since something on it is being changed in place.
  @usableFromInline
  var isChangedInPlace: Bool { state.isChangedInPlace }

  @usableFromInline
  func goes(through property: ObjectIdentifier) -> Bool {
    path.steps.contains { $0.link.property == property || $0.link.mayFollow(from: property) }
  }

  /// Whether there are notifications that were not delivered yet.
  var hasQueuedNotices: Bool { state.queued != 0 }

  /// Whether a write sets a property that keeps its values as they are.
  @usableFromInline
  var isPlain: Bool { unsafe end != nil }

  /// Reads the path again, after a binding has written, for changes that nothing reports. Returns false where that can't be
  /// done.
  @usableFromInline
  func catchUpWithWriting() -> Bool {
    guard !state.isReading, !isChangedInPlace, let entry = access.enter() else { return false }
    defer { access.leave(entry, orRelease: release) }
    return read()
  }
}

/// Calls the closure of ``PathValues`` where it lies, so that a call retains nothing.
struct PathOperator: ~Copyable {
  private let body: (PathOperation) -> Bool

  init(_ body: @escaping (PathOperation) -> Bool) { self.body = body }

  borrowing func callAsFunction(_ operation: PathOperation) -> Bool { body(operation) }
}
