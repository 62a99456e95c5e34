import Signals
import SignalsKVO

/// Derived values and reactions whose runs are logged by name.
///
/// A comment in a test of this folder names the cases of public test suites whose behaviour the test expresses:
/// see `Documentation/DerivedState.md`.
struct Runs: Sendable {
  private let log = Log<String>()

  func derived<Value: Equatable & Sendable>(
    _ name: String, _ compute: @escaping @Sendable () -> Value
  ) -> Derived<Value> {
    Derived { [log] in
      log.append(name)
      return compute()
    }
  }

  /// A reaction whose runs are logged with the value that it has read.
  func observed<Value: Sendable>(_ name: String = "", _ read: @escaping () -> Value) -> Endpoint {
    observe { [log] in
      let value = read()
      log.append(name.isEmpty ? "\(value)" : "\(name) \(value)")
    }
  }

  func note(_ name: String) { log.append(name) }

  /// Returns and removes the runs so far.
  func take() -> [String] { log.take() }
}

/// A source with the semantics of the public suites: a set to an equal value is no change.
func source<Value: Equatable & Sendable>(_ value: Value) -> Property<Value> { Property(value, isSame: ==) }
