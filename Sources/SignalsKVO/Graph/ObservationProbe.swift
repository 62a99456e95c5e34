import Observation
internal import Signals

/// Finds out whether Swift Observation records what a thread reads.
///
/// Swift Observation has no interface for this. But a recorded read puts the key path into a set, which asks the key path for its hash
/// value, and the key path of the probe has an index that counts how often it is asked.
final class ObservationProbe: Observable, Sendable {
  /// The only one, which is never released.
  static let shared = unsafe Unmanaged.passRetained(ObservationProbe())

  private let registrar = ObservationRegistrar()
  private let path: any KeyPath<ObservationProbe, Void> & Sendable = \ObservationProbe[Index()]

  private init() {}

  /// Whether a read of this thread is recorded.
  var isTracking: Bool {
    let before = Index.hashings.relaxed
    registrar.access(self, keyPath: path)
    return Index.hashings.relaxed != before && Index.hasBeenHashed(after: before)
  }

  private subscript(index: Index) -> Void { () }

  private struct Index: Hashable, Sendable {
    /// The number of times that a thread has asked for a hash value.
    static let hashings = AtomicWord(0)
    /// The threads that have asked, each with the number of its last time. Other threads may ask at the same time.
    private static let threads = Guarded<[UInt: UInt]>([:])

    private let value: UInt8 = 0

    func hash(into hasher: inout Hasher) {
      Self.threads.change { $0[currentThread()] = Self.hashings.next(1) }
    }

    /// Whether this thread has asked since there was this number. Swift Observation also asks when it merges two recordings.
    static func hasBeenHashed(after number: UInt) -> Bool {
      threads.change { threads in
        guard let last = threads.removeValue(forKey: currentThread()) else { return false }
        return last > number
      }
    }
  }
}
