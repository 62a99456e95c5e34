internal import Signals

/// One observation of one key path: the one mechanism by which anything here follows properties of objects (K3, K4).
///
/// The path is read while this listens, and then each property that was read is watched. When one of them changes, the
/// path is read again, unless it is clear without that what it leads to now.
///
/// All of it belongs to where the objects live, but for cancelling and for deaths, which happen on any thread: so whoever
/// is at it owns it. Nobody waits: what a cancel finds in use is released by whoever uses it.
// Unchecked, because what is not constant belongs to the owner, which is one thread at a time.
@usableFromInline
final class PathObservation: Watcher, ReadingListener, Cancellable, @unchecked Sendable {
  private let rootIdentity: ObjectIdentifier
  /// The root, where it says itself which of its properties change.
  private weak let handmade: (any KeyValueObservable)?
  /// The properties on the path, where a runtime knows them by their names.
  private let names: [String]?
  private weak let root: AnyObject?
  private let keyPath: AnyKeyPath
  private let options: KeyValueObservingOptions
  /// Whether the value before a change has to be read before it.
  private let isReadBefore: Bool
  /// Whether it goes on without its observer, since it belongs to an owner. Set before it begins.
  @usableFromInline var lastsByItself = false
  private let home: Home
  /// How many joins the signal may reach that this feeds, if it does.
  private let feedDepth: (() -> UInt)?
  /// What the end of a binding has to know, if this is for one.
  private let bond: Bond?
  private let values: Performance
  private let ownership = Ownership()

  // The owner's.
  @exclusivity(unchecked) private var way = Way()
  /// Whether the path is nothing but the properties of the way.
  @exclusivity(unchecked) private var isAllProperties = false
  /// The link of which the property's value is the path's, if there is one, and whether it is the only one.
  @exclusivity(unchecked) private var end: UnsafeMutableRawPointer?
  @exclusivity(unchecked) private var isOnlyOne = false
  @exclusivity(unchecked) private var isReading = false
  /// Whether the readings are to bring objects, and the one that the last of them has brought.
  @exclusivity(unchecked) private(set) var wantsObjects = false
  @exclusivity(unchecked) private var lastObject: AnyObject?
  /// How many properties on the way are being changed in place, so that the path can't be read; and why it would have to.
  @exclusivity(unchecked) private var changesInPlace = 0
  @exclusivity(unchecked) private var missed: ContiguousArray<PathReason> = []
  /// How many calls have been put aside.
  @exclusivity(unchecked) private var waiting = 0
  /// Why there will be something to say at the end of the turn under way (C11).
  @exclusivity(unchecked) private var reasonInTurn: PathReason?
  @exclusivity(unchecked) private var stampInTurn = Stamp.none
  /// Whether the last call has been put aside.
  @exclusivity(unchecked) private var isOver = false
  /// What tells that the root has gone, where no step does.
  @exclusivity(unchecked) private var sentinel: Link?
  /// Whether nothing reports a change, or the deletion of the root. It is set once, when the observation begins.
  @exclusivity(unchecked) private var isSilent = false
  @exclusivity(unchecked) private var tracking = ObservableTracking()

  /// - Parameter perform: what is done with values: see ``PathValues``.
  @usableFromInline
  init<Root: AnyObject, Value>(
    _ root: Root, _ keyPath: KeyPath<Root, Value>, options: KeyValueObservingOptions, home: Home,
    feedDepth: (() -> UInt)? = nil, bond: Bond? = nil, perform: @escaping (PathStep) -> Bool
  ) {
    self.root = root
    rootIdentity = ObjectIdentifier(root)
    handmade = root as? any KeyValueObservable
    names = handmade == nil ? (root as? any NamedProperties).flatMap { type(of: $0).names(on: keyPath) } : nil
    self.keyPath = keyPath
    self.options = options
    self.home = home
    self.feedDepth = feedDepth
    self.bond = bond
    values = Performance(perform)
    isReadBefore = options.contains(.old) && !Recollection<Value>.isHarmless(ValueKind(Value.self))
  }

  /// Begins to observe, and tells the value if that is asked for.
  @usableFromInline
  func begin() {
    guard let entry = ownership.enter() else { return }
    if read() { _ = perform(.begin) }
    // A path that reads nothing observable has no property that would report the deletion.
    if let root, way.steps.isEmpty {
      watchForDeath(of: root)
      isSilent = sentinel == nil && !tracking.isFollowing
    }
    ownership.leave(entry, orRelease: release)
    guard options.contains(.initial) else { return }
    waiting += 1
    Telling.run { speak(in: nil) }
  }

  /// From any thread.
  @usableFromInline
  func cancel() { if ownership.close() { release() } }

  @usableFromInline
  var isActive: Bool { ownership.isOpen && !(isSilent && root == nil) }

  /// Lets go of everything. Nobody comes any more.
  private func release() {
    way.close()
    sentinel?.close()
    // It keeps this.
    sentinel = nil
    tracking.stop()
    _ = perform(.release)
  }

  // MARK: - Reading

  /// Reads the value, and sees to it that whatever was read is watched. The answer is no if the root is gone.
  private func read() -> Bool {
    guard let root else { return false }
    isReading = true
    defer { isReading = false }
    way.forgetChanges()
    // Where the path is nothing but properties, it reads no object that only Swift's own tracking could follow.
    if isAllProperties {
      listen()
      if way.hasNewShape { isAllProperties = way.isAll(of: keyPath) }
    }
    if !isAllProperties {
      tracking.follow(keyPath, by: { self.trackedChange($0) }, listen)
      if way.hasNewShape { isAllProperties = way.isAll(of: keyPath) }
      if isAllProperties { tracking.stop() }
    }
    if tracking.isFollowing {
      if let object = way.lastObject, !perform(.compare(object)) {
        // It was read on in an object of which only Swift's own tracking hears.
        way.leadOnAtTheEnd()
      }
      _ = perform(.keepLast)
    }
    if way.hasChanged {
      // What is held weakly is read again, so that its death is heard of.
      let isEndKnown = isAllProperties && way.steps.last?.isWeak == false
      end = isEndKnown ? way.steps.last.map { Unmanaged.passUnretained($0.link).toOpaque() } : nil
      isOnlyOne = way.steps.count == 1
      watchForDeath(of: root)
    }
    return true
  }

  private func listen() {
    way.beginReading()
    if let names, let root = root as? any NamedProperties {
      // Before it is read, so that what says itself that it is read comes after what leads there (K11).
      root.walk(names, of: keyPath, note)
    }
    Recording.run(for: self) { _ = perform(.read) }
    if let handmade, !way.readsHandmade(as: keyPath), let property = handmade.handmadeProperty(keyPath) {
      // Its getter says nothing, but it may call when it changes (K7).
      note(Reading(subject: property, owner: rootIdentity, held: .value, path: keyPath))
    }
    way.endReading { step, position in PathShape.isEnd(step, at: position, of: keyPath) }
    guard way.isInDoubt, !wantsObjects else { return }
    // Once more, to look at the objects that said nothing. It seldom comes to that, so as a rule none is kept.
    wantsObjects = true
    listen()
    wantsObjects = false
    lastObject = nil
  }

  func note(_ reading: Reading) {
    // What a getter made and forgot may go with this, which is not to happen in the middle of something.
    let object = lastObject
    if let doubt = way.doubt(about: reading), let isThrough = isPassedThrough(object, after: doubt.count) {
      way.note(Way.Passage(object: doubt.object, next: reading.owner, isThrough: isThrough))
    }
    way.note(reading, by: self, root: rootIdentity)
    lastObject = reading.object
  }

  /// Whether the next read was reached through an object of which nothing was read (K4): since the path names a step that
  /// says nothing, or since the object never says anything. Nil if one would have to look at the object.
  private func isPassedThrough(_ object: AnyObject?, after count: Int) -> Bool? {
    if PathShape.hasSteps(of: keyPath, betweenReads: count) { return true }
    return object.map { !($0 is any Readable) && WatchedProperty.any(of: $0) == nil }
  }

  private func perform(_ step: PathStep) -> Bool { values.perform(step) }

  private func watchForDeath(of root: AnyObject) {
    guard sentinel == nil, !way.steps.contains(where: \.isRoots), let property = WatchedProperty.any(of: root) else {
      return
    }
    let link = Link(self, to: property)
    sentinel = link
    property.addMourner(link)
  }

  // MARK: - Noticing

  override var wantsToKnowBefore: Bool { options.contains(.prior) || isReadBefore }

  override var feedsSignal: Bool { feedDepth != nil }

  override var isForBinding: Bool { bond != nil }

  override func willChange(_ link: Link) -> Bool {
    guard !isReading, reasonInTurn == nil, changesInPlace == 0, let entry = ownership.enter() else { return false }
    defer { ownership.leave(entry, orRelease: release) }
    // The deinit of the root makes this change, and the path can't be read again.
    guard isEnd(.passUnretained(link)) || root != nil else { return noticeDeletion() }
    Recording.pause { _ = perform(.takeBefore) }
    guard options.contains(.prior) else { return false }
    return add(.addPrior(reason(of: link)))
  }

  override func didChange(_ link: Link, _ change: RawChange?) -> Bool {
    guard !isReading, let entry = ownership.enter() else { return false }
    defer { ownership.leave(entry, orRelease: release) }
    let isEnd = isEnd(.passUnretained(link))
    if let bond, bond.meetsOwn() {
      // It has nothing to say about that, but other objects may be on the way now.
      guard !isEnd else { return false }
      bond.hasToLook = true
      if changesInPlace == 0, !read() { return noticeDeletion() }
      // Nothing is kept of what was read (K6).
      _ = perform(.begin)
      return false
    }
    return notice(reason(of: link), isEnd ? change : nil)
  }

  /// Whether what a property holds is the value.
  private func isEnd(_ link: Unmanaged<Link>) -> Bool { link.toOpaque() == end }

  private func reason(of link: Link) -> PathReason { way.leadsOn(link) ? .pathChanged : .valueChanged }

  /// - Parameter change: how the value has changed, if that is known already.
  private func notice(_ reason: PathReason, _ change: RawChange? = nil) -> Bool {
    // A change that brings its values is reported also if the deinit of the root makes it (K2).
    guard change != nil || root != nil else { return noticeDeletion() }
    if let bond { stamp(bond.stamp(of: reason)) }
    if !isOnlyOne || change == nil, let turn = TurnContext.transaction?.takeUnretainedValue() {
      if isOnlyOne, changesInPlace == 0 {
        guard read() else { return noticeDeletion() }
        // A computed property may read others than before.
        if isOnlyOne { return add(.addChange(reason)) }
      }
      wait(for: turn, reason, change)
      return false
    }
    if let change { return add(.addRaw(change)) }
    return noticeByReading(reason)
  }

  private func noticeByReading(_ reason: PathReason) -> Bool {
    guard changesInPlace == 0 else {
      if missed.isEmpty { _ = perform(.takeOld(nil)) }
      missed.append(reason)
      return false
    }
    return read() ? add(.addChange(reason)) : noticeDeletion()
  }

  override func changeInPlaceBegins() {
    guard let entry = ownership.enter() else { return }
    changesInPlace += 1
    ownership.leave(entry, orRelease: release)
  }

  override func changeInPlaceEnds() -> Int {
    guard let entry = ownership.enter() else { return 0 }
    defer { ownership.leave(entry, orRelease: release) }
    changesInPlace -= 1
    guard changesInPlace == 0, !missed.isEmpty else { return 0 }
    let reasons = missed
    missed = []
    return reasons.count { noticeByReading($0) }
  }

  private func stamp(_ stamp: Stamp) {
    _ = perform(.stamp(stamp))
    stampInTurn = stamp
  }

  private func add(_ step: PathStep) -> Bool {
    _ = perform(step)
    waiting += 1
    return true
  }

  private func noticeDeletion() -> Bool {
    guard !isOver else { return false }
    isOver = true
    reasonInTurn = nil
    end = nil
    way.close()
    tracking.stop()
    return add(.addDeletion)
  }

  override func didDie(_ link: Link) -> Bool {
    if home.isHere, mayReadAtOnce(after: link) { return noticeLoss() }
    // Off every actor it is noticed with the next change.
    guard home.isActor else { return false }
    home.run { [self] in
      Telling.tell { event in
        if noticeLoss() { event.add(self) }
      }
    }
    return false
  }

  /// Whether the path may be read in the middle of a death. An object that goes though a path still leads to it is being
  /// replaced in a property that nobody can observe, and reading that one now would be a second access to it.
  private func mayReadAtOnce(after link: Link) -> Bool { root == nil || way.mourns(link) }

  override func dependencyDidChange(_ link: Link) {
    // Off every actor nobody can say who may read the objects now: they are read with the next change here.
    guard home.isActor else { return }
    // Not in the middle of a reading, which may have been before the change.
    if home.isHere, !isReading { notice(link) } else { home.run { self.notice(link) } }
  }

  private func notice(_ link: Link) {
    fresh {
      Telling.tell { event in
        if link.isOpen, didChange(link, nil) { event.add(self) }
      }
    }
  }

  /// Runs what notices a change that nobody has stamped.
  private func fresh(_ body: () -> Void) {
    guard let bond, !bond.isWriting(Origin.cause) else { return body() }
    Origin.tell(.new(after: Origin.cause), body)
  }

  /// An object that was on the path has gone.
  private func noticeLoss() -> Bool {
    var isToBeTold = false
    fresh { isToBeTold = noticeWhatIsLost() }
    return isToBeTold
  }

  private func noticeWhatIsLost() -> Bool {
    guard !isReading, let entry = ownership.enter() else { return false }
    defer { ownership.leave(entry, orRelease: release) }
    if root == nil { return noticeDeletion() }
    // Somebody may have noticed before, by reading.
    return way.reasonOfLoss.map { notice($0) } ?? false
  }

  // MARK: - In a transaction

  private func wait(for turn: Turn, _ reason: PathReason, _ change: RawChange?) {
    if reasonInTurn == nil {
      reasonInTurn = reason
      _ = perform(.takeOld(change))
      SettlingRound.join(self, in: turn)
    } else if reason == .pathChanged {
      reasonInTurn = .pathChanged
    }
  }

  // Above the joins that it reaches, so that they wait for it. What a binding writes may reach any.
  var depth: UInt { bond == nil ? feedDepth.map { $0() + 1 } ?? 0 : Bond.observingDepth }

  /// The turn has been everywhere.
  func noticeSettled() -> Bool {
    guard let entry = ownership.enter() else { return false }
    defer { ownership.leave(entry, orRelease: release) }
    guard let reason = reasonInTurn else { return false }
    reasonInTurn = nil
    if bond != nil { _ = perform(.stamp(stampInTurn)) }
    return noticeByReading(reason)
  }

  // MARK: - Speaking

  override func speak(in turn: Turn?) {
    guard let entry = ownership.enter() else { return }
    waiting -= 1
    if perform(.speak(turn)) { _ = ownership.close() }
    ownership.leave(entry, orRelease: release)
  }

  override func tellOrNotice(_ link: Unmanaged<Link>, _ change: RawChange?) {
    // What most observers wait for, with nothing else to think of: nobody else hears of it, and it is to be told now.
    guard let change, isEnd(link) else { return super.tellOrNotice(link, change) }
    if let bond, bond.meetsOwn() { return }
    guard waiting == 0, !Telling.isUnderWay, isOnlyOne || TurnContext.transaction == nil
    else { return super.tellOrNotice(link, change) }
    guard let entry = ownership.enter() else { return }
    if let bond { stamp(bond.stamp(of: .valueChanged)) }
    Telling.run { _ = perform(.tell(change)) }
    if !ownership.leave(entry) { release() }
  }

  // MARK: - Objects that only Swift's own tracking follows

  /// One of them is about to change, on whatever thread.
  private func trackedChange(_ generation: UInt) {
    // Off every actor nobody but who changes them may read them: they are read with the next change here (K10).
    guard home.isActor else { return }
    bond?.foretell()
    home.run { self.catchUp(generation) }
  }

  private func catchUp(_ generation: UInt) {
    // It is also what a cancel on another thread makes an end of.
    guard let entry = ownership.enter() else { return }
    let isFollowing = tracking.isFollowing
    let isCurrent = tracking.isCurrent(generation)
    ownership.leave(entry, orRelease: release)
    guard isFollowing else { return }
    let stamp = bond?.takeForetold()
    // What was read since the alarm may have been read before the store: so it is read again.
    if isCurrent { catchUp(as: stamp) } else if bond == nil || stamp != nil { catchUp(as: stamp, ifNews: true) }
  }

  /// - Parameters:
  ///   - stamp: of the change, for a binding.
  ///   - ifNews: whether there is nothing to say if what is there has been told already.
  private func catchUp(as stamp: Stamp?, ifNews: Bool = false) {
    func notice() {
      Telling.tell { event in
        guard !isReading, let entry = ownership.enter() else { return }
        defer { ownership.leave(entry, orRelease: release) }
        guard changesInPlace == 0 else { return missed.append(.valueChanged) }
        if noticeTracked(ifNews: ifNews) { event.add(self) }
      }
    }
    if let stamp { Origin.tell(stamp, notice) } else { fresh(notice) }
  }

  private func noticeTracked(ifNews: Bool) -> Bool {
    guard read() else { return noticeDeletion() }
    guard way.hasChanged || !ifNews || perform(.isNews) else { return false }
    if let bond { stamp(bond.stamp(of: .valueChanged)) }
    return add(.addChange(way.hasChanged ? .pathChanged : .valueChanged))
  }

  // MARK: - For bindings

  /// Tells what has been changed but could not be noticed yet, so that a write doesn't come before that.
  @usableFromInline
  func catchUp() {
    guard let stamp = bond?.takeForetold(), let entry = ownership.enter() else { return }
    let (isFollowing, isDue) = (tracking.isFollowing, tracking.isDue)
    ownership.leave(entry, orRelease: release)
    if isFollowing { catchUp(as: stamp, ifNews: !isDue) }
  }

  /// Whether the path can't be written to, nor read, since something on it is being changed in place.
  @usableFromInline
  var isChangedInPlace: Bool { changesInPlace != 0 }

  /// Whether the property is on the way.
  func goes(through property: ObjectIdentifier) -> Bool { way.steps.contains { $0.link.property == property } }

  /// Whether what was written is what is there: in a property that keeps what it is given.
  @usableFromInline
  var isPlain: Bool { end != nil }

  /// Reads the path again, after a binding has written, for what nobody tells as it happens. The answer is no where that
  /// can't be done.
  @usableFromInline
  func catchUpWithWriting() -> Bool {
    guard !isReading, changesInPlace == 0, let entry = ownership.enter() else { return false }
    defer { ownership.leave(entry, orRelease: release) }
    return read()
  }
}

/// What is done with values: called where it lies, by borrowing, so that a call retains nothing.
private struct Performance: ~Copyable {
  private let body: (PathStep) -> Bool

  init(_ body: @escaping (PathStep) -> Bool) { self.body = body }

  borrowing func perform(_ step: PathStep) -> Bool { body(step) }
}
