/// A text field: a property of the view model with a two-way binding. The raw value is its name in commands.
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
