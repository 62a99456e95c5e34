import Observation
internal import Signals

/// Follows the reads of `@Observable` objects, by Swift's own tracking (K10).
///
/// The tracking reports one change, before the store, on the thread that makes it; and it misses a change by another thread
/// between the read and the moment when the tracking is in place. So nothing is read in the report, and the value that counts
/// is read once more when the tracking is in place. A report of an earlier tracking is known by its generation: a later
/// reading may have preceded the store.
struct ObservableTracking {
  private var generation: UInt = 0
  private var alarm: Alarm?
  /// Ends a tracking that has not reported anything: the language has no other way.
  private var canary: Canary?

  /// The paths, by their hash values, that have been found to go through such an object.
  ///
  /// Finding that out leaves something behind in the object until its next change, so each path asks but once.
  private static let known = Guarded<Set<Int>>([])

  /// Whether anything has been read that is followed.
  var isFollowing: Bool { canary != nil }

  func isCurrent(_ generation: UInt) -> Bool { isFollowing && generation == self.generation }

  /// Whether there is a change that nothing has been read after.
  var isDue: Bool { alarm?.hasRung ?? false }

  /// Runs `read`, and calls `changed` before the next change of any `@Observable` property that it reads.
  mutating func follow(
    _ path: AnyKeyPath, by changed: @escaping @Sendable (_ generation: UInt) -> Void, _ read: () -> Void
  ) {
    generation &+= 1
    endTracking()
    if canary == nil {
      let path = path.hashValue
      guard Self.known.change({ $0.contains(path) }) || Self.isTracked(read) else { return }
      Self.known.change { _ = $0.insert(path) }
    }
    let canary = canary ?? Canary()
    let alarm = Alarm(generation, changed)
    self.canary = canary
    self.alarm = alarm
    func track() {
      withObservationTracking {
        canary.listen()
        read()
      } onChange: {
        alarm.ring()
      }
    }
    track()
    track()
  }

  mutating func stop() {
    generation &+= 1
    endTracking()
    canary = nil
  }

  private mutating func endTracking() {
    guard let alarm else { return }
    // One that is about to ring goes on to do so: the change that it tells of has not been stored yet.
    alarm.ignoreThisThread { canary?.sing() }
    self.alarm = nil
  }

  private static func isTracked(_ read: () -> Void) -> Bool {
    var isTracked = false
    // The closure is formed only if there is a property that can change.
    func found() -> @Sendable () -> Void {
      isTracked = true
      return {}
    }
    withObservationTracking(read, onChange: found())
    return isTracked
  }

  /// Rings once, but not for a canary.
  private final class Alarm: Sendable {
    private let generation: UInt
    private let changed: @Sendable (UInt) -> Void
    private let rung = AtomicWord(0)
    /// The thread on which a canary sings, or zero. Another one may be changing a property at that very moment.
    private let ignored = AtomicWord(0)

    init(_ generation: UInt, _ changed: @escaping @Sendable (UInt) -> Void) {
      self.generation = generation
      self.changed = changed
    }

    var hasRung: Bool { rung.value != 0 }

    func ring() {
      guard ignored.value != currentThread() else { return }
      if rung.set(1) == 0 { changed(generation) }
    }

    func ignoreThisThread(_ body: () -> Void) {
      ignored.store(currentThread())
      body()
      ignored.store(0)
    }
  }

  /// Is tracked with everything else, and changes when the tracking is no longer wanted: that removes it everywhere.
  private final class Canary: Observable, Sendable {
    private let registrar = ObservationRegistrar()
    private var song: Void { () }
    private static let path = \Canary.song

    func listen() { registrar.access(self, keyPath: Self.path) }
    func sing() { registrar.willSet(self, keyPath: Self.path) }
  }
}
