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

  // Each thread keeps one that no recording follows. To find the place of a thread takes longer than to read the probe, so the first
  // thread that reads a value has a place of its own: in most programs that thread makes most of the reads.
  private static let slot = ThreadContext<ObservationProbe>()
  /// The first thread that has read a value, or zero.
  private static let firstReader = AtomicWord(0)
  // Unsafe by name only, since no other thread uses it.
  @safe @exclusivity(unchecked) nonisolated(unsafe) private static var spareOfFirstReader: Unmanaged<AnyObject>?

  /// A probe that a recording follows; nil if Swift Observation doesn't record the reads of this thread. The caller keeps it until
  /// after the end of the recorded closure: without it, the recording would never end.
  static func takeIfRecording() -> ObservationProbe? {
    // Where a test controls threads, their steps must not depend on which of them has read first.
    #if !CONTROLLED_THREADS
      let first = firstReader.relaxed
      if first == currentThread() || first == 0 && firstReader.initialize(to: currentThread()) {
        return unsafe take(&spareOfFirstReader)
      }
    #endif
    return unsafe take(&ThreadContext<ObservationProbe>.keepsake(at: slot.place.address).pointee)
  }

  @inline(__always)
  private static func take(_ spare: inout Unmanaged<AnyObject>?) -> ObservationProbe? {
    let kept = unsafe spare ?? .passRetained(ObservationProbe())
    unsafe spare = kept
    let isRecorded = unsafe kept._withUnsafeGuaranteedRef { probe in
      unsafe unsafeDowncast(probe, to: ObservationProbe.self).read()
    }
    guard isRecorded else { return nil }
    unsafe spare = nil
    return unsafe unsafeDowncast(kept.takeRetainedValue(), to: ObservationProbe.self)
  }
}
