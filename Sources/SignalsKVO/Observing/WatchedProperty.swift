public import Observation
public import Signals

/// One property of one object, as somebody who observes it sees it: who watches, and what is told to Swift's own tracking.
///
/// It belongs to the object, and to whoever may use that: nothing here is guarded. Only the end may come on any thread,
/// since the last reference to an object may be dropped anywhere; then nobody else is here any more.
@usableFromInline
class WatchedProperty: Readable {
  @exclusivity(unchecked) @usableFromInline final var attention: Attention
  /// See ``Recording``.
  @usableFromInline final let recordings: UnsafePointer<AtomicWord>
  @usableFromInline final let presence = LiveObject()
  /// Made for the first who watches.
  // Kept by hand, so that looking at it retains nothing.
  @exclusivity(unchecked) private final var watchIfMade: Unmanaged<Watch>?

  @inlinable
  init(_ attention: Attention) {
    self.attention = attention
    recordings = Recording.underWay
  }

  deinit {
    guard let watch = watchIfMade?.takeRetainedValue() else { return }
    Telling.tell { event in
      // Those first to whom the object was a value: so they hear of it in the order in which they came (C4).
      for link in watch.mourners + watch.links where link.isOpen {
        link.close()
        if link.watcher.didDie(link) { event.add(link.watcher) }
      }
    }
  }

  /// What goes beyond the value itself.
  private final class Watch {
    /// In the order in which they came (C4). Links that are closed stay until there is a reason to look for them.
    @exclusivity(unchecked) var links: ContiguousArray<Link> = [] {
      didSet { only = links.count == 1 ? Unmanaged.passUnretained(links[0]) : nil }
    }
    /// The link, if there is but one: at hand, so that telling it retains no more than it has to.
    @exclusivity(unchecked) private(set) var only: Unmanaged<Link>?
    /// Those who only want to know of the end.
    var mourners: ContiguousArray<Link> = []
    /// How many links there may be before it is worth looking for closed ones.
    var bound = 8
    var registrar: ObservationRegistrar?
    /// What projections hold: see ``PropertyHandle``.
    var handle: AnyObject?
    /// The node in the dependency graph, once a computation has read the property.
    var node: DependencyNode?
    /// Where the last change came from that a binding was told of.
    @exclusivity(unchecked) var newestStamp = Stamp.none
    /// Whether several bindings watch.
    var isSharedByBindings: Bool { only == nil && links.count { $0.isOpen && $0.watcher.isForBinding } > 1 }
  }

  /// Where the last change came from that a binding was told of.
  final var newestStamp: Stamp { watch?.newestStamp ?? .none }

  final var handleIfMade: AnyObject? { watch?.handle }
  final func keepHandle(_ handle: AnyObject) { madeWatch.handle = handle }

  private final var watch: Watch? { watchIfMade?.takeUnretainedValue() }

  private final var madeWatch: Watch {
    if let watch { return watch }
    let made = Watch()
    watchIfMade = .passRetained(made)
    return made
  }

  /// Finds out, once, whether Swift's own tracking is to hear of this.
  @usableFromInline
  final func becomeFamiliar(with object: AnyObject) {
    attention.remove(.unfamiliar)
    if type(of: object) is any Observable.Type { attention.insert(.tracked) }
  }

  // MARK: - Watchers

  func watch(for watcher: Watcher, after version: UInt) -> Link {
    let link = Link(watcher, to: self)
    add(link)
    return link
  }

  private final func add(_ link: Link) {
    let watch = madeWatch
    if watch.links.count >= watch.bound, !Telling.isUnderWay {
      watch.links.removeAll { !$0.isOpen }
      watch.bound = max(8, 2 * watch.links.count)
    }
    watch.links.append(link)
    attention.insert(.watched)
    if link.watcher.wantsToKnowBefore { attention.insert(.foretold) }
    if link.watcher.isForBinding { attention.insert(.bound) }
  }

  /// Tells `link`'s watcher when this dies with its object.
  final func addMourner(_ link: Link) {
    let watch = madeWatch
    watch.mourners.removeAll { !$0.isOpen }
    watch.mourners.append(link)
  }

  /// How many links are kept, of those that are closed too.
  final var linkCount: Int { watch.map { $0.links.count + $0.mourners.count } ?? 0 }

  /// Tells those who want to know before the change; or everybody, where what is there now can't be told afterwards.
  @usableFromInline
  final func announceBefore(toAll: Bool = false) {
    guard attention.contains(toAll ? .watched : .foretold), let watch else { return }
    Telling.tell { event in
      for link in watch.links where link.isOpen && (toAll || link.watcher.wantsToKnowBefore) {
        if link.watcher.willChange(link) { event.add(link.watcher) }
      }
    }
  }

  /// Tells everybody of a change that has happened.
  ///
  /// - Parameter change: what was there before and what is there now, if this knows it.
  @usableFromInline
  final func announce(_ change: RawChange?) {
    guard !attention.isDisjoint(with: .atChange) else { return }
    if attention.contains(.bound) { stamped { announceToAll(change) } } else { announceToAll(change) }
  }

  @inline(__always)
  private final func announceToAll(_ change: RawChange?) {
    if attention.contains(.depended) {
      settling { turn in announceToMany(change, in: turn) }
    } else {
      tellWatchers(change)
    }
  }

  /// Runs what tells of a change, so that whoever hears of it can ask where it came from.
  private final func stamped(_ tell: () -> Void) {
    let (stamp, watch) = (Origin.stamp(for: ObjectIdentifier(self)), watch)
    watch?.newestStamp = stamp
    Origin.tell(stamp, isShared: watch?.isSharedByBindings ?? true, tell)
  }

  @inline(__always)
  private final func tellWatchers(_ change: RawChange?) {
    guard let watchIfMade else { return }
    guard let only = watchIfMade._withUnsafeGuaranteedRef({ $0.only }) else { return announceToMany(change) }
    // No link is forgotten while a handler runs, so nothing has to be retained for it.
    let isOpen = only._withUnsafeGuaranteedRef { link in
      guard link.isOpen else { return false }
      link.watcher.tellOrNotice(only, change)
      return true
    }
    if !isOpen { forgetWatchers() }
  }

  private final func announceToMany(_ change: RawChange?, in turn: Turn? = nil) {
    guard attention.contains(.watched), let watch else { return }
    var isAnyOpen = false
    Telling.tell(in: turn) { event in
      // Everybody notices before anybody is told: a handler may change everything.
      for link in watch.links where link.isOpen {
        isAnyOpen = true
        if link.watcher.didChange(link, change) { event.add(link.watcher) }
      }
    }
    if !isAnyOpen { forgetWatchers() }
  }

  /// Whether any watcher is still to be told. If there is none, they are forgotten.
  @usableFromInline
  final func hasOpenWatchers() -> Bool {
    if let watch, watch.links.contains(where: \.isOpen) { return true }
    forgetWatchers()
    return false
  }

  private final func forgetWatchers() {
    guard !Telling.isUnderWay, let watch, !watch.links.contains(where: \.isOpen) else { return }
    attention.subtract([.watched, .foretold, .bound])
    watch.links = []
  }

  // MARK: - Changes in place

  /// Tells everybody that this can't be read until the change in place is over.
  @usableFromInline
  final func announceBeginInPlace() {
    guard let watch else { return }
    for link in watch.links where link.isOpen {
      link.isInPlace = true
      link.watcher.changeInPlaceBegins()
    }
  }

  /// Tells everybody that it is over, and what it has changed.
  @usableFromInline
  final func announceEndInPlace(_ change: RawChange) {
    guard let watch else { return }
    func tell() {
      settling { turn in
        Telling.tell(in: turn) { event in
          for link in watch.links where link.isInPlace {
            link.isInPlace = false
            for _ in 0..<link.watcher.changeInPlaceEnds() { event.add(link.watcher) }
            if link.isOpen, link.watcher.didChange(link, change) { event.add(link.watcher) }
          }
        }
      }
    }
    if attention.contains(.bound) { stamped(tell) } else { tell() }
  }

  // MARK: - In the dependency graph

  /// Records the read for the computation that this thread is running.
  final func noteRead(by computation: Unmanaged<Computation>) {
    attention.insert(.depended)
    computation._withUnsafeGuaranteedRef { $0.noteRead(of: madeNode, isLocked: false) }
  }

  private final var madeNode: DependencyNode {
    let watch = madeWatch
    if let node = watch.node { return node }
    let made = DependencyNode()
    watch.node = made
    return made
  }

  /// Marks everything that depends on the property, and has `tell` tell the watchers in the turn in which the reactions act.
  final func settling(_ tell: (Turn?) -> Void) {
    guard attention.contains(.depended), let node = watch?.node else { return tell(nil) }
    var reached = ReactionList()
    GraphLock.lock()
    if node.firstDependent == nil { attention.remove(.depended) }
    node.markChanged(&reached)
    GraphLock.unlock()
    if reached.isEmpty { return tell(nil) }
    Telling.inTurn { turn in
      reached.join(turn)
      tell(turn)
    }
  }

  // MARK: - Swift's own tracking

  /// Whatever is told to the tracking goes by this path: a constant, since making one in generic code is slow.
  private static let trackedPath = \WatchedProperty.tracked
  private final var tracked: Void { () }

  private final var registrar: ObservationRegistrar {
    let watch = madeWatch
    if let registrar = watch.registrar { return registrar }
    let made = ObservationRegistrar()
    watch.registrar = made
    return made
  }

  final func trackRead() { registrar.access(self, keyPath: Self.trackedPath) }
  @usableFromInline
  final func trackWillChange() { watch?.registrar?.willSet(self, keyPath: Self.trackedPath) }
  @usableFromInline
  final func trackDidChange() { watch?.registrar?.didSet(self, keyPath: Self.trackedPath) }
}

// It is no model: it stands for one property of a model.
extension WatchedProperty: Observable {}

/// A change, by the places where what was before and what is now can be read, for as long as it is being announced.
@usableFromInline
struct RawChange {
  @usableFromInline let old: UnsafeRawPointer
  @usableFromInline let new: UnsafeRawPointer

  @inlinable
  init(old: UnsafeRawPointer, new: UnsafeRawPointer) {
    self.old = old
    self.new = new
  }
}
