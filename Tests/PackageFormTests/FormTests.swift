import SignalsKVO
import Testing

@testable import PackageForm
@testable import TerminalPrograms

@Suite("The form") @MainActor
struct FormTests {
  private let package: Package
  private let form: Form

  init() {
    let addressBook = AddressBook()
    package = Package(from: addressBook.sender, to: addressBook.first)
    let viewModel = PackageViewModel(of: package, addressBook: addressBook, items: RandomItems(seed: 1))
    form = Form(for: viewModel, showing: package, size: Frame.Size(columns: 60, rows: 24))
  }

  private func press(_ keys: Key...) { for key in keys { form.press(key) } }

  private func rows(_ count: Int = 24) -> [String] { (0..<count).map { form.frame.text(row: $0) } }

  @Test("the frame shows the view model and the model")
  func wholeFrame() {
    #expect(
      rows() == [
        "View model",
        "  Recipient's first name  Ada",
        "  Recipient's last name   Lovelace",
        "  Street                  12 St James's Square",
        "  Sender's first name     Charles",
        "  Sender's last name      Babbage",
        "",
        "  [ Add item ]  [ Swap recipient ]  [ Quit ]",
        "",
        "Summary, computed once",
        "  To Ada Lovelace, 12 St James's Square, London SW1Y 4JH,",
        "  from Charles Babbage: empty",
        "",
        "Model",
        "  recipient               Ada Lovelace",
        "  address                 12 St James's Square, London SW1Y",
        "  sender                  Charles Babbage",
        "  contents                nothing yet",
        "",
        "Tab, arrows: move   Enter: press   Ctrl-R: swap at once   Es",
        "", "", "", "",
      ])
    #expect(form.frame.cursor == Frame.Position(row: 1, column: 29))
  }

  @Test("typed characters appear in the field, and in the model below")
  func typing() {
    press(.home, .character("É"), .delete, .end, .character("!"))
    #expect(form.frame.text(row: 1) == "  Recipient's first name  Éda!")
    #expect(form.frame.text(row: 14) == "  recipient               Éda! Lovelace")
    #expect(form.frame.cursor == Frame.Position(row: 1, column: 30))
    #expect(form.frame.text(row: 9) == "Summary, computed 4 times")
  }

  @Test("the focus cycles in both directions")
  func focus() {
    var visited: [Focus] = []
    for _ in Focus.all {
      visited.append(form.focus)
      press(.tab)
    }
    #expect(visited == Focus.all)
    press(.backTab)
    #expect(form.focus == .button(.quit))
    press(.down, .down, .up)
    #expect(form.focus == .field(.recipientFirstName))
    press(.enter)
    #expect(form.focus == .field(.recipientLastName))
  }

  @Test("enter and the space bar press a button, and a button has no cursor")
  func buttons() {
    press(.backTab, .left, .left, .enter, .character(" "))
    #expect(form.focus == .button(.add))
    #expect(package.contents.count == 2)
    #expect(form.frame.cursor == nil)
    press(.right, .enter)
    #expect(package.recipient.fullName == "Grace Hopper")
    #expect(form.frame.text(row: 1) == "  Recipient's first name  Grace")
    press(.right, .enter)
    #expect(form.isOver)
  }

  @Test("control with c or d, and escape, close the form", arguments: [Key.control("c"), .control("d"), .escape])
  func leaving(key: Key) {
    press(key)
    #expect(form.isOver)
    #expect(form.viewModel.editing == nil)
  }

  @Test("a swap during an edit reaches the edited field at its end, and the other fields at once")
  func swapping() {
    press(.control("r"))
    #expect(
      rows(4).dropFirst() == [
        "  Recipient's first name  Ada", "  Recipient's last name   Hopper", "  Street                  5 Navy Yard",
      ])
    #expect(rows().contains { $0.hasPrefix("The model has another value for this field.") })
    press(.tab)
    #expect(form.frame.text(row: 1) == "  Recipient's first name  Grace")
    #expect(!rows().contains { $0.hasPrefix("The model has another value") })
  }

  @Test("an empty street shows a complaint")
  func complaint() {
    press(.down, .down, .control("u"))
    #expect(rows().contains { $0.hasPrefix("A street can't be empty") })
    #expect(form.frame.text(row: 15) == "  address                 12 St James's Square, London SW1Y")
    press(.character("x"))
    #expect(!rows().contains { $0.hasPrefix("A street can't be empty") })
  }

  @Test("an observer of the frame is notified when it changes, and only then")
  func observing() {
    var count = 0
    let observer = KeyValueObserver(form, \.frame, options: [.new]) { _ in count += 1 }
    press(.left)
    #expect(count == 1)
    package.sender.lastName = "B."
    #expect(count > 1)
    let before = count
    package.sender.address.city = "Paris"
    #expect(count == before)
    observer.cancel()
  }

  @Test("the frame has the size of the form, and contains the cursor", arguments: [0, 1, 2, 3, 12, 27, 28, 200])
  func narrow(columns: Int) {
    for rows in [0, 1, 7, 50] {
      form.size = Frame.Size(columns: columns, rows: rows)
      press(.character("世"), .tab, .down, .up)
      let frame = form.frame
      #expect(frame.size == form.size)
      if let cursor = frame.cursor { #expect(0..<columns ~= cursor.column && 0..<rows ~= cursor.row) }
    }
  }
}
