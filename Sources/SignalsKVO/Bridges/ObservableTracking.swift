import Observation
internal import Signals

/// Follows what is read of `@Observable` objects, by Swift's own tracking (K10).
///
/// That tells once, before the store, on the thread that changes something; and what another thread changes between the
/// read and the moment when the tracking is in place is lost. So nothing is read when it tells; what counts is what is
/// read once more when the tracking is in place; and what an earlier tracking tells is ignored, by its generation.
struct ObservableTracking {
  private var generation: UInt = 0
  private var alarm: Alarm?
  /// What ends a tracking that has not told anything: the language has nothing for that.
  private var canary: Canary?

  /// The paths, by their hash values, that have been found to go through such an object.
  ///
  /// Finding that out leaves something behind in the object until its next change, so each path asks but once.
  private static let known = Guarded<Set<Int>>([])

  /// Whether anything has been read that is followed.
  var isFollowing: Bool { canary != nil }

  func isCurrent(_ generation: UInt) -> Bool { isFollowing && generation == self.generation }

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
    // It would take the canary for a change.
    alarm?.mute()
    alarm = nil
    canary?.sing()
  }

  private static func isTracked(_ read: () -> Void) -> Bool {
    var isTracked = false
    // Nobody asks for what is to be called where there is nothing that could change.
    func found() -> @Sendable () -> Void {
      isTracked = true
      return {}
    }
    withObservationTracking(read, onChange: found())
    return isTracked
  }

  /// Rings once.
  private final class Alarm: Sendable {
    private let generation: UInt
    private let changed: @Sendable (UInt) -> Void
    private let isOver = AtomicWord(0)

    init(_ generation: UInt, _ changed: @escaping @Sendable (UInt) -> Void) {
      self.generation = generation
      self.changed = changed
    }

    func ring() { if isOver.set(1) == 0 { changed(generation) } }

    func mute() { isOver.set(1) }
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
