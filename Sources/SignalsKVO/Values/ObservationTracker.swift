import Dispatch
import Observation
internal import Signals

/// Tells Swift Observation, and with it SwiftUI, of the next change of a value that has been read while it recorded reads
/// (K10).
///
/// Swift Observation reports one change for each recording. So the value is observed from such a read to its next change, and
/// costs nothing otherwise.
final class ObservationTracker: Sendable {
  /// What the recordings follow.
  private let probe: ObservationProbe
  /// Probes that recordings follow, too, since two threads have read the value for the first time at once.
  private let otherProbes = Guarded<[ObservationProbe]>([])
  private let endpoint = Guarded<Endpoint?>(nil)
  private let lastRead = Guarded(Read())

  private struct Read: Equatable, Sendable {
    var number: UInt = 0
    var thread: UInt = 0
    var isOnMain = false
  }

  init(_ probe: ObservationProbe = ObservationProbe()) { self.probe = probe }

  /// Reports a read of a value, if Swift Observation records the reads of this thread, and not for a computation. Computations follow
  /// the values of this module in another way, and ignore the reads in `untracked { }`.
  ///
  /// - Parameters:
  ///   - known: the tracker of the value, if there is one.
  ///   - make: returns the tracker, which is made with the probe if there is none.
  ///   - observe: begins to observe the value, and calls its argument at each change.
  static func noteRead(
    of known: ObservationTracker?, orMake make: (ObservationProbe) -> ObservationTracker,
    _ observe: (@escaping @Sendable () -> Void) -> Endpoint
  ) {
    if ReadingContext.isRunningComputation { return }
    if let known {
      if known.probe.read() { known.follow(observe) }
    } else if let probe = ObservationProbe.takeIfRecording() {
      let tracker = make(probe)
      if tracker.probe !== probe {
        _ = tracker.probe.read()
        tracker.otherProbes.change { $0.append(probe) }
      }
      tracker.follow(observe)
    }
  }

  private func follow(_ observe: (@escaping @Sendable () -> Void) -> Endpoint) {
    lastRead.change { $0 = Read(number: $0.number &+ 1, thread: currentThread(), isOnMain: MainQueue.isCurrent) }
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
    report()
    let read = lastRead.change { $0 }
    guard read.thread != currentThread() else { return }
    // The other thread may be in the recorded closure still, and then the recording begins only now.
    (read.isOnMain ? DispatchQueue.main : .global()).handOver { [weak self] in
      if let self, lastRead.change({ $0 }) == read { report() }
    }
  }

  private func report() {
    probe.change()
    for other in otherProbes.change({ $0 }) { other.change() }
  }
}
