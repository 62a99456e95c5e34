internal import Signals

/// The `@Observable` objects that a run of a computation has read, as one input of the computation (K10).
///
/// The tracking ends when the computation has read other inputs, or has left the graph.
// Unchecked, as its superclass.
final class ObservedObjects: DependencyNode, @unchecked Sendable {
  /// Nil if the run has read none.
  private let alarm: ObservationAlarm?
  /// Nil for a first run that has read such an object, and for one within another tracking. The tracking of such a run stays in
  /// the object until the next change, and is ignored then.
  private let marker: ObservationAlarm.Marker?
  /// What a tracking around that of the run follows, too. Swift Observation never releases what it stores in an object that has
  /// ended before the tracking begins.
  private let probes: [ObservationProbe]

  init(_ alarm: ObservationAlarm?, _ marker: ObservationAlarm.Marker? = nil, probes: [ObservationProbe] = []) {
    self.alarm = alarm
    self.marker = marker
    self.probes = probes
    super.init()
  }

  deinit { if let marker { alarm?.end(marker) } else { alarm?.silence() } }
}
