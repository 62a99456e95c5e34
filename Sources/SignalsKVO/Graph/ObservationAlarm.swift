import Observation
internal import Signals

/// Receives the announcement of the next change of the `@Observable` objects that a closure has read (K10).
///
/// Swift Observation announces a change before the store, on the thread that makes it. It has no way to end a tracking that
/// has not announced anything. So a tracking that is to be ended tracks a marker as well, which changes then.
final class ObservationAlarm: Sendable {
  private let action: @Sendable (ObservationAlarm) -> Void
  private let rung = AtomicWord(0)
  /// The thread on which a marker changes, or zero. Another one may be changing an object at that very moment.
  private let ignored = AtomicWord(0)

  /// - Parameter action: called once with this, before the change, on the thread that makes it.
  init(_ action: @escaping @Sendable (ObservationAlarm) -> Void) { self.action = action }

  var hasRung: Bool { rung.value != 0 }

  func ring() {
    guard ignored.value != currentThread() else { return }
    if rung.set(1) == 0 { action(self) }
  }

  /// Has this ring no more, unless another thread is about to announce a change.
  func silence() { rung.set(1) }

  /// Runs `read`, and rings before the next change of an object that it reads, unless `marker` changes earlier.
  func follow<Answer>(_ marker: Marker, _ read: () -> Answer) -> Answer {
    withObservationTracking {
      marker.access()
      return read()
    } onChange: {
      self.ring()
    }
  }

  /// Ends the trackings with this marker.
  ///
  /// An alarm that is about to ring on another thread goes on to do so: the change that it announces is not stored yet.
  func end(_ marker: Marker) {
    ignored.store(currentThread())
    marker.change()
    ignored.store(0)
  }

  /// An object that is tracked with all others, and changes to end the tracking.
  final class Marker: Observable, Sendable {
    private let registrar = ObservationRegistrar()
    private var state: Void { () }
    private static let path = \Marker.state

    fileprivate func access() { registrar.access(self, keyPath: Self.path) }
    fileprivate func change() { registrar.willSet(self, keyPath: Self.path) }
  }
}
