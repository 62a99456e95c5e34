import Signals

/// Holds something, for any thread to let go of.
final class Hold<Value: Sendable>: Sendable {
  private let held: Guarded<Value?>

  init(_ value: Value) { held = Guarded(value) }

  var value: Value? { held.change { $0 } }

  /// The held object goes on the thread that calls this, if no other thread has it.
  func letGo() {
    _ = held.change { value in
      defer { value = nil }
      return value
    }
  }
}
