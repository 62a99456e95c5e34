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
  private var alarm: ObservationAlarm?
  private var marker: ObservationAlarm.Marker?

  /// The paths, by their hash values, that have been found to go through such an object.
  ///
  /// Finding that out leaves something behind in the object until its next change, so each path asks but once.
  private static let known = Guarded<Set<Int>>([])

  /// Whether anything has been read that is followed.
  var isFollowing: Bool { marker != nil }

  func isCurrent(_ generation: UInt) -> Bool { isFollowing && generation == self.generation }

  /// Whether there is a change that nothing has been read after.
  var isDue: Bool { alarm?.hasRung ?? false }

  /// Runs `read`, and calls `changed` before the next change of any `@Observable` property that it reads.
  mutating func follow(
    _ path: AnyKeyPath, by changed: @escaping @Sendable (_ generation: UInt) -> Void, _ read: () -> Void
  ) {
    generation &+= 1
    endTracking()
    if marker == nil {
      let path = path.hashValue
      guard Self.known.change({ $0.contains(path) }) || Self.isTracked(read) && Self.isTracked(read) else { return }
      Self.known.change { _ = $0.insert(path) }
    }
    let generation = generation
    let alarm = ObservationAlarm { changed(generation) }
    self.alarm = alarm
    // The values that the first reading computes are up to date in the second one, so that only this one tracks no more than
    // the path reads itself.
    let first = ObservationAlarm.Marker()
    alarm.follow(first, read)
    let marker = marker ?? ObservationAlarm.Marker()
    self.marker = marker
    alarm.follow(marker, read)
    alarm.end(first)
  }

  mutating func stop() {
    generation &+= 1
    endTracking()
    marker = nil
  }

  private mutating func endTracking() {
    guard let alarm else { return }
    // One that is about to ring goes on to do so: the change that it tells of has not been stored yet.
    if let marker { alarm.end(marker) }
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
}
