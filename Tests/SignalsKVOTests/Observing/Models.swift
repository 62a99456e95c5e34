import SignalsKVO

final class Person {
  @Observed var firstName: String
  @Observed var lastName: String
  @Observed var nickname: String?
  @Observed var tags: [String] = []
  @WeakObserved var manager: Person?
  var fullName: String { "\(firstName) \(lastName)" }

  init(_ firstName: String = "", _ lastName: String = "", manager: Person? = nil) {
    self.firstName = firstName
    self.lastName = lastName
    self.manager = manager
  }
}

final class Package {
  @Observed var recipient: Person
  @Observed var sender: Person?
  @Observed var contents: [String] = []

  init(_ recipient: Person = Person()) { self.recipient = recipient }
}
