// Checks that the names here in the tables of the migration guides, and in the messages of the declarations in the folders
// `Migration`, are declared publicly. The public declarations are those in `Documentation/API`, or in the folder that is given.

import Foundation

let interface = CommandLine.arguments.dropFirst().first ?? "Documentation/API"

/// Names of Swift and Dispatch that messages contain.
let foreign: Set = ["DispatchQueue", "Equatable", "Hashable", "Never"]

/// A name with the labels of its parameters, or without labels if it takes none or they aren't stated.
struct Name {
  let base: String
  let labels: [String]?
}

func text(_ path: String) throws -> String { try String(contentsOf: URL(fileURLWithPath: path), encoding: .utf8) }

func files(in folder: String, _ suffix: String) throws -> [String] {
  try FileManager.default.subpathsOfDirectory(atPath: folder).filter { $0.hasSuffix(suffix) }.map { "\(folder)/\($0)" }
    .sorted()
}

/// The labels in the first parentheses of a declaration, after its generic parameters.
func labels(_ declaration: Substring) -> [String] {
  var labels: [String] = []
  var depth = 0
  var parameter = ""
  var hasLabel = false
  var previous: Character = " "
  for character in declaration {
    switch character {
    case "(", "[", "<", "{": depth += 1
    case ")", "]", "}": depth -= 1
    case ">" where previous != "-": depth -= 1
    case ",": if depth == 1 { (parameter, hasLabel) = ("", false) }
    case ":" where depth == 1 && !hasLabel:
      let words = parameter.split(separator: " ").filter { !$0.hasPrefix("@") }
      labels.append(words.first.map(String.init) ?? "_")
      hasLabel = true
    default: if depth == 1 { parameter.append(character) }
    }
    if depth == 0 && character == ")" { return labels }
    previous = character
  }
  return labels
}

/// The labels of all declarations of each name.
func declared() throws -> [String: [[String]]] {
  var declared: [String: [[String]]] = [:]
  let pattern =
    #/(?:^|: |\s)(?:func|var|let|case|struct|class|enum|protocol|typealias|associatedtype) `?([A-Za-z]\w*)`?/#
  for path in try files(in: interface, ".txt") {
    for line in try text(path).split(separator: "\n") {
      guard let match = line.firstMatch(of: pattern) else { continue }
      var rest = line[match.range.upperBound...]
      // Generic parameters stand before the parameters.
      if rest.first == "<" {
        var depth = 0
        while let character = rest.popFirst() {
          if character == "<" { depth += 1 }
          if character == ">" { depth -= 1 }
          if depth == 0 { break }
        }
      }
      declared[String(match.1), default: []].append(rest.first == "(" ? labels(rest) : [])
    }
  }
  return declared
}

/// The name at the beginning of a piece of code: `Signal.from(1...10)` is `from`, `zip(with:)` is `zip` with its label.
func name(_ code: Substring) -> Name? {
  guard let match = code.firstMatch(of: #/^(?:[A-Za-z]\w*\.)?([A-Za-z]\w*)(\((?:\w+:)*\))?/#) else { return nil }
  return Name(
    base: String(match.1), labels: match.2.map { $0.dropFirst().dropLast().split(separator: ":").map { "\($0)" } })
}

/// Whether the labels are some of those of a declaration, in the same order.
func isPart(_ labels: [String], of all: [String]) -> Bool {
  var rest = all[...]
  return labels.allSatisfy { label in
    guard let index = rest.firstIndex(of: label) else { return false }
    rest = rest[(index + 1)...]
    return true
  }
}

var complaints: [String] = []
var count = 0
let all = try declared()

func check(_ text: Substring, in place: String) {
  for match in text.matches(of: #/`([^`]+)`/#) {
    guard let name = name(match.1), !foreign.contains(name.base) else { continue }
    count += 1
    let found = all[name.base].map { overloads in
      name.labels.map { labels in overloads.contains { isPart(labels, of: $0) } } ?? true
    }
    if found != true { complaints.append("\(place): `\(match.1)` isn't declared") }
  }
}

let guides = "Sources/Signals/Signals.docc"
for page in try files(in: guides, ".md") where page.hasPrefix("\(guides)/MigratingFrom") {
  let before = count
  for (number, line) in try text(page).split(separator: "\n", omittingEmptySubsequences: false).enumerated()
  where line.hasPrefix("| ") {
    let columns = line.split(separator: "|")
    if columns.count == 3, columns[1] != " Here " { check(columns[1], in: "\(page):\(number + 1)") }
  }
  if count == before { complaints.append("There are no names in \(page).") }
}

for path in try files(in: "Sources", ".swift") where path.contains("/Migration/") {
  for (number, line) in try text(path).split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
    if let match = line.firstMatch(of: #/renamed: "([^"]+)"/#) {
      check("`\(match.1)`", in: "\(path):\(number + 1)")
    } else if let match = line.firstMatch(of: #/message: "(.+)"/#) {
      check(match.1, in: "\(path):\(number + 1)")
    }
  }
}

if count == 0 { complaints.append("There are no names at all.") }
complaints.forEach { print($0) }
if complaints.isEmpty { print("\(count) names in place of those of other libraries, all declared.") }
exit(complaints.isEmpty ? 0 : 1)
