import TerminalPrograms

/// Runs a form without a terminal: it executes commands line by line, and prints the summary after each.
@MainActor
struct Script {
  let viewModel: PackageViewModel
  let package: Package
  let print: (String) -> Void

  /// Runs a line.
  ///
  /// - Returns: whether the script goes on.
  func run(_ line: String) -> Bool {
    do {
      guard let command = try Command(line) else { return true }
      print("> \(line)")
      return perform(command)
    } catch {
      print("> \(line)")
      print("error: \(error)")
      return true
    }
  }

  private func perform(_ command: Command) -> Bool {
    switch command {
    case .set(let field, let text):
      viewModel[field] = text
      if let complaint = viewModel.complaint { print("rejected: \(complaint)") }
    case .model(let field, let text): package[keyPath: field.path] = text
    case .add: viewModel.addItem()
    case .swap: viewModel.swapRecipient()
    case .focus(let field): viewModel.beginEditing(field)
    case .leave: viewModel.endEditing()
    case .show: show()
    case .help: for line in Command.usage { print("\(padded(line.form, to: 18))\(line.purpose)") }
    case .quit: return false
    }
    printSummary()
    return true
  }

  func printSummary() { print("\(viewModel.summary.text) [\(viewModel.summary.computations)]") }

  private func show() {
    for field in Field.allCases {
      var notes = ""
      if viewModel.editing == field { notes += " (typing)" }
      if viewModel.isWaiting(field) { notes += " (the model has another value)" }
      print("form   \(padded(field.rawValue, to: 30))\(viewModel[field])\(notes)")
    }
    for field in ModelField.allCases {
      print("model  \(padded(field.rawValue, to: 30))\(package[keyPath: field.path])")
    }
    print("model  \(padded("contents", to: 30))\(package.contents.inWords)")
  }

  private func padded(_ text: String, to columns: Int) -> String {
    text + String(repeating: " ", count: max(columns - text.columns, 1))
  }
}
