internal import Signals

/// Where a weak observed property keeps its object.
@usableFromInline
final class WeakCell<Object: AnyObject>: ValueCell<Object?> {
  // Unchecked, since no access calls any other code.
  @safe @exclusivity(unchecked) @usableFromInline final weak var object: Object?
  /// Whether there was an object whose death was not reported yet.
  @safe @exclusivity(unchecked) private final var isBelievedAlive: Bool
  /// Whether the object itself reports its death to the observers.
  @safe @exclusivity(unchecked) private final var reportsDeath = false
  /// Whether the object marks the dependents of this when it dies.
  @safe @exclusivity(unchecked) private final var hasLifetimeNode = false
  /// The death of the object, if the object reports it to Swift Observation.
  @safe @exclusivity(unchecked) private final var trackedDeath: TrackedDeath?
  /// A probe that a recording follows. It stays, since the recorded closure may not have ended.
  @safe @exclusivity(unchecked) private final var probe: ObservationProbe?

  @usableFromInline
  init(_ object: Object?) {
    self.object = object
    isBelievedAlive = object != nil
    super.init(.trackingUnknown)
  }

  deinit { leave(object) }

  /// Reads the object, and reports the read.
  @inline(never)
  @usableFromInline
  final func read(of owner: AnyObject, _ path: AnyKeyPath) -> Object? {
    if flags.contains(.trackingUnknown) { findOutTracking(with: owner) }
    let object = value
    noteRead(of: ObjectIdentifier(owner), object, path: path, isPlain: isDeclared(path, in: owner))
    if flags.contains(.tracked), trackedDeath == nil, object != nil { trackDeath() }
    return object
  }

  override var value: Object? {
    let object = object
    // A computation that reads this must not be marked by its own read. The next other read reports the death.
    if object == nil, isBelievedAlive, unsafe ReadingContext.slot.current?.pointee.tracker == nil { learnOfDeath() }
    return object
  }

  override var isWeak: Bool { true }

  override func mortal(_ object: Object?) -> AnyObject? {
    guard let object, reportsDeath || WatchedProperty.any(of: object) != nil else { return nil }
    reportsDeath = true
    return object
  }

  override func noteDependents(on object: Object?) {
    guard let object, !hasLifetimeNode, let property = WatchedProperty.any(of: object) else { return }
    hasLifetimeNode = true
    property.addLifetimeNode(madeNode)
  }

  /// Has the object report its death to Swift Observation, if that records the reads of this thread, and not for a computation.
  private final func trackDeath() {
    if ReadingContext.hidesReads() { return }
    if let probe {
      guard probe.read() else { return }
    } else {
      probe = ObservationProbe.takeIfRecording()
      guard probe != nil else { return }
    }
    guard let object else { return }
    let death = TrackedDeath(of: self)
    trackedDeath = death
    WatchedProperty.any(of: object)?.addLifetimeNode(death)
  }

  /// An object that could not report it has died, and this is the first read since (K5).
  private final func learnOfDeath() {
    isBelievedAlive = false
    AccessTracking.current?.willReportDeath()
    if flags.contains(.tracked) {
      trackWillChange()
      trackDidChange()
    }
    // The object has told the dependents, or the observers, or both.
    let dependentsKnow = hasLifetimeNode
    hasLifetimeNode = false
    if reportsDeath {
      if !dependentsKnow { settling { _ in } }
      return
    }
    var old: Object?
    var new: Object?
    unsafe withUnsafePointer(to: &old) { old in
      unsafe withUnsafePointer(to: &new) { new in
        unsafe announce(RawChange(old: old, new: new), toDependents: !dependentsKnow)
      }
    }
  }

  @inline(never)
  @usableFromInline
  final func set(_ newObject: Object?, of owner: AnyObject) {
    if flags.contains(.trackingUnknown) { findOutTracking(with: owner) }
    if object == nil, isBelievedAlive { learnOfDeath() }
    announceBefore()
    if flags.contains(.tracked) { trackWillChange() }
    // All observers read the new object, so that they learn of its death, too (K5). The old one lives for so long.
    withExtendedLifetime(object) {
      if hasLifetimeNode, let object { WatchedProperty.any(of: object)?.removeLifetimeNode(madeNode) }
      hasLifetimeNode = false
      if let trackedDeath, let object { WatchedProperty.any(of: object)?.removeLifetimeNode(trackedDeath) }
      trackedDeath = nil
      object = newObject
      isBelievedAlive = newObject != nil
      reportsDeath = false
      if flags.contains(.tracked) { trackDidChange() }
      announce(nil)
    }
  }
}
