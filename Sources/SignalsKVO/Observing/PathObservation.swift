internal import Signals

/// One observation of one key path: the one mechanism by which anything here follows properties of objects (K3, K4).
///
/// The path is read while this listens, and then each property that was read is watched. When one of them changes, the
/// path is read again, unless it is clear without that what it holds now.
///
/// All of it belongs to where the objects live, but for cancelling and for deaths, which happen on any thread: so whoever
/// is at it owns it, as a producer of signals is owned. Nobody waits: a cancel leaves what is in use to be released by the
/// owner.
// Unchecked, because what is not constant belongs to the owner, which is one thread at a time.
final class PathObservation<Root: AnyObject, Value>: Watcher, ReadingListener, Settling, Cancellable, @unchecked Sendable {
  typealias Reason = KeyValueChange<Value>.Reason
  typealias Change = PathChange<Value>
  /// Whom a change is told to, and the turn to which it belongs where that is a signal.
  typealias Outlet = (Change, Turn?) -> Void

  private weak var root: Root?
  private let rootIdentity: ObjectIdentifier
  let keyPath: KeyPath<Root, Value>
  let options: KeyValueObservingOptions
  private let kind: ValueKind
  /// How many joins the signal may reach that this feeds, if it does.
  private let feedDepth: (() -> UInt)?
  private let isHandmade: Bool
  /// Where the objects live, if that is an actor.
  private let home: Home
  private let ownership = Ownership()

  // The owner's.
  @exclusivity(unchecked) private var outlet: Outlet?
  @exclusivity(unchecked) private var way = Way()
  /// Whether the path is nothing but the properties of the way.
  @exclusivity(unchecked) private var isAllProperties = false
  @exclusivity(unchecked) private var isReading = false
  @exclusivity(unchecked) private var recollection = Recollection<Value>.nothing
  /// The value, taken just before the change that is being made.
  @exclusivity(unchecked) private var before: Value?
  /// What is to be told, in order.
  @exclusivity(unchecked) private var pending = Pending<Change>()
  /// What has happened in the turn under way, if that settles at its end (C11).
  @exclusivity(unchecked) private var inTurn: (reason: Reason, old: Value?)?
  /// Whether the last call has been put aside.
  @exclusivity(unchecked) private var isOver = false
  /// What tells that the root has gone, where no step does.
  @exclusivity(unchecked) private var sentinel: Link?
  @exclusivity(unchecked) private var tracking = ObservableTracking()

  init(
    _ root: Root, _ keyPath: KeyPath<Root, Value>, options: KeyValueObservingOptions, home: Home,
    feedDepth: (() -> UInt)? = nil, outlet: @escaping Outlet
  ) {
    self.root = root
    rootIdentity = ObjectIdentifier(root)
    self.keyPath = keyPath
    self.options = options
    self.home = home
    self.feedDepth = feedDepth
    self.outlet = outlet
    kind = ValueKind(Value.self)
    isHandmade = root is any KeyValueObservable
  }

  /// Begins to observe, and tells the value if that is asked for.
  func begin() {
    guard let root, let entry = ownership.enter() else { return }
    let value = read(root)
    recollect(value)
    ownership.leave(entry, orRelease: release)
    guard options.contains(.initial) else { return }
    pending.append(Change(reason: .valueChanged, new: options.contains(.new) ? value : nil))
    Telling.run { speak(in: nil) }
  }

  /// From any thread.
  func cancel() { if ownership.close() { release() } }

  var isActive: Bool { ownership.isOpen }

  /// Lets go of everything. Nobody comes any more.
  private func release() {
    way.close()
    sentinel?.close()
    tracking.stop()
    outlet = nil
    recollection = .nothing
    before = nil
    pending = Pending()
    inTurn = nil
  }

  // MARK: - Reading

  /// Reads the value, and sees to it that whatever was read is watched.
  private func read(_ root: Root) -> Value {
    isReading = true
    defer { isReading = false }
    // Where the path is nothing but properties, it reads no object that only Swift's own tracking could follow.
    let value =
      isAllProperties
      ? listen(to: root)
      : tracking.follow(by: { [weak self] in self?.trackedChange(generation: $0) }) { listen(to: root) }
    if tracking.isFollowing, way.lastObject.map({ Reading.Held(value, kind: kind) != .object($0) }) ?? false {
      // It was read on in an object of which only Swift's own tracking hears.
      way.leadOnAtTheEnd()
    }
    if way.hasChanged {
      isAllProperties = way.isAll(of: keyPath)
      if isAllProperties { tracking.stop() }
      watchForDeath(of: root)
    }
    return value
  }

  private func listen(to root: Root) -> Value {
    let handmade = isHandmade ? root as? any KeyValueObservable : nil
    way.beginReading()
    let value = Recording.run(for: self) { root[keyPath: keyPath] }
    if let handmade, !way.readsRoot, let property = handmade.handmadeProperty(keyPath) {
      // Its getter says nothing, but it may call when it changes (K7).
      note(Reading(subject: property, owner: rootIdentity, held: Reading.Held(value, kind: kind), path: keyPath))
    }
    way.endReading { step, position in PathShape.isEnd(step, at: position, of: keyPath) }
    return value
  }

  func note(_ reading: Reading) { way.note(reading, by: self, root: rootIdentity) }

  private func watchForDeath(of root: Root) {
    guard sentinel == nil, !way.steps.contains(where: \.isRoots), let property = WatchedProperty.any(of: root) else {
      return
    }
    let link = Link(self, to: property)
    sentinel = link
    property.addMourner(link)
  }

  // MARK: - Noticing

  override var wantsToKnowBefore: Bool {
    options.contains(.prior) || options.contains(.old) && !Recollection<Value>.isPossible(kind)
  }

  override var feedsSignal: Bool { feedDepth != nil }

  override func willChange(_ link: Link) -> Bool {
    guard !isReading, inTurn == nil, let root, let entry = ownership.enter() else { return false }
    defer { ownership.leave(entry, orRelease: release) }
    if options.contains(.old) {
      before = Recollection<Value>.isPossible(kind) ? recollection.value : Recording.pause { root[keyPath: keyPath] }
    }
    guard options.contains(.prior) else { return false }
    pending.append(Change(reason: reason(of: link), old: before, isPrior: true))
    return true
  }

  override func didChange(_ link: Link, _ change: RawChange?) -> Bool {
    guard !isReading, let entry = ownership.enter() else { return false }
    defer { ownership.leave(entry, orRelease: release) }
    if let change, isAllProperties, link === way.steps.last?.link {
      return noticeValue(change)
    }
    return notice(reason(of: link))
  }

  private func reason(of link: Link) -> Reason { way.leadsOn(link) ? .pathChanged : .valueChanged }

  /// The last property of a path that is nothing but properties was set.
  private func noticeValue(_ change: RawChange) -> Bool {
    let old = change.old.assumingMemoryBound(to: Value.self)
    let new = change.new.assumingMemoryBound(to: Value.self)
    before = nil
    if way.steps.count > 1, let turn = Surroundings.turn?.takeUnretainedValue() {
      wait(for: turn, .valueChanged, old: options.contains(.old) ? old.pointee : nil)
      return false
    }
    pending.append(self.change(.valueChanged, old: old.pointee, new: new.pointee))
    if way.steps.count > 1 { recollect(new.pointee) }
    return true
  }

  private func notice(_ reason: Reason) -> Bool {
    let old = before ?? recollection.value
    before = nil
    guard let root else { return noticeDeletion() }
    if way.steps.count > 1, let turn = Surroundings.turn?.takeUnretainedValue() {
      wait(for: turn, reason, old: old)
      return false
    }
    let new = read(root)
    pending.append(change(reason, old: old, new: new))
    recollect(new)
    return true
  }

  private func noticeDeletion() -> Bool {
    guard !isOver else { return false }
    isOver = true
    way.close()
    tracking.stop()
    inTurn = nil
    pending.append(Change(reason: .sourceDeleted))
    return true
  }

  override func didDie(_ link: Link) -> Bool {
    if home.isHere { return noticeLoss() }
    home.run { [self] in
      Telling.tell { event in
        if noticeLoss() { event.add(self) }
      }
    }
    return false
  }

  /// An object that was on the path has gone.
  private func noticeLoss() -> Bool {
    guard !isReading, let entry = ownership.enter() else { return false }
    defer { ownership.leave(entry, orRelease: release) }
    if root == nil { return noticeDeletion() }
    // Somebody may have noticed before, by reading.
    return way.reasonOfLoss.map { notice($0 ? .pathChanged : .valueChanged) } ?? false
  }

  private func recollect(_ value: Value) {
    if options.contains(.old) { recollection = Recollection(value, kind: kind) }
  }

  private func change(_ reason: Reason, old: @autoclosure () -> Value?, new: @autoclosure () -> Value) -> Change {
    Change(
      reason: reason, old: options.contains(.old) ? old() : nil, new: options.contains(.new) ? new() : nil)
  }

  // MARK: - In a transaction

  private func wait(for turn: Turn, _ reason: Reason, old: Value?) {
    if inTurn == nil {
      inTurn = (reason, old)
      turn.reach(self)
    } else if reason == .pathChanged {
      inTurn?.reason = .pathChanged
    }
  }

  // Above the joins that it reaches, so that they wait for it.
  var settlingDepth: UInt { feedDepth.map { $0() + 1 } ?? 0 }

  func settle(in turn: Turn) {
    Telling.tell(in: turn) { event in
      guard let entry = ownership.enter() else { return }
      defer { ownership.leave(entry, orRelease: release) }
      guard let (reason, old) = inTurn, let root else { return }
      inTurn = nil
      let new = read(root)
      pending.append(change(reason, old: old, new: new))
      recollect(new)
      event.add(self)
    }
  }

  // MARK: - Speaking

  override func speak(in turn: Turn?) {
    guard let entry = ownership.enter() else { return }
    if let change = pending.take() {
      if change.reason == .sourceDeleted { _ = ownership.close() }
      outlet?(change, turn)
    }
    ownership.leave(entry, orRelease: release)
  }

  override func tellOrNotice(_ link: Link, _ change: RawChange?) {
    // What most observers wait for, and nothing else to think of: the path is one property, and nobody else hears of it.
    guard let change, isAllProperties, way.steps.count == 1, !Telling.isUnderWay, pending.isEmpty else {
      return super.tellOrNotice(link, change)
    }
    guard let entry = ownership.enter() else { return }
    Telling.run {
      outlet?(
        self.change(
          .valueChanged, old: change.old.assumingMemoryBound(to: Value.self).pointee,
          new: change.new.assumingMemoryBound(to: Value.self).pointee), nil)
    }
    ownership.leave(entry, orRelease: release)
  }

  // MARK: - Objects that only Swift's own tracking follows

  /// One of them is about to change, on whatever thread.
  private func trackedChange(generation: UInt) {
    // Off every actor nobody may read them but who sets them: they are read again with the next change here (K10).
    guard home.isActor else { return }
    home.run { [weak self] in self?.catchUp(generation) }
  }

  private func catchUp(_ generation: UInt) {
    Telling.tell { event in
      guard !isReading, let entry = ownership.enter() else { return }
      defer { ownership.leave(entry, orRelease: release) }
      guard tracking.isCurrent(generation) else { return }
      let old = before ?? recollection.value
      before = nil
      guard let root else {
        if noticeDeletion() { event.add(self) }
        return
      }
      let new = read(root)
      pending.append(change(way.hasChanged ? .pathChanged : .valueChanged, old: old, new: new))
      recollect(new)
      event.add(self)
    }
  }
}
