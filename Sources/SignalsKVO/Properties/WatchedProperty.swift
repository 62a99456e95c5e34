public import Observation
public import Signals

/// One property of one object, as its observers see it: the observers, and the reports to Swift's own tracking.
///
/// It belongs to the object, and to the code that may use that: nothing here is guarded. Only the end may come on any thread,
/// since the last reference to an object may be dropped anywhere; then no other code uses it any more.
@usableFromInline
@safe
class WatchedProperty: Readable, Stamped {
  @safe @exclusivity(unchecked) @usableFromInline final var state: ObservationState
  @usableFromInline final let presence = LiveObject()
  /// Created for the first observer.
  // Kept by hand, so that looking at it retains nothing.
  @safe @exclusivity(unchecked) private final var watchIfMade: Unmanaged<Watch>?

  @inlinable
  init(_ flags: ObservationFlags) {
    state = ObservationState(flags)
  }

  @inlinable final var flags: ObservationFlags {
    get { state.flags }
    set { state.flags = newValue }
  }

  deinit {
    guard let watch = unsafe watchIfMade?.takeRetainedValue() else { return }
    let lifetimeObservers = watch.extras?.lifetimeObservers ?? []
    let lifetimeNodes = watch.extras?.lifetimeNodes ?? []
    func tell() {
      for node in lifetimeNodes { (node as? TrackedDeath)?.report() }
      Self.settling(lifetimeNodes) { turn in
        NotificationQueue.tell(in: turn) { event in
          // The observers to which the object was a value come first, so that they are notified in their order (C4).
          for link in lifetimeObservers + watch.links where link.isOpen {
            link.close()
            if link.observer.didDie(link) { event.add(link.observer) }
          }
        }
      }
    }
    let isForBinding = flags.contains(.bound) || lifetimeObservers.contains { $0.observer.isForBinding }
    if isForBinding { Origin.reportDeath(tell) } else { tell() }
  }

  /// The state that few of the properties with an observer need.
  private final class WatchExtras {
    /// The observers of the death alone.
    var lifetimeObservers: ContiguousArray<ObservationLink> = []
    /// The number of these at which the closed ones are removed.
    var lifetimeBound = 8
    /// The nodes of weak properties that refer to the object and have been read by computations.
    private(set) var lifetimeNodes: ContiguousArray<DependencyNode> = []
    /// How many there may be before it is worth looking for those whose properties have ended.
    private var nodeLimit = 8
    var registrar: ObservationRegistrar?
    /// The reference of projections: see ``PropertyHandle``.
    var handle: AnyObject?
    /// The stamp of the last change that was reported to a binding.
    @safe @exclusivity(unchecked) var newestStamp = Stamp.none
    /// The one-way binding that has made this change, if it was one.
    @safe @exclusivity(unchecked) var newestWriter: BindingPlace?
    /// The reactions that wait for the end of a change in place.
    @safe @exclusivity(unchecked) var held: HeldReactions?

    func add(_ node: DependencyNode) {
      if lifetimeNodes.count >= nodeLimit {
        let used = lifetimeNodes.indices.filter { !isKnownUniquelyReferenced(&lifetimeNodes[$0]) }
        lifetimeNodes = ContiguousArray(used.map { lifetimeNodes[$0] })
        nodeLimit = max(8, 2 * lifetimeNodes.count)
      }
      lifetimeNodes.append(node)
    }

    func takeHeld() -> HeldReactions? {
      defer { held = nil }
      return held
    }

    func remove(_ node: DependencyNode) {
      if let index = lifetimeNodes.firstIndex(where: { $0 === node }) { lifetimeNodes.remove(at: index) }
    }
  }

  /// The state of an observed property, beside its value.
  @safe
  private final class Watch {
    /// Links that are closed stay until there is a reason to look for them.
    @safe @exclusivity(unchecked) var links = ObservationLinks()
    /// The link, if there is but one.
    var only: Unmanaged<ObservationLink>? { unsafe links.only.map { unsafe .passUnretained($0) } }
    /// How many links there may be before it is worth looking for closed ones.
    var bound = 8
    /// The node in the dependency graph, once a computation has read the property.
    var node: DependencyNode?
    /// The rest, once there is any of it.
    // Kept by hand, so that looking at it retains nothing.
    @safe @exclusivity(unchecked) private var extrasIfMade: Unmanaged<WatchExtras>?

    var extras: WatchExtras? { unsafe extrasIfMade?.takeUnretainedValue() }

    var madeExtras: WatchExtras {
      if let extras { return extras }
      let made = WatchExtras()
      extrasIfMade = unsafe .passRetained(made)
      return made
    }

    deinit { unsafe extrasIfMade?.release() }

    /// Whether several bindings watch.
    private var isSharedByBindings: Bool {
      unsafe only == nil && links.count { $0.isOpen && $0.observer.isForBinding } > 1
    }

    /// Another binding is about to watch. The only one so far has to know; several of them know of each other.
    func noteOtherBinding() {
      var only: ObservationLink?
      for link in links where link.isOpen && link.observer.isForBinding {
        if only != nil { return }
        only = link
      }
      only?.observer.noteOtherBinding()
    }

    /// Records a change, and returns whether several bindings watch.
    func note(_ stamp: Stamp, _ writer: Unmanaged<BindingPlace>?) -> Bool {
      let extras = unsafe extrasIfMade ?? .passUnretained(madeExtras)
      unsafe extras._withUnsafeGuaranteedRef { extras in
        extras.newestStamp = stamp
        if unsafe writer != nil || extras.newestWriter != nil {
          extras.newestWriter = unsafe writer?.takeUnretainedValue()
        }
      }
      return isSharedByBindings
    }
  }

  /// The stamp of the last change that was reported to a binding.
  final var newestStamp: Stamp { watch?.extras?.newestStamp ?? .none }

  /// The one-way binding that has made this change, if it was one.
  final var newestWriter: BindingPlace? { watch?.extras?.newestWriter }

  final var handleIfMade: AnyObject? { watch?.extras?.handle }
  final func keepHandle(_ handle: AnyObject) { madeWatch.madeExtras.handle = handle }

  private final var watch: Watch? { unsafe watchIfMade?.takeUnretainedValue() }

  private final var madeWatch: Watch {
    if let watch { return watch }
    let made = Watch()
    watchIfMade = unsafe .passRetained(made)
    return made
  }

  /// Finds out, once, whether Swift's own tracking is to hear of this.
  @usableFromInline
  final func findOutTracking(with object: AnyObject) {
    flags.remove(.trackingUnknown)
    if type(of: object) is any Observable.Type { flags.insert(.tracked) }
  }

  // MARK: - Watchers

  func watch(for observer: PropertyObserver) -> ObservationLink {
    let link = ObservationLink(observer, to: self)
    add(link)
    return link
  }

  private final func add(_ link: ObservationLink) {
    let watch = madeWatch
    if watch.links.count >= watch.bound, !NotificationQueue.isUnderWay {
      watch.links.forgetClosed()
      watch.bound = max(8, 2 * watch.links.count)
    }
    if link.observer.isForBinding {
      if flags.contains(.bound) { watch.noteOtherBinding() }
      flags.insert(.bound)
    }
    watch.links.append(link)
    flags.insert(.watched)
    if link.observer.wantsWillSet { flags.insert(.wantsWillSet) }
  }

  /// Tells `link`'s observer when this dies with its object.
  final func addLifetimeObserver(_ link: ObservationLink) {
    let extras = madeWatch.madeExtras
    if extras.lifetimeObservers.count >= extras.lifetimeBound {
      extras.lifetimeObservers.removeAll { !$0.isOpen }
      extras.lifetimeBound = max(8, 2 * extras.lifetimeObservers.count)
    }
    extras.lifetimeObservers.append(link)
  }

  /// How many links are kept, of those that are closed too.
  final var linkCount: Int { watch.map { $0.links.count + ($0.extras?.lifetimeObservers.count ?? 0) } ?? 0 }

  /// Notifies the observers that need the value before the change; or all, if it can't be reported afterwards.
  @usableFromInline
  final func announceBefore(toAll: Bool = false) {
    guard flags.contains(toAll ? .watched : .wantsWillSet), let watch else { return }
    NotificationQueue.tell { event in
      for link in watch.links where link.isOpen && (toAll || link.observer.wantsWillSet) {
        if link.observer.willChange(link) { event.add(link.observer) }
      }
    }
  }

  /// Notifies all observers of a change that has happened.
  ///
  /// - Parameter change: the values before and after, if they are known.
  @usableFromInline
  final func announce(_ change: RawChange?) {
    guard !flags.isDisjoint(with: .atChange) else { return }
    if needsStamp { announceStamped(change) } else { announceToAll(change) }
  }

  /// Notifies all observers of a change.
  ///
  /// - Parameter toDependents: whether the dependents are marked; false if they know of the change already.
  final func announce(_ change: RawChange, toDependents: Bool) {
    if toDependents { return announce(change) }
    if needsStamp { stamped { notifyObservers(change) } } else { notifyObservers(change) }
  }

  @inline(never)
  private final func announceStamped(_ change: RawChange?) { stamped { announceToAll(change) } }

  /// Whether a binding may ask for the origin of a change: one that observes the property, or one that is told of it by way of a
  /// computation. Such a computation is told later, so a change that has a cause needs a stamp of its own until then.
  private final var needsStamp: Bool { flags.contains(.bound) || flags.contains(.depended) && Turn.cause != 0 }

  @inline(__always)
  private final func announceToAll(_ change: RawChange?) {
    if flags.contains(.depended) {
      settling { turn in announceToMany(change, in: turn) }
    } else {
      notifyObservers(change)
    }
  }

  /// Runs `tell`, which reports a change, so that observers can ask for its origin.
  @inline(__always)
  private final func stamped(_ tell: () -> Void) {
    unsafe Origin.report(
      ObjectIdentifier(self),
      { stamp, writer in
        unsafe watchIfMade?._withUnsafeGuaranteedRef { unsafe $0.note(stamp, writer) } ?? true
      }, tell)
  }

  @inline(__always)
  private final func notifyObservers(_ change: RawChange?) {
    guard let watchIfMade else { return }
    guard let only = unsafe watchIfMade._withUnsafeGuaranteedRef({ unsafe $0.only }) else {
      return announceToMany(change)
    }
    // No link is forgotten while a handler runs, so nothing has to be retained for it.
    let isOpen = unsafe only._withUnsafeGuaranteedRef { link in
      guard link.isOpen else { return false }
      unsafe link.observer.notifyOnly(only, change)
      return true
    }
    if !isOpen { forgetObservers() }
  }

  private final func announceToMany(_ change: RawChange?, in turn: Turn? = nil) {
    guard flags.contains(.watched), let watch else { return }
    var isAnyOpen = false
    NotificationQueue.tell(in: turn) { event in
      // All observers notice before the first handler runs: a handler may change everything.
      for link in watch.links where link.isOpen {
        isAnyOpen = true
        if link.observer.didChange(link, change) { event.add(link.observer) }
      }
    }
    if !isAnyOpen { forgetObservers() }
  }

  /// Whether any observer is still to be told. If there is none, they are forgotten.
  @usableFromInline
  final func hasOpenObservers() -> Bool {
    if let watch, watch.links.hasOpen { return true }
    forgetObservers()
    return false
  }

  /// The identities of the observers that are still to be told.
  final var openObservers: Set<ObjectIdentifier> {
    Set((watch?.links ?? ObservationLinks()).lazy.filter(\.isOpen).map { ObjectIdentifier($0.observer) })
  }

  private final func forgetObservers() {
    guard !NotificationQueue.isUnderWay, let watch, !watch.links.hasOpen else { return }
    flags.subtract([.watched, .wantsWillSet, .bound])
    watch.links = ObservationLinks()
  }

  // MARK: - Changes in place

  /// Notifies all observers that this can't be read until the change in place is over.
  @usableFromInline
  final func announceBeginInPlace() {
    guard let watch else { return }
    for link in watch.links where link.isOpen {
      link.isInPlace = true
      link.observer.changeInPlaceBegins()
    }
  }

  /// Has everything that may read this in the course of the change wait until that is over.
  @usableFromInline
  @inline(never)
  final func holdReactions() {
    guard let watch, let node = watch.node else { return }
    watch.madeExtras.held = HeldReactions(to: node)
  }

  /// Notifies all observers that it is over, and of the change.
  @usableFromInline
  final func announceEndInPlace(_ change: RawChange) {
    guard let watch else { return }
    func tell() {
      settling { turn in
        NotificationQueue.tell(in: turn) { event in
          for link in watch.links where link.isInPlace {
            link.isInPlace = false
            for _ in 0..<link.observer.changeInPlaceEnds() { event.add(link.observer) }
            if link.isOpen, link.observer.didChange(link, change) { event.add(link.observer) }
          }
        }
      }
    }
    if needsStamp { stamped(tell) } else { tell() }
  }

  // MARK: - In the dependency graph

  /// Records the read for the computation that this thread is running.
  final func noteRead(in context: ReadingContext.Pointer) {
    flags.insert(.depended)
    context.pointee.noteRead(of: madeNode, isLocked: false)
  }

  /// Marks everything that depends on `node` when this dies with its object.
  final func addLifetimeNode(_ node: DependencyNode) { madeWatch.madeExtras.add(node) }

  final func removeLifetimeNode(_ node: DependencyNode) { watch?.extras?.remove(node) }

  final var madeNode: DependencyNode {
    let watch = madeWatch
    if let node = watch.node { return node }
    let made = DependencyNode()
    watch.node = made
    return made
  }

  /// Marks everything that depends on the property, and has `tell` tell the observers in the turn in which the reactions act.
  final func settling(_ tell: (Turn?) -> Void) {
    guard flags.contains(.depended), let watch, let node = watch.node else { return tell(nil) }
    GraphLock.lock()
    if node.firstDependent == nil { flags.remove(.depended) }
    GraphLock.unlock()
    Self.settling([node], releasing: watch.extras?.takeHeld(), tell)
  }

  /// Marks everything that depends on the nodes, from any thread.
  ///
  /// - Parameter held: the reactions that have waited for this change.
  private static func settling(
    _ nodes: ContiguousArray<DependencyNode>, releasing held: HeldReactions? = nil, _ tell: (Turn?) -> Void
  ) {
    if nodes.isEmpty { return tell(nil) }
    var reached = ReactionList(for: Turn.cause)
    GraphLock.lock()
    held?.release(into: &reached)
    for node in nodes { node.markChanged(&reached) }
    GraphLock.unlock()
    if reached.isEmpty { return tell(nil) }
    NotificationQueue.inTurn { turn in
      reached.pass(to: turn) { own in nodes.contains { $0.isFeedPending(besides: own) } }
      tell(turn)
    }
  }

  // MARK: - Swift's own tracking

  /// The path of all reports to the tracking: a constant, since forming one in generic code is slow.
  private static let trackedPath = \WatchedProperty.tracked
  private final var tracked: Void { () }

  private final var registrar: ObservationRegistrar {
    let extras = madeWatch.madeExtras
    if let registrar = extras.registrar { return registrar }
    let made = ObservationRegistrar()
    extras.registrar = made
    return made
  }

  final func trackRead() {
    if !ReadingContext.hidesReads() { registrar.access(self, keyPath: Self.trackedPath) }
  }
  @usableFromInline
  final func trackWillChange() { watch?.extras?.registrar?.willSet(self, keyPath: Self.trackedPath) }
  @usableFromInline
  final func trackDidChange() { watch?.extras?.registrar?.didSet(self, keyPath: Self.trackedPath) }
}

/// The death of an object that a weak property holds, as Swift Observation follows it (K5, K10).
// Unchecked, because an object dies on any thread, but only after the property has asked for this; and what this uses of the property
// was made before.
final class TrackedDeath: DependencyNode, @unchecked Sendable {
  // Not retained: the recordings end with the property.
  private weak let property: WatchedProperty?

  init(of property: WatchedProperty) {
    self.property = property
    super.init()
  }

  fileprivate func report() {
    property?.trackWillChange()
    property?.trackDidChange()
  }
}

// It is no model: it stands for one property of a model.
extension WatchedProperty: Observable {}

/// A change, by the addresses of the values before and after, which are valid while it is being announced.
@usableFromInline
@safe
struct RawChange {
  @usableFromInline let old: UnsafeRawPointer
  @usableFromInline let new: UnsafeRawPointer

  @inlinable
  init(old: UnsafeRawPointer, new: UnsafeRawPointer) {
    unsafe self.old = old
    unsafe self.new = new
  }
}
