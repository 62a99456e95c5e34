// Writes the list of all sources, operators and endpoints, or checks it, for `.ci/operators`. The arguments are the
// folder of the symbol graphs of Signals and SignalsTesting, and `--check`, if any.

import Foundation

/// The sections of the page, in order.
let folders =
  ["Creating", "Interop"]
  + ["Transforming", "Filtering", "Combining", "Timing", "Failing", "Sharing", "Inspecting"].map { "Operators/\($0)" }
  + ["Delivery", "Endpoints"]

/// The required declarations: whole names, or beginnings of signatures, which have a parenthesis.
let required: KeyValuePairs = [
  "Creating": """
  SignalInput from of just empty never failed generate deferred future using timer after async timer(after:
  NotificationCenter.signal( processSignal readable lines deliver(on: standardInputLines Publisher.signal
  from(publisher: publisher
  """,
  "Transforming": """
  map map(_:_:) compactMap scan(_:) scan(_: scan(into: reduce(_:) reduce reduce(into: collect() collect(_:) collect(every:
  collect(_:orEvery: slidingWindow( pairwise collect(when: collect(from: collect(_:step: flatScan expand
  ifEmpty(failWith: windows(every: enumerated flatMap asyncMap switchToLatest groupBy materialize dematerialize prepend
  append replaceEmpty replaceNil ifEmpty repeat
  """,
  "Filtering": """
  filter removeDuplicates removeDuplicates(by: removeDuplicates(on: dropFirst(_: dropFirst(for: dropLast drop(while:
  drop(untilOutputFrom: prefix(_: prefix(while: prefix(through: prefix(for: prefix(untilOutputFrom: suffix first last
  element(at: ignoreValues uniqued uniqued(until: firstIndex(of: firstIndex(where: compact ofType contains allSatisfy
  count min max single stride(by:
  """,
  "Combining": """
  merge combineLatest( combineLatest(_:transform: combineLatest(_:_:transform: zip(_:) zip(_:transform: zip(with:
  withLatest(from:) withLatest(from:transform: sample combineLast(_:) combineLast(_:transform: concat race pausable(by:
  sequenceEqual(_:) sequenceEqual(_:_:) not and or
  """,
  "Timing": """
  debounce debounce(until: throttle throttle(latest: delay( delay(until: audit(for: audit(until: delaySubscription(
  timeout timeout(first: timeout(first:customError: measureInterval timestamps
  """,
  "Failing": "catch resume retry(_: retry(when: mapError replaceError assertNoFailure",
  "Sharing": """
  shared() shared(replaying:) shared(for: shared(replaying:for: shared(replaying:restartingAfter: continuous playback
  cacheUntilActive multicast ConnectableSignal.connect ConnectableSignal.autoconnect
  """,
  "Inspecting": "log handleEvents named",
  "Delivering": "deliver(on: deliverOnMain subscribe(on: transaction",
  "Waiting": "values(ahead: firstValue() firstValue(where:",
]

/// Tests that aren't at the mirrored place.
let testsElsewhere = [
  "Creating/SignalInput.swift": "Contract/SendTests.swift",  // The contract is mostly about it.
  "Creating/After.swift": "Creating/TimerTests.swift",  // It is a timer that fires once.
  "Operators/Timing/MeasureInterval.swift": "Operators/Timing/TellingTimeTests.swift",  // Both operators tell the time.
  "Operators/Timing/Timestamps.swift": "Operators/Timing/TellingTimeTests.swift",
  "Delivery/DeliverOn.swift": "Contract/QueueDeliveryTests.swift",  // It implements C9.
  "Delivery/Transaction.swift": "Contract/TransactionTests.swift",  // It implements C11.
  "Endpoints/Subscribe.swift": "Contract/CancelTests.swift",  // An endpoint is there to be cancelled.
  "Endpoints/SubscribeForOwner.swift": "Contract/ReleaseTests.swift",  // An owner determines the release.
]

/// Operators that aren't checked against the laws.
let lawless = [
  "Operators/Combining/Concat.swift": ["append", "prepend"],  // They are `concat` by other names.
  "Operators/Transforming/AsyncMap.swift": ["asyncMap"],  // The laws would wait for the threads of its closures.
  // `connect` returns no signal, and an entry of `multicast` uses `autoconnect`.
  "Operators/Sharing/Multicast.swift": ["ConnectableSignal.connect", "ConnectableSignal.autoconnect"],
]

// MARK: - The declarations

struct SymbolGraph: Decodable {
  struct Symbol: Decodable {
    struct Kind: Decodable { let identifier: String }
    struct Comment: Decodable {
      struct Line: Decodable { let text: String }
      let lines: [Line]
    }
    struct Location: Decodable {
      struct Position: Decodable { let line: Int }
      let uri: String
      let position: Position
    }
    struct Extension: Decodable { let extendedModule: String }
    let kind: Kind
    let pathComponents: [String]
    let docComment: Comment?
    let location: Location?
    let swiftExtension: Extension?
  }
  let symbols: [Symbol]
}

extension SymbolGraph.Symbol {
  /// The path within the module, if the symbol is written in one of its files.
  var file: String { location?.uri.components(separatedBy: "Sources/Signals/").last ?? "" }
  var line: Int { location?.position.line ?? 0 }

  /// The type, unless the symbol is global or a member of all signals.
  var owner: String? {
    let owner = pathComponents.dropLast().joined(separator: ".")
    return ["", "Signal", "SignalConvertible", "InfallibleSignalConvertible"].contains(owner) ? nil : owner
  }

  var isListed: Bool {
    if pathComponents.contains(where: { $0.hasPrefix("_") }) { return false }
    if pathComponents == ["SignalInput"] { return true }
    if owner == "ConnectableSignal" { return kind.identifier == "swift.method" }
    let isOfOtherModule = swiftExtension.map { $0.extendedModule != "Signals" } ?? false
    return (owner == nil || isOfOtherModule) && kind.identifier.contains(#/(func|method|property)$/#)
  }

  /// The name with its labels. No caller passes the location of the call, which every operator takes.
  var signature: String {
    (owner.map { "\($0)." } ?? "") + pathComponents[pathComponents.count - 1].replacing("file:line:)", with: ")")
  }

  /// The first sentence of the documentation, for a table.
  var summary: String {
    let paragraph = (docComment?.lines ?? []).map(\.text).prefix { !$0.isEmpty }.joined(separator: " ")
    let sentence = paragraph.firstRange(of: ". ").map { "\(paragraph[..<$0.lowerBound])." } ?? paragraph
    // A link to one of several declarations of a name says what it returns.
    return sentence.replacing(#/->[^`]*``/#, with: "``").replacing("``", with: "`").replacing("file:line:", with: "")
      .replacing("|", with: "\\|")
  }
}

/// The overloads of one name in one file.
struct Row {
  let file: String
  let name: String
  let summary: String
  var signatures: [String] = []

  var folder: String { file.split(separator: "/").dropLast().joined(separator: "/") }
  var section: Substring { folder.split(separator: "/").last ?? "" }
  var baseName: Substring { name.split(separator: ".").last ?? "" }
  var tests: String {
    "Tests/SignalsTests/" + (testsElsewhere[file] ?? file.replacing(".swift", with: "Tests.swift"))
  }
  var testCount: Int { (try? text(tests))?.ranges(of: "@Test").count ?? 0 }
}

func text(_ path: String) throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

func files(in folder: String) throws -> [String] {
  try FileManager.default.contentsOfDirectory(atPath: folder).sorted().map { "\(folder)/\($0)" }
}

let symbols = try files(in: CommandLine.arguments[1]).flatMap {
  try JSONDecoder().decode(SymbolGraph.self, from: Data(text($0).utf8)).symbols
}

var rows: [Row] = []
var complaints: [String] = []

for symbol in symbols.filter(\.isListed).sorted(by: { ($0.file, $0.line) < ($1.file, $1.line) }) {
  let name = String(symbol.signature.prefix { $0 != "(" })
  let index = rows.firstIndex { ($0.file, $0.name) == (symbol.file, name) } ?? rows.endIndex
  if index == rows.endIndex { rows.append(Row(file: symbol.file, name: name, summary: symbol.summary)) }
  if !rows[index].signatures.contains(symbol.signature) { rows[index].signatures.append(symbol.signature) }
}
for folder in Set(rows.map(\.folder)).subtracting(folders) where folder.hasPrefix("Operators/") {
  complaints.append("not in a section: \(folder)")
}
rows = folders.flatMap { folder in rows.filter { $0.folder == folder } }

// MARK: - The laws

let lawCount = symbols.count { $0.kind.identifier == "swift.enum.case" && $0.pathComponents[0] == "OperatorLaw" }
let entries = try files(in: "Tests/SignalsTests/Laws").flatMap {
  try text($0).matches(of: #/OperatorUnderTest\("(\w+)(\([\w:]+:)?/#).map { (name: $0.1, labels: $0.2 ?? "") }
}

/// The number of entries that begin with the name, and with labels of the row if they have any. An entry without labels
/// belongs to the file with the operator's name, if several files declare it.
func entryCount(_ row: Row) -> Int {
  let isMain =
    row.file.lowercased().hasSuffix("/\(row.baseName).swift".lowercased())
    || rows.count { $0.baseName == row.baseName } == 1
  return entries.count { entry in
    entry.name == row.baseName
      && (entry.labels.isEmpty ? isMain : row.signatures.contains { $0.contains(entry.name + entry.labels) })
  }
}

// MARK: - The page

/// The images of the marble diagrams, each with its section and the signatures in its heading.
var drawings: [(section: Substring, signatures: [String], image: Substring)] = []
var section = Substring()
var signatures: [String] = []
for line in try text("Documentation/Marbles/README.md").split(separator: "\n") {
  if line.hasPrefix("## ") { section = line.dropFirst(3) }
  if line.hasPrefix("### ") { signatures = line.matches(of: #/`(.+?)`/#).map { String($0.1) } }
  if let match = line.firstMatch(of: #/^<img .*?src="(.+?)\.svg"/#) { drawings.append((section, signatures, match.1)) }
}

func line(_ row: Row) -> String {
  let images = drawings.filter { $0.section == row.section && !Set(row.signatures).isDisjoint(with: $0.signatures) }
    .map(\.image)
  let laws = entryCount(row)
  let columns = [
    "[\(row.signatures.map { "`\($0)`" }.joined(separator: ", "))](../Sources/Signals/\(row.file))",
    row.summary,
    images.map { "[\($0)](Marbles/\($0).svg)" }.joined(separator: ", "),
    "[\(row.testCount)](../\(row.tests))",
    laws == 0 ? "" : "\(laws)",
  ]
  return "| \(columns.joined(separator: " | ")) |\n"
}

var page = """
  # Operators

  All sources, operators and endpoints, with links to their sources and their tests. `.ci/operators` generates this page, and
  `make check` checks that it is up to date.

  *Diagram* links to [marble diagrams](Marbles/README.md). *Tests* is the number of tests in the file; many run with several
  arguments. *Laws* is the number of ways in which the operator is checked against the \(lawCount)
  [laws of operators](../Sources/SignalsTesting/Laws/OperatorLaw.swift): there are \(entries.count)
  [entries](../Tests/SignalsTests/Laws) in all, where one in a loop counts once. Random chains and graphs of operators are also
  compared with [reference operators](../Tests/SignalsTests/Random/ReferenceOperators.swift) and a
  [simple evaluation](../Tests/SignalsTests/Random/GraphEvaluator.swift).

  """
for folder in folders {
  let rows = rows.filter { $0.folder == folder }
  page += "\n## \(rows.first?.section ?? "")\n\n| | Description | Diagram | Tests | Laws |\n|---|---|---|---|---|\n"
  page += rows.map(line).joined()
}

let document = "Documentation/Operators.md"
if !CommandLine.arguments.contains("--check") {
  try page.write(toFile: document, atomically: true, encoding: .utf8)
  exit(0)
}

// MARK: - The check

for row in rows {
  let place = "\(row.name) (\(row.file))"
  if row.testCount == 0 { complaints.append("without tests: \(place): there are none in \(row.tests)") }
  if row.summary.isEmpty { complaints.append("without documentation: \(place)") }
  guard row.folder.hasPrefix("Operators/") else { continue }
  if try !text("Sources/Signals/\(row.file)").contains(#/labeled\(|NodeInfo\(|nameNext\(/#) {
    complaints.append("not labeled for the live graph: \(place)")
  }
  let isChecked = entryCount(row) > 0
  let isLawless = lawless[row.file]?.contains(row.name) ?? false
  if !isChecked && !isLawless { complaints.append("not checked against the laws: \(place)") }
  if isChecked && isLawless { complaints.append("checked against the laws, but listed as `lawless`: \(place)") }
}
for (purpose, names) in required {
  for name in names.split(whereSeparator: \.isWhitespace) {
    let isDeclared = rows.contains { row in
      name.contains("(") ? row.signatures.contains { $0.hasPrefix(name) } : row.name == name
    }
    if !isDeclared { complaints.append("missing: \(name) (\(purpose))") }
  }
}
if page != (try? text(document)) { complaints.append("\(document) is out of date: run .ci/operators") }

complaints.forEach { print($0) }
if complaints.isEmpty { print("\(rows.count) rows in \(document), all tested, none missing.") }
exit(complaints.isEmpty ? 0 : 1)
