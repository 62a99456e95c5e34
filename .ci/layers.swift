// Checks that each folder of a module uses only the folders above it in its list. A folder may use those of its own layer. The check reads names of top-level types; extensions count for the file that they stand in.

import Foundation

typealias Layers = [[(folder: String, purpose: String)]]

let signals: Layers = [
  [("Primitives", "locks, atomics, thread-local slots, queues, and the unsafe casts: no concept of signals")],
  [("Cancellation", "objects that can be cancelled")],
  [("Scheduling", "time")],
  [("Core/Serialising", "the owner, the place and the number of waiting events: pure values")],
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
  [("Migration", "names of other libraries")],
]

let signalsKVO: Layers = [
  [("Graph", "computations, their inputs, and the propagation of changes")],
  [("Changes", "the order and the origin of changes, and the thread and the queue of their notifications")],
  [("Values", "values that stand alone, stored or derived")],
  [("Properties", "properties of objects, and their observers")],
  [("Paths", "key paths through properties")],
  [("Collections", "observed arrays and dictionaries")],
  [("Work", "asynchronous work, and values that are loaded")],
  [("DerivedCollections", "arrays and dictionaries that follow from others")],
  [("Binding", "two ends that follow each other")],
  [("Bridges", "other systems of observation"), ("", "")],
  [("Migration", "names of other libraries")],
]

/// The code of a file without comments and texts.
func code(_ text: String) -> String {
  text.replacing(#/"""[\s\S]*?"""/#, with: "\"\"").replacing(#/"(\\.|[^"\\\n])*"/#, with: "\"\"").replacing(
    #///[^\n]*/#, with: "")
}

var complaints: [String] = []

/// Looks for uses of a higher layer in the files of a module.
func check(_ module: String, _ layers: Layers) throws {
  let root = URL(fileURLWithPath: "Sources").appendingPathComponent(module)
  var level: [String: Int] = [:]
  for (number, layer) in layers.enumerated() {
    for (folder, _) in layer { level[folder] = number }
  }

  var files: [(path: String, folder: String, code: String)] = []
  for path in try FileManager.default.subpathsOfDirectory(atPath: root.path)
  where path.hasSuffix(".swift") && !path.contains(".docc/") {
    let folder = path.split(separator: "/").dropLast().joined(separator: "/")
    files.append((path, folder, code(try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8))))
  }

  var homes: [String: Set<String>] = [:]
  for file in files {
    let declarations = file.code.matches(
      of: #/(?m)^(?:[@\w()]+ +)*(?:class|struct|enum|protocol|actor|typealias) +([A-Z]\w*)/#)
    for declaration in declarations { homes[String(declaration.1), default: []].insert(file.folder) }
  }

  for file in files {
    guard let own = level[file.folder] else {
      complaints.append("\(file.path): the folder is in no layer")
      continue
    }
    for name in Set(file.code.matches(of: #/\b[A-Z]\w+\b/#).map { String($0.0) }) {
      guard let home = homes[name], home.count == 1, let folder = home.first, let other = level[folder] else {
        continue
      }
      if other > own { complaints.append("\(file.path) uses \(name) of \(folder), which is a layer above it") }
    }
  }
  print("\(module): \(files.count) files in \(level.count) folders")
}

try check("Signals", signals)
try check("SignalsKVO", signalsKVO)

for complaint in complaints.sorted() { print(complaint) }
if complaints.isEmpty { print("Each folder uses only the layers below its own.") }
exit(complaints.isEmpty ? 0 : 1)
