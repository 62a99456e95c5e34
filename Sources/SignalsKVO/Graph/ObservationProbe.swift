import Observation
internal import Signals

/// Finds out whether Swift Observation records what a thread reads.
///
/// Swift Observation has no interface for this. But a recorded read puts the key path into a set, which asks the key path for its hash
/// value, and the key path of the probe has an index that counts how often it is asked.
///
/// The recording then follows the probe, and keeps the closure of its program until something that it follows changes or ends. So a
/// probe is used for one recorded value, and lives as long as that.
final class ObservationProbe: Observable, Sendable {
  private let registrar = ObservationRegistrar()
  private let path = ObservationProbe.path

  // Made once, since each evaluation of the expression makes another object.
  private static let path: any KeyPath<ObservationProbe, Void> & Sendable = \ObservationProbe[Index()]

  /// Reads this. Returns whether Swift Observation records the reads of this thread.
  func read() -> Bool {
    let before = Index.hashings.relaxed
    registrar.access(self, keyPath: path)
    return Index.hashings.relaxed != before && Index.hasBeenHashed(after: before)
  }

  /// Reports a change to the recordings that follow this.
  func change() { registrar.withMutation(of: self, keyPath: path) {} }

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

  // MARK: - The probes of the threads

  // Each thread keeps one that no recording follows.
  private static let slot = ThreadContext<ObservationProbe>()

  /// A probe that a recording follows; nil if Swift Observation doesn't record the reads of this thread. The caller keeps it until
  /// after the end of the recorded closure: without it, the recording would never end.
  static func takeIfRecording() -> ObservationProbe? {
    let spare = unsafe ThreadContext<ObservationProbe>.keepsake(at: slot.place.address)
    let kept = unsafe spare.pointee ?? .passRetained(ObservationProbe())
    unsafe spare.pointee = kept
    let probe = unsafe unsafeDowncast(kept._withUnsafeGuaranteedRef { $0 }, to: ObservationProbe.self)
    guard probe.read() else { return nil }
    unsafe spare.pointee = nil
    unsafe kept.release()
    return probe
  }
}
