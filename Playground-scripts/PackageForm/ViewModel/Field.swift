/// What can be typed into: the two-way bound properties of the view model, by the names that commands give them.
enum Field: String, CaseIterable, Sendable {
  case recipientFirstName = "recipient.firstName"
  case recipientLastName = "recipient.lastName"
  case street
  case senderFirstName = "sender.firstName"
  case senderLastName = "sender.lastName"

  var title: String {
    switch self {
    case .recipientFirstName: "Recipient's first name"
    case .recipientLastName: "Recipient's last name"
    case .street: "Street"
    case .senderFirstName: "Sender's first name"
    case .senderLastName: "Sender's last name"
    }
  }
}
