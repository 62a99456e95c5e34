import Lesson
import SignalsKVO

// Nothing but `@Observed` makes these observable: no base class, no protocol, no strings.

final class Person {
  @Observed var firstName: String
  @Observed var lastName: String
  @WeakObserved var friend: Person?

  init(_ firstName: String, _ lastName: String) {
    self.firstName = firstName
    self.lastName = lastName
  }

  /// Observable as it is.
  var fullName: String { "\(firstName) \(lastName)" }
}

final class Parcel {
  @Observed var recipient: Person?
  @Observed var grams = 500

  init(to recipient: Person?) { self.recipient = recipient }
}

/// What can't use the wrapper says itself what it does.
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

/// Tells a change as the lesson prints it. What wasn't asked for is a hyphen.
func told<Value>(_ change: KeyValueChange<Value>) {
  tell(change, old: change.oldValue.map { "\($0)" }, new: change.newValue.map { "\($0)" })
}

/// The same where something may be missing on the way.
func told<Value>(_ change: KeyValueChange<Value?>) {
  let text: (Value?) -> String = { value in value.map { "\($0)" } ?? "nil" }
  tell(change, old: change.oldValue.map(text), new: change.newValue.map(text))
}

private func tell<Value>(_ change: KeyValueChange<Value>, old: String?, new: String?) {
  result(change.isPrior ? "about to change:" : "\(change.reason):", old ?? "-", "→", new ?? "-")
}
