// Checks that each folder of Sources/Signals uses only the folders above it in this list. A folder may use those of its
// own layer. The check reads names of top-level types; extensions count for the file that they stand in.

import Foundation

let layers: [[(folder: String, purpose: String)]] = [
  [("Primitives", "locks, atomics, thread-local slots, queues, and the unsafe casts: no concept of signals")],
  [("Cancellation", "objects that can be cancelled")],
  [("Scheduling", "time")],
  [("Core/Serialising", "who runs, where, and how many events wait: pure values without events")],
  [("Core/Turns", "the events that belong together")],
  [("Core/Subscribing", "signals, connections, and the sources that they connect to")],
  [("Core/Operating", "the parts of operators")],
  [("Core/Joining", "the parts of joins")],
  [("Inspection", "the live graph")],
  [("Delivery", "queues and transactions")],
  [("Creating", "sources for users")],
  [
    ("Operators/Combining", ""), ("Operators/Failing", ""), ("Operators/Filtering", ""), ("Operators/Inspecting", ""),
    ("Operators/Sharing", ""), ("Operators/Timing", ""), ("Operators/Transforming", ""),
  ],
  [("Endpoints", "ways to subscribe")],
  [("Interop", "other sources and subscribers of events")],
]

let root = URL(fileURLWithPath: "Sources/Signals")
var level: [String: Int] = [:]
for (number, layer) in layers.enumerated() {
  for (folder, _) in layer { level[folder] = number }
}

/// The code of a file without comments and texts.
func code(_ text: String) -> String {
  text.replacing(#/"(\\.|[^"\\\n])*"/#, with: "\"\"").replacing(#///[^\n]*/#, with: "")
}

var files: [(path: String, folder: String, code: String)] = []
for path in try FileManager.default.subpathsOfDirectory(atPath: root.path) where path.hasSuffix(".swift") {
  let folder = path.split(separator: "/").dropLast().joined(separator: "/")
  files.append((path, folder, code(try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8))))
}

var homes: [String: Set<String>] = [:]
for file in files {
  let declarations = file.code.matches(
    of: #/(?m)^(?:[@\w()]+ +)*(?:class|struct|enum|protocol|actor|typealias) +([A-Z]\w*)/#)
  for declaration in declarations { homes[String(declaration.1), default: []].insert(file.folder) }
}

var complaints: [String] = []
for file in files {
  guard let own = level[file.folder] else {
    complaints.append("\(file.path): the folder is in no layer")
    continue
  }
  for name in Set(file.code.matches(of: #/\b[A-Z]\w+\b/#).map { String($0.0) }) {
    guard let home = homes[name], home.count == 1, let folder = home.first, let other = level[folder] else { continue }
    if other > own { complaints.append("\(file.path) uses \(name) of \(folder), which is a layer above it") }
  }
}
for complaint in complaints.sorted() { print(complaint) }
if complaints.isEmpty {
  print("\(files.count) files in \(level.count) folders: each uses only the layers below its own.")
}
exit(complaints.isEmpty ? 0 : 1)
