/// A property of the model that a command can set directly, past the view model.
enum ModelField: String, CaseIterable, Sendable {
  case recipientFirstName = "recipient.firstName"
  case recipientLastName = "recipient.lastName"
  case street = "recipient.address.street"
  case city = "recipient.address.city"
  case postalCode = "recipient.address.postalCode"
  case senderFirstName = "sender.firstName"
  case senderLastName = "sender.lastName"

  var path: ReferenceWritableKeyPath<Package, String> {
    switch self {
    case .recipientFirstName: \.recipient.firstName
    case .recipientLastName: \.recipient.lastName
    case .street: \.recipient.address.street
    case .city: \.recipient.address.city
    case .postalCode: \.recipient.address.postalCode
    case .senderFirstName: \.sender.firstName
    case .senderLastName: \.sender.lastName
    }
  }
}
