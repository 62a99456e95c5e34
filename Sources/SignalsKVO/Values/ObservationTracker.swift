import Dispatch
import Observation
internal import Signals

/// Tells Swift Observation, and with it SwiftUI, of the next change of a value that has been read while it recorded reads
/// (K10).
///
/// Swift Observation reports one change for each recording. So the value is observed from such a read to its next change, and
/// costs nothing otherwise.
final class ObservationTracker: Sendable {
  private let endpoint = Guarded<Endpoint?>(nil)
  private let reads: Guarded<Reads>

  /// The reads since the last change.
  private struct Reads: Sendable {
    /// What their recordings follow: several if threads have read the value for the first time at once.
    var probes: [ObservationProbe]
    var threads: [UInt] = []
    var isOnMain = false
  }

  init(_ probe: ObservationProbe = ObservationProbe()) { reads = Guarded(Reads(probes: [probe])) }

  /// Reports a read of a value, if Swift Observation records the reads of this thread, and not for a computation. Computations follow
  /// the values of this module in another way, and ignore the reads in `untracked { }`.
  ///
  /// - Parameters:
  ///   - known: the tracker of the value, if there is one.
  ///   - make: returns the tracker, which is made with the probe if there is none.
  ///   - observe: begins to observe the value, and calls its argument at each change.
  @inline(__always)
  static func noteRead(
    of known: ObservationTracker?, _ recordings: Recordings.Pointer = Recordings.shared,
    orMake make: (ObservationProbe) -> ObservationTracker,
    _ observe: (@escaping @Sendable () -> Void) -> Endpoint
  ) {
    if ReadingContext.isRunningComputation(recordings) { return }
    if let known {
      if known.reads.change({ $0.probes[0] }).read() { known.follow(observe) }
    } else if let probe = ObservationProbe.takeIfRecording() {
      let tracker = make(probe)
      tracker.reads.change { reads in
        if !reads.probes.contains(where: { $0 === probe }) { reads.probes.append(probe) }
      }
      tracker.follow(observe)
    }
  }

  private func follow(_ observe: (@escaping @Sendable () -> Void) -> Endpoint) {
    let (thread, isOnMain) = (currentThread(), MainQueue.isCurrent)
    reads.change { reads in
      if !reads.threads.contains(thread) { reads.threads.append(thread) }
      reads.isOnMain = reads.isOnMain || isOnMain
    }
    // Within a transaction, the value may be another one than that from which the present observation tells the next change.
    let isInTransaction = unsafe TurnContext.transaction != nil
    if !isInTransaction, endpoint.change({ $0?.isActive == true }) { return }
    let new = observe { [weak self] in self?.valueChanged() }
    let replaced = endpoint.change { endpoint in
      defer { endpoint = new }
      return endpoint
    }
    replaced?.cancel()
  }

  private func valueChanged() {
    let over = endpoint.change { endpoint in
      defer { endpoint = nil }
      return endpoint
    }
    over?.cancel()
    let thread = currentThread()
    let next = ObservationProbe()
    let reads = reads.change { reads in
      let former = reads
      let isMetByOther = former.threads.contains { $0 != thread }
      reads = Reads(probes: isMetByOther ? [next] : former.probes)
      return former
    }
    for probe in reads.probes { probe.change() }
    // Another thread may be in the recorded closure still, and then the recording begins only now. It follows these probes, and
    // later ones follow the next.
    guard reads.threads.contains(where: { $0 != thread }) else { return }
    (reads.isOnMain ? DispatchQueue.main : .global()).handOver { for probe in reads.probes { probe.change() } }
  }
}
