import Dispatch
import Signals

/// The events, in order, from any thread.
final class Journal: Sendable {
  private let recorded = Guarded<[String]>([])

  var entries: [String] { recorded.change { $0 } }

  func append(_ entry: String) { recorded.change { $0.append(entry) } }
}

/// An object that says when it is released.
final class Token: Sendable {
  private let atRelease: @Sendable () -> Void

  init(_ atRelease: @escaping @Sendable () -> Void) { self.atRelease = atRelease }

  deinit { atRelease() }

  /// For closures that capture this object and do nothing with it.
  func touch() {}
}
