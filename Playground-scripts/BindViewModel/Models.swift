import Lesson
import SignalsKVO

// A model and a view model for a form. These classes contain nothing about bindings.

final class Person {
  @Observed var firstName: String
  @WeakObserved var manager: Person?

  init(_ firstName: String) { self.firstName = firstName }
}

final class Package {
  @Observed var recipient: Person
  @Observed var grams = 500
  @Observed var priority = 1 {
    didSet { if priority > 3 { priority = 3 } }
  }

  init(to recipient: Person) { self.recipient = recipient }
}

final class ViewModel {
  @Observed var recipientName = ""
  @Observed var managerName = "-"
  @Observed var weight = ""
  @Observed var priority = 0
}

/// Prints each set of a property, for as long as the result is kept.
func watch<Object: AnyObject, Value>(
  _ name: String, _ object: Object, _ path: KeyPath<Object, Value>
) -> KeyValueObserver {
  KeyValueObserver(object, path, options: [.new]) { change in
    if let value = change.newValue { result("\(name) is set to", value) }
  }
}
