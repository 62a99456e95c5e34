// An interactive form bound to a model: `swift run PackageForm`, or, from a script,
// `swift run PackageForm < Playground-scripts/PackageForm/Script.txt`.
//
// Begin reading with ViewModel/PackageViewModel.swift, which has the bindings, and Form/Form+Frame.swift, which draws
// them.

import Foundation
import SignalsKVO
import TerminalPrograms

@main
@MainActor
struct PackageForm {
  static func main() async {
    do {
      let arguments = try Arguments(CommandLine.arguments.dropFirst())
      if arguments.asksForHelp { return print(Arguments.usage) }
      if let terminal = Terminal() {
        await show(on: terminal, seed: arguments.seed ?? .random(in: .min ... .max))
      } else {
        runScript(seed: arguments.seed ?? 1)
      }
    } catch {
      FileHandle.standardError.write(Data("\(error)\n\(Arguments.usage)\n".utf8))
      exit(EX_USAGE)
    }
  }

  private static func show(on terminal: Terminal, seed: UInt64) async {
    let (package, viewModel) = begin(seed: seed)
    let form = Form(for: viewModel, showing: package, size: terminal.size)
    if let number = await TerminalSession(form, on: terminal).run() { takeDefaultAction(of: number) }
  }

  private static func runScript(seed: UInt64) {
    let (package, viewModel) = begin(seed: seed)
    // Flushed after each line, for an interactive process at the other end of a pipe.
    let script = Script(viewModel: viewModel, package: package) { line in
      print(line)
      fflush(nil)
    }
    script.printSummary()
    while let line = readLine(), script.run(line) {}
  }

  private static func begin(seed: UInt64) -> (Package, PackageViewModel) {
    let addressBook = AddressBook()
    let package = Package(from: addressBook.sender, to: addressBook.first)
    return (package, PackageViewModel(of: package, addressBook: addressBook, items: RandomItems(seed: seed)))
  }
}
