internal import Signals

/// The `@Observable` objects that a run of a computation has read, as one input of the computation (K10).
///
/// The tracking ends when the computation has read other inputs, or has left the graph.
// Unchecked, as its superclass.
final class ObservedObjects: DependencyNode, @unchecked Sendable {
  private let alarm: ObservationAlarm
  /// Nil for a first run that has read such an object, and for one within another tracking. The tracking of such a run stays in
  /// the object until the next change, and is ignored then.
  private let marker: ObservationAlarm.Marker?
  /// What a tracking around that of the run follows, too.
  private let probe: ObservationProbe?

  init(_ alarm: ObservationAlarm, _ marker: ObservationAlarm.Marker?, _ probe: ObservationProbe? = nil) {
    self.alarm = alarm
    self.marker = marker
    self.probe = probe
    super.init()
  }

  deinit { if let marker { alarm.end(marker) } else { alarm.silence() } }
}
