import Observation
internal import Signals

/// Follows what is read of `@Observable` objects, by Swift's own tracking (K10).
///
/// That tells once, before the store, on the thread that changes something; and what another thread changes between the
/// read and the moment when the tracking is in place is lost. So nothing is read when it tells; what counts is what is
/// read once more when the tracking is in place; and what an earlier tracking tells is ignored, by its generation.
struct ObservableTracking {
  private var generation: UInt = 0
  /// What ends a tracking that has not told anything: the language has nothing for that.
  private var canary: Canary?

  /// Whether anything has been read that is followed.
  var isFollowing: Bool { canary != nil }

  func isCurrent(_ generation: UInt) -> Bool { isFollowing && generation == self.generation }

  /// Runs `read`, and calls `changed` before the next change of any `@Observable` property that it reads.
  mutating func follow(by changed: @escaping @Sendable (_ generation: UInt) -> Void, _ read: () -> Void) {
    generation &+= 1
    canary?.sing()
    if canary == nil {
      var alarm = Alarm(generation, changed)
      withObservationTracking(read) { [alarm] in alarm.ring() }
      // Where nothing was tracked, nobody keeps what would have been called.
      if isKnownUniquelyReferenced(&alarm) { return }
    }
    let canary = canary ?? Canary()
    self.canary = canary
    let alarm = Alarm(generation, changed)
    func track() {
      withObservationTracking {
        canary.listen()
        return read()
      } onChange: {
        alarm.ring()
      }
    }
    track()
    track()
  }

  mutating func stop() {
    generation &+= 1
    canary?.sing()
    canary = nil
  }

  private final class Alarm: Sendable {
    private let generation: UInt
    private let changed: @Sendable (UInt) -> Void

    init(_ generation: UInt, _ changed: @escaping @Sendable (UInt) -> Void) {
      self.generation = generation
      self.changed = changed
    }

    func ring() { changed(generation) }
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
