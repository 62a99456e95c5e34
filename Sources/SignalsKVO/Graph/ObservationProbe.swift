import Observation
internal import Signals

/// Finds out whether Swift Observation records what a thread reads.
///
/// Swift Observation has no interface for this. But a recorded read puts the key path into a set, which asks the key path for its hash
/// value, and the key path of the probe has an index that counts how often it is asked.
final class ObservationProbe: Observable, Sendable {
  /// The only one, which is never released.
  static let shared = Unmanaged.passRetained(ObservationProbe())

  private let registrar = ObservationRegistrar()
  private let path: any KeyPath<ObservationProbe, Void> & Sendable = \ObservationProbe[Index()]

  private init() {}

  /// Whether a read is recorded. If other threads ask at the same time, the answer may be yes without need, which does no
  /// harm.
  var isTracking: Bool {
    let before = Index.hashings.relaxed
    registrar.access(self, keyPath: path)
    return Index.hashings.relaxed != before
  }

  private subscript(index: Index) -> Void { () }

  private struct Index: Hashable, Sendable {
    static let hashings = AtomicWord(0)
    private let value: UInt8 = 0

    func hash(into hasher: inout Hasher) { _ = Self.hashings.next(1) }
  }
}
