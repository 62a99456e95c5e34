import Signals

/// A reference to a signal that is made later, so that closures of that signal can subscribe to it.
///
/// The objects of a knot may refer back to it, so a test unties it before it ends (C8).
final class Knot: Sendable {
  private let tied = Guarded<Signal<Int>?>(nil)

  var signal: Signal<Int>? { tied.change { $0 } }

  func tie(_ signal: Signal<Int>) { tied.change { $0 = signal } }

  func untie() {
    _ = tied.change { signal in
      defer { signal = nil }
      return signal
    }
  }
}
