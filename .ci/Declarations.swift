// Prints the declarations in symbol graphs, one a line, for `.ci/api`. The files are its arguments.

import Foundation

private struct Graph: Decodable {
  let symbols: [Symbol]
  let relationships: [Relationship]
}

private struct Symbol: Decodable {
  struct Identifier: Decodable { let precise: String }
  struct Fragment: Decodable { let spelling: String }
  struct Location: Decodable {}
  struct Constraint: Decodable {
    let kind: String
    let lhs: String
    let rhs: String

    /// That something can be copied is said of everything.
    var isSaid: Bool { !Self.unsaid.contains(rhs) }

    var text: String { "\(lhs)\(kind == "sameType" ? " ==" : ":") \(rhs)" }

    static let unsaid: Set = ["Copyable", "Escapable", "SendableMetatype"]
  }
  struct Extension: Decodable { let constraints: [Constraint]? }

  let identifier: Identifier
  let pathComponents: [String]
  let declarationFragments: [Fragment]
  let swiftExtension: Extension?
  /// A declaration that the compiler has derived has none.
  let location: Location?

  var isMeantForUsers: Bool { !pathComponents.contains { $0.hasPrefix("_") } && location != nil }

  var line: String {
    let declaration = declarationFragments.map(\.spelling).joined().split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")
    let owner = pathComponents.dropLast().joined(separator: ".")
    let constraints = (swiftExtension?.constraints ?? []).filter { $0.lhs != "Self" || $0.rhs != owner }
    return owner.isEmpty ? declaration : "\(owner)\(condition(constraints)): \(declaration)"
  }
}

private func condition(_ constraints: [Symbol.Constraint]) -> String {
  let said = constraints.filter(\.isSaid).map(\.text)
  return said.isEmpty ? "" : " (\(said.joined(separator: ", ")))"
}

private struct Relationship: Decodable {
  let kind: String
  let source: String
  let target: String
  let targetFallback: String?
  let swiftConstraints: [Symbol.Constraint]?
}

@main private enum Declarations {
  static func main() throws {
    for path in CommandLine.arguments.dropFirst() where FileManager.default.fileExists(atPath: path) {
      let graph = try JSONDecoder().decode(Graph.self, from: Data(contentsOf: URL(filePath: path)))
      for symbol in graph.symbols where symbol.isMeantForUsers { print(symbol.line) }
      printConformances(of: graph)
    }
  }

  private static func printConformances(of graph: Graph) {
    let names = Dictionary(
      graph.symbols.map { ($0.identifier.precise, $0.pathComponents.joined(separator: ".")) }, uniquingKeysWith: { $1 })
    for relationship in graph.relationships where relationship.kind == "conformsTo" {
      guard let name = names[relationship.source] else { continue }
      var other = names[relationship.target] ?? relationship.targetFallback ?? relationship.target
      if other.hasPrefix("Swift.") { other.removeFirst("Swift.".count) }
      guard !Symbol.Constraint.unsaid.contains(other),
        !"\(name).\(other)".split(separator: ".").contains(where: {
          $0.hasPrefix("_")
        })
      else { continue }
      print("\(name)\(condition(relationship.swiftConstraints ?? [])): is \(other)")
    }
  }
}
