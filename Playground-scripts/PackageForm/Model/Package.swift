import SignalsKVO

// The model. It is independent of the form: ordinary classes and values, with the wrapper on each observable property.

final class Package {
  @Observed var recipient: Person
  @Observed var sender: Person
  @Observed var contents: [Item] = []

  init(from sender: Person, to recipient: Person) {
    self.sender = sender
    self.recipient = recipient
  }
}

final class Person {
  @Observed var firstName: String
  @Observed var lastName: String
  @Observed var address: Address
  var fullName: String { "\(firstName) \(lastName)" }

  init(_ firstName: String, _ lastName: String, _ address: Address) {
    self.firstName = firstName
    self.lastName = lastName
    self.address = address
  }
}

struct Address: Equatable, Sendable {
  var street: String
  var city: String
  var postalCode: String
}

extension Address: CustomStringConvertible {
  var description: String { "\(street), \(city) \(postalCode)" }
}

struct Item: Equatable, Sendable {
  var name: String
  var grams: Int
}

extension Item: CustomStringConvertible {
  var description: String { "\(name) (\(grams) g)" }
}

extension [Item] {
  var inWords: String { isEmpty ? "nothing yet" : map(\.description).joined(separator: ", ") }
}
