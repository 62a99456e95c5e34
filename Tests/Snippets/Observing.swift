// Declarations for the examples of observing.

import Signals
import SignalsKVO

final class Person {
  @Observed var firstName: String
  @Observed var lastName: String
  @WeakObserved var manager: Person?
  var fullName: String { "\(firstName) \(lastName)" }

  init(_ firstName: String, _ lastName: String) {
    self.firstName = firstName
    self.lastName = lastName
  }
}

final class Package {
  @Observed var recipient: Person
  @Observed var contents: [String] = []

  init(to recipient: Person) { self.recipient = recipient }
}
