import Signals

/// Holds a value that a closure reads, and that it doesn't follow.
final class HeldValue<Value: Sendable>: Sendable {
  private let held: Guarded<Value>

  init(_ value: Value) { held = Guarded(value) }

  var value: Value {
    get { held.change { $0 } }
    set {
      var other = newValue
      held.change { swap(&$0, &other) }
    }
  }
}
