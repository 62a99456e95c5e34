import SignalsKVO
import Testing

@testable import PackageForm

@Suite("Bindings of the view model and the package") @MainActor
struct PackageViewModelTests {
  private let addressBook = AddressBook()
  private let package: Package
  private let viewModel: PackageViewModel

  init() {
    package = Package(from: addressBook.sender, to: addressBook.first)
    viewModel = PackageViewModel(of: package, addressBook: addressBook, items: RandomItems(seed: 1))
  }

  private var computations: Int { viewModel.summary.computations }

  @Test("the package gives the initial values")
  func first() {
    #expect(
      Field.allCases.map { viewModel[$0] } == ["Ada", "Lovelace", "12 St James's Square", "Charles", "Babbage"])
    #expect(
      viewModel.summary.text
        == "To Ada Lovelace, 12 St James's Square, London SW1Y 4JH, from Charles Babbage: empty")
    #expect(computations == 1)
  }

  @Test("an edit reaches the package, and the summary is computed once", arguments: Field.allCases)
  func typing(field: Field) {
    viewModel[field] = "x"
    #expect(viewModel[field] == "x")
    #expect(value(of: field) == "x")
    #expect(computations == 2)
  }

  @Test(
    "a set of the package reaches the view model, and the summary is computed once", arguments: Field.allCases)
  func settingTheModel(field: Field) {
    package[keyPath: modelField(field).path] = "x"
    #expect(viewModel[field] == "x")
    #expect(computations == 2)
  }

  @Test("an edit of the street changes the address in place")
  func street() {
    viewModel[.street] = "3 Elm Row"
    #expect(package.recipient.address == Address(street: "3 Elm Row", city: "London", postalCode: "SW1Y 4JH"))
    package.recipient.address.city = "Leeds"
    #expect(viewModel[.street] == "3 Elm Row")
    #expect(computations == 3)
  }

  @Test(
    "an empty street is rejected: the package keeps its own, and a complaint is shown", arguments: ["", "  "])
  func emptyStreet(text: String) {
    viewModel[.street] = text
    #expect(package.recipient.address.street == "12 St James's Square")
    #expect(viewModel.complaint == "A street can't be empty. The package keeps its current street.")
    viewModel[.street] = "3 Elm Row"
    #expect(viewModel.complaint == nil)
    #expect(package.recipient.address.street == "3 Elm Row")
    #expect(computations == 2)
  }

  @Test("a complaint ends with the next text of the field, from either side")
  func complaint() {
    viewModel[.street] = ""
    viewModel[.street] = ""
    #expect(viewModel.complaint != nil)
    package.recipient.address.street = "3 Elm Row"
    #expect(viewModel.complaint == nil)
    #expect(viewModel[.street] == "3 Elm Row")
    viewModel[.street] = ""
    viewModel[.senderLastName] = "B."
    #expect(viewModel.complaint == nil)
  }

  @Test("a new recipient is one change, and later edits change the new one")
  func swapping() {
    let ada = package.recipient
    viewModel.swapRecipient()
    #expect(
      [Field.recipientFirstName, .recipientLastName, .street].map { viewModel[$0] } == [
        "Grace", "Hopper", "5 Navy Yard",
      ])
    #expect(computations == 2)
    viewModel[.recipientFirstName] = "G."
    viewModel[.street] = "6 Navy Yard"
    #expect(package.recipient.address == Address(street: "6 Navy Yard", city: "Arlington", postalCode: "22204"))
    #expect(ada.fullName == "Ada Lovelace")
    #expect(ada.address.street == "12 St James's Square")
    for _ in 1..<addressBook.people.count { viewModel.swapRecipient() }
    #expect(package.recipient === ada)
  }

  @Test("items are random, and the same for the same seed")
  func adding() {
    viewModel.addItem()
    viewModel.addItem()
    #expect(computations == 3)
    var items = RandomItems(seed: 1)
    #expect(package.contents == [items.next(), items.next()])
  }

  @Test("while a field is edited, a change of the model waits for this field only")
  func session() {
    viewModel.beginEditing(.recipientFirstName)
    package.recipient.firstName = "Alan"
    package.recipient.lastName = "Turing"
    #expect(viewModel[.recipientFirstName] == "Ada")
    #expect(viewModel.isWaiting(.recipientFirstName))
    #expect(viewModel[.recipientLastName] == "Turing")
    #expect(viewModel.summary.text.hasPrefix("To Alan Turing,"))
    viewModel.endEditing()
    #expect(viewModel[.recipientFirstName] == "Alan")
    #expect(!viewModel.isWaiting(.recipientFirstName))
  }

  @Test("an edit in a session reaches the model at once, and the last writer prevails")
  func sessionWithTyping() {
    viewModel.beginEditing(.recipientFirstName)
    package.recipient.firstName = "Alan"
    viewModel[.recipientFirstName] = "Adam"
    #expect(package.recipient.firstName == "Adam")
    viewModel.beginEditing(.street)
    #expect(viewModel.editing == .street)
    #expect(viewModel[.recipientFirstName] == "Adam")
    #expect(package.recipient.firstName == "Adam")
  }

  private func value(of field: Field) -> String { package[keyPath: modelField(field).path] }

  private func modelField(_ field: Field) -> ModelField {
    switch field {
    case .recipientFirstName: .recipientFirstName
    case .recipientLastName: .recipientLastName
    case .street: .street
    case .senderFirstName: .senderFirstName
    case .senderLastName: .senderLastName
    }
  }
}
