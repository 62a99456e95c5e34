import Foundation

/// The text of a source file, with lines numbered from 1 like `#line`.
struct SourceText {
  private let lines: [String]

  init(_ file: StaticString) {
    guard let text = try? String(contentsOfFile: "\(file)", encoding: .utf8) else {
      fatalError("\(file) can't be read. A lesson prints its own source, so it needs the checkout it was built from.")
    }
    self.init(text)
  }

  init(_ text: String) {
    lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  /// The statements after a line, up to the first line of their block that a lesson doesn't show.
  func statements(after line: Int) -> [String] {
    let margin = indentation(lines[line - 1])
    return lines[line...].prefix { !isEnd($0, at: margin) }.map { String($0.dropFirst(margin)) }
  }

  /// The expression on a line that calls `show`, with its comment.
  func expression(on line: Int) -> String {
    let text = lines[line - 1].drop { $0 == " " }
    guard let call = text.range(of: "show(") else { return String(text) }
    let comment = text.range(of: ")  // ", options: .backwards)
    let end = comment?.lowerBound ?? text.lastIndex(of: ")") ?? text.endIndex
    return text[call.upperBound..<end] + (comment.map { "  // " + text[$0.upperBound...] } ?? "")
  }

  private func isEnd(_ line: String, at margin: Int) -> Bool {
    let text = line.drop { $0 == " " }
    if text.isEmpty || indentation(line) < margin { return true }
    return indentation(line) == margin && ["code(", "show(", "result(", "heading("].contains { text.hasPrefix($0) }
  }

  private func indentation(_ line: String) -> Int { line.prefix { $0 == " " }.count }
}
