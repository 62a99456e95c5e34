/// The sender and the recipients of packages. It retains them, so their edited names and addresses persist.
struct AddressBook {
  let sender: Person
  let people: [Person]

  init() {
    sender = Person("Charles", "Babbage", Address(street: "1 Dorset Street", city: "London", postalCode: "W1U 4EG"))
    people = [
      Person("Ada", "Lovelace", Address(street: "12 St James's Square", city: "London", postalCode: "SW1Y 4JH")),
      Person("Grace", "Hopper", Address(street: "5 Navy Yard", city: "Arlington", postalCode: "22204")),
      Person("Sofja", "Kowalewskaja", Address(street: "Sturegatan 16", city: "Stockholm", postalCode: "114 36")),
    ]
  }

  var first: Person { people[0] }

  /// The recipient after `person`. The first one follows the last.
  func next(after person: Person) -> Person {
    guard let index = people.firstIndex(where: { $0 === person }) else { return first }
    return people[(index + 1) % people.count]
  }
}
