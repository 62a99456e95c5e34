import Observation
internal import Signals

/// Follows the reads of `@Observable` objects, by Swift's own tracking (K10).
///
/// The tracking reports one change, before the store, on the thread that makes it; and it misses a change by another thread
/// between the read and the moment when the tracking is in place. So nothing is read in the report, and the value that counts
/// is read once more when the tracking is in place. A report of an earlier tracking is known by its alarm: a later
/// reading may have preceded the store.
struct ObservableTracking {
  private var following: Following?

  // An object, since few paths need it.
  private final class Following {
    let alarm: ObservationAlarm
    let marker: ObservationAlarm.Marker

    init(_ alarm: ObservationAlarm, _ marker: ObservationAlarm.Marker) {
      self.alarm = alarm
      self.marker = marker
    }
  }

  /// The paths, by their hash values, that have been found to go through such an object.
  ///
  /// Finding that out leaves something behind in the object until its next change, so each path asks but once.
  private static let known = Guarded<Set<Int>>([])

  /// Whether anything has been read that is followed.
  var isFollowing: Bool { following != nil }

  /// Whether the last reading is tracked with this alarm.
  func isCurrent(_ alarm: ObservationAlarm) -> Bool { following?.alarm === alarm }

  /// Whether there is a change that nothing has been read after.
  var isDue: Bool { following?.alarm.hasRung ?? false }

  /// Runs `read`, and calls `changed` before the next change of any `@Observable` property that it reads.
  mutating func follow(
    _ path: AnyKeyPath, by changed: @escaping @Sendable (ObservationAlarm) -> Void, _ read: () -> Void
  ) {
    let former = following
    stop()
    if former == nil {
      let path = path.hashValue
      guard Self.known.change({ $0.contains(path) }) || Self.isTracked(read) && Self.isTracked(read) else { return }
      Self.known.change { _ = $0.insert(path) }
    }
    let (alarm, marker) = (ObservationAlarm(changed), former?.marker ?? ObservationAlarm.Marker())
    following = Following(alarm, marker)
    // The values that the first reading computes are up to date in the second one, so that only this one tracks no more than
    // the path reads itself.
    let first = ObservationAlarm.Marker()
    alarm.follow(first, read)
    alarm.follow(marker, read)
    alarm.end(first)
  }

  mutating func stop() {
    guard let ended = following else { return }
    following = nil
    // One that is about to ring goes on to do so: the change that it tells of has not been stored yet.
    ended.alarm.end(ended.marker)
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
