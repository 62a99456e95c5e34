import Lesson
import SignalsKVO

// `@Observed` alone makes these properties observable, without a base class, a protocol or strings.

final class Person {
  @Observed var firstName: String
  @Observed var lastName: String
  @WeakObserved var friend: Person?

  init(_ firstName: String, _ lastName: String) {
    self.firstName = firstName
    self.lastName = lastName
  }

  /// Observable without any declaration.
  var fullName: String { "\(firstName) \(lastName)" }
}

final class Parcel {
  @Observed var recipient: Person?
  @Observed var grams = 500

  init(to recipient: Person?) { self.recipient = recipient }
}

/// A class that reports its changes itself, instead of using the wrapper.
final class Counter: KeyValueObservable {
  let observationStore = ObservationStore<Counter>()
  private var total = 0

  var count: Int {
    access(\.count)
    return total
  }

  func increment() {
    willChangeValue(for: \.count)
    total += 1
    didChangeValue(for: \.count)
  }
}

/// Prints a change, with a hyphen for each value that wasn't requested.
func printChange<Value>(_ change: KeyValueChange<Value>) {
  printChange(change, old: change.oldValue.map { "\($0)" }, new: change.newValue.map { "\($0)" })
}

/// The same for a key path with optional steps.
func printChange<Value>(_ change: KeyValueChange<Value?>) {
  let text: (Value?) -> String = { value in value.map { "\($0)" } ?? "nil" }
  printChange(change, old: change.oldValue.map(text), new: change.newValue.map(text))
}

private func printChange<Value>(_ change: KeyValueChange<Value>, old: String?, new: String?) {
  result(change.isPrior ? "about to change:" : "\(change.reason):", old ?? "-", "→", new ?? "-")
}
