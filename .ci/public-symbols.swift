// Reads what `.ci/documentation` has made, its only argument: the symbol graphs in `graphs`, and the archives beside
// them. Complains of public symbols without documentation, and of pages on which DocC had to do the grouping.

import Foundation

struct SymbolGraph: Decodable {
  struct Symbol: Decodable {
    struct Kind: Decodable { let identifier: String }
    struct Identifier: Decodable { let precise: String }
    struct Comment: Decodable {
      struct Line: Decodable { let text: String }
      let lines: [Line]
    }
    struct Location: Decodable {
      struct Position: Decodable { let line: Int }
      let uri: String
      let position: Position
    }
    let kind: Kind
    let identifier: Identifier
    let pathComponents: [String]
    let docComment: Comment?
    let location: Location?

    /// Declarations that the compiler adds need no documentation, and an extension as a whole has none.
    var isWritten: Bool { !identifier.precise.contains("::SYNTHESIZED::") && kind.identifier != "swift.extension" }

    /// A list of parameters alone doesn't tell what the symbol is.
    var isDocumented: Bool {
      guard let first = docComment?.lines.first(where: { !$0.text.isEmpty }) else { return false }
      return !first.text.hasPrefix("- ")
    }

    var place: String {
      guard let location else { return "" }
      return " (\(URL(fileURLWithPath: location.uri).lastPathComponent):\(location.position.line + 1))"
    }
  }
  let symbols: [Symbol]
}

struct Page: Decodable {
  struct Group: Decodable {
    let title: String?
    let identifiers: [String]
    let generated: Bool?
  }
  struct Identifier: Decodable { let url: String }
  let identifier: Identifier
  let topicSections: [Group]?
}

/// A type with no more members than that, and without groups of its own, is seen at a glance however DocC groups them.
let membersAtAGlance = 6

func files(in folder: URL) -> [URL] {
  let all = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.allObjects ?? []
  return all.compactMap { $0 as? URL }.filter { $0.pathExtension == "json" }.sorted { $0.path < $1.path }
}

func read<Content: Decodable>(_ file: URL) throws -> Content {
  try JSONDecoder().decode(Content.self, from: Data(contentsOf: file))
}

let made = URL(fileURLWithPath: CommandLine.arguments[1])
var complaints: [String] = []

var symbolCount = 0
for file in files(in: made.appending(path: "graphs")) {
  let graph: SymbolGraph = try read(file)
  for symbol in graph.symbols where symbol.isWritten {
    symbolCount += 1
    if !symbol.isDocumented {
      complaints.append("without documentation: \(symbol.pathComponents.joined(separator: "."))\(symbol.place)")
    }
  }
}

var pageCount = 0
for archive in try FileManager.default.contentsOfDirectory(at: made, includingPropertiesForKeys: nil)
where archive.pathExtension == "doccarchive" {
  for file in files(in: archive.appending(path: "data/documentation")) {
    let page: Page = try read(file)
    pageCount += 1
    let groups = page.topicSections ?? []
    // Extensions of types of other modules are on pages by module, whose names aren't the same on all platforms.
    let ungrouped =
      groups
      .filter { $0.generated == true && $0.title != "Extended Modules" && $0.title != "Default Implementations" }
      .flatMap(\.identifiers)
    let isFrontPage = file.deletingLastPathComponent().lastPathComponent == "documentation"
    let isGrouped = isFrontPage || groups.contains { $0.generated != true }
    if ungrouped.count > (isGrouped ? 0 : membersAtAGlance) {
      complaints.append("in no topic group of \(page.identifier.url): \(ungrouped.joined(separator: " "))")
    }
  }
}

if symbolCount == 0 || pageCount == 0 { complaints.append("There is nothing to look at in \(made.path).") }
complaints.forEach { print($0) }
if !complaints.isEmpty { exit(1) }
print("\(symbolCount) public symbols, all documented, on \(pageCount) pages.")
