import Observation
internal import Signals

/// Tells Swift Observation, and with it SwiftUI, of the next change of a value that has been read while it recorded reads
/// (K10).
///
/// Swift Observation reports one change for each recording. So the value is observed from such a read to its next change, and
/// costs nothing otherwise.
// Unchecked, because the registrar and the endpoint guard themselves.
final class ObservationTracker: Observable, @unchecked Sendable {
  private let registrar = ObservationRegistrar()
  private let endpoint = Guarded<Endpoint?>(nil)

  private static let path = \ObservationTracker.value
  private var value: Void { () }

  /// Records a read.
  ///
  /// - Parameter observe: begins to observe the value, and calls its argument at each change.
  func noteRead(_ observe: (@escaping @Sendable () -> Void) -> Endpoint) {
    registrar.access(self, keyPath: Self.path)
    if endpoint.change({ $0?.isActive == true }) { return }
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
    registrar.willSet(self, keyPath: Self.path)
    registrar.didSet(self, keyPath: Self.path)
  }
}
