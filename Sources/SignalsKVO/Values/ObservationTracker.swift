import Dispatch
import Observation
internal import Signals

/// Tells Swift Observation, and with it SwiftUI, of the next change of a value that has been read while it recorded reads
/// (K10).
///
/// Swift Observation reports one change for each recording. So the value is observed from such a read to its next change, and
/// costs nothing otherwise.
final class ObservationTracker: Sendable {
  /// Several, if the value was read while it was not the one from which the others tell the next change. Each of them ends all.
  private let observations = Guarded<[Observation]>([])
  private let reads: Guarded<Reads>

  private struct Observation: Sendable {
    let endpoint: Endpoint
    /// The number of the value at the beginning.
    let version: UInt
  }

  /// The number of the present value, and that of the value that the observers know.
  typealias Versions = (present: UInt, told: UInt)

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
  ///   - versions: returns the numbers of the values; nil if observers are told of each value that was set.
  ///   - observe: begins to observe the value, and calls its argument at each change.
  @inline(__always)
  static func noteRead(
    of known: ObservationTracker?, _ recordings: Recordings.Pointer = Recordings.shared,
    orMake make: (ObservationProbe) -> ObservationTracker, versions: () -> Versions? = { nil },
    _ observe: (@escaping @Sendable () -> Void) -> Endpoint
  ) {
    if ReadingContext.hidesReads(recordings) { return }
    if let known {
      if known.reads.change({ $0.probes[0] }).read() { known.follow(versions, observe) }
    } else if let probe = ObservationProbe.takeIfRecording() {
      let tracker = make(probe)
      tracker.reads.change { reads in
        if !reads.probes.contains(where: { $0 === probe }) { reads.probes.append(probe) }
      }
      tracker.follow(versions, observe)
    }
  }

  private func follow(_ versions: () -> Versions?, _ observe: (@escaping @Sendable () -> Void) -> Endpoint) {
    // A value that was read before its change is told may change back until then. This may tell that change, on this thread: to the
    // recordings before this one.
    let versions = versions()
    let (thread, isOnMain) = (currentThread(), MainQueue.isCurrent)
    reads.change { reads in
      if !reads.threads.contains(thread) { reads.threads.append(thread) }
      reads.isOnMain = reads.isOnMain || isOnMain
    }
    let isFollowed = observations.change { observations in
      observations.contains { observation in
        guard observation.endpoint.isActive else { return false }
        guard let versions else { return true }
        return max(observation.version, versions.told) == versions.present
      }
    }
    if isFollowed { return }
    let endpoint = observe { [weak self] in self?.valueChanged() }
    let new = Observation(endpoint: endpoint, version: versions?.present ?? 0)
    let former = observations.change { observations in
      defer { observations = observations.filter(\.endpoint.isActive) + [new] }
      return observations
    }
    // Nothing is released under the lock.
    withExtendedLifetime(former) {}
  }

  private func valueChanged() {
    let thread = currentThread()
    let reads = takeReads(thread)
    for probe in reads.probes { probe.change() }
    // Another thread may be in the recorded closure still, and then the recording begins only now. It follows these probes, and
    // later ones follow the next.
    guard reads.threads.contains(where: { $0 != thread }) else { return }
    (reads.isOnMain ? DispatchQueue.main : .global()).handOver { for probe in reads.probes { probe.change() } }
  }

  /// Ends the observations, and returns what the change is to be reported to.
  private func takeReads(_ thread: UInt) -> Reads {
    let over = observations.change { observations in
      defer { observations = [] }
      return observations
    }
    for observation in over { observation.endpoint.cancel() }
    let next = ObservationProbe()
    return reads.change { reads in
      let former = reads
      let isMetByOther = former.threads.contains { $0 != thread }
      reads = Reads(probes: isMetByOther ? [next] : former.probes)
      return former
    }
  }
}
