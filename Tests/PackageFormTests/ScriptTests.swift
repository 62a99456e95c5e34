import SignalsKVO
import Testing

@testable import PackageForm

@Suite("Scripts without a terminal") @MainActor
struct ScriptTests {
  private func printed(_ lines: String...) -> [String] {
    let addressBook = AddressBook()
    let package = Package(from: addressBook.sender, to: addressBook.first)
    let viewModel = PackageViewModel(of: package, addressBook: addressBook, items: RandomItems(seed: 1))
    var printed: [String] = []
    let script = Script(viewModel: viewModel, package: package) { printed.append($0) }
    for line in lines { if !script.run(line) { break } }
    return printed
  }

  @Test("each command is printed with the summary after it")
  func summaries() {
    #expect(
      printed("set recipient.firstName Augusta", "# nothing", "", "swap") == [
        "> set recipient.firstName Augusta",
        "To Augusta Lovelace, 12 St James's Square, London SW1Y 4JH, from Charles Babbage: empty [2]",
        "> swap",
        "To Grace Hopper, 5 Navy Yard, Arlington 22204, from Charles Babbage: empty [3]",
      ])
  }

  @Test("a mistake prints one line, and the script continues")
  func mistakes() {
    #expect(
      printed("add 3", "leave") == [
        "> add 3",
        "error: unexpected text after add: 3",
        "> leave",
        "To Ada Lovelace, 12 St James's Square, London SW1Y 4JH, from Charles Babbage: empty [1]",
      ])
  }

  @Test("a rejected street is reported")
  func rejection() {
    #expect(
      printed("set street \"\"").contains("rejected: A street can't be empty. The package keeps its current street."))
  }

  @Test("no command is executed after quit")
  func quit() { #expect(printed("quit", "add") == ["> quit"]) }
}
