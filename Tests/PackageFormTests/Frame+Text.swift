@testable import PackageForm
@testable import TerminalPrograms

extension Frame {
  /// The text of a row without trailing blanks.
  func text(row: Int) -> String { String(self.row(row).compactMap(\.character)).withoutTrailingBlanks }
}

extension String {
  var withoutTrailingBlanks: String {
    var text = self
    while text.last == " " { text.removeLast() }
    return text
  }
}
