extension SignalGraph.Snapshot: CustomStringConvertible {
  /// The graph as a readable tree: sources at the left, and below each node the nodes to which it passes its values. A
  /// node that several paths lead to is written once; after that, only its number is written.
  ///
  /// ```
  /// #3 SignalInput "celsius" at App/Main.swift:3, 2 values
  /// └─ #2 map at App/Main.swift:5, 2 values
  ///    └─ #1 subscribeValues at App/Main.swift:6, 2 values
  /// ```
  public var text: String {
    var tree = Tree(self)
    return tree.lines.joined(separator: "\n")
  }

  /// The same as ``text``.
  public var description: String { text }
}

extension SignalGraph.Node: CustomStringConvertible {
  /// The node on one line: `map "prices" at App/Main.swift:12, 3 values`.
  public var description: String { ([title] + details).joined(separator: ", ") }

  /// The node's operation, name and place: `map "prices" at App/Main.swift:12`.
  var title: String {
    let name = name.map { " \"\(onOneLine($0))\"" } ?? ""
    let place = place.map { " at \($0)" } ?? ""
    return operation + name + place
  }

  /// The node's counts and queue, one string each.
  var details: [String] {
    var details = [values == 1 ? "1 value" : "\(values) values"]
    if ends > 0 { details.append(ends == 1 ? "1 end" : "\(ends) ends") }
    if let queue { details.append("on \(onOneLine(queue))") }
    return details
  }

  private func onOneLine(_ text: String) -> String { String(text.map { $0.isNewline ? " " : $0 }) }
}

/// The lines of the text, written from the sources downstream.
private struct Tree {
  private let nodes: [Int: SignalGraph.Node]
  private let below: [Int: [Int]]
  private let roots: [Int]
  private var written: Set<Int> = []
  private(set) lazy var lines = write()

  init(_ snapshot: SignalGraph.Snapshot) {
    nodes = Dictionary(uniqueKeysWithValues: snapshot.nodes.map { ($0.id, $0) })
    below = Dictionary(grouping: snapshot.edges, by: \.from).mapValues { $0.map(\.to) }
    // Nodes without an upstream node come first. The nodes of a cycle, which a signal may well have, all have an
    // upstream node: writing a cycle starts at any one of them.
    let reached = Set(snapshot.edges.map(\.to))
    roots = snapshot.nodes.map(\.id).filter { !reached.contains($0) } + snapshot.nodes.map(\.id)
  }

  private mutating func write() -> [String] {
    var lines: [String] = []
    for root in roots where !written.contains(root) { write(root, "", "", to: &lines) }
    return lines
  }

  private mutating func write(_ id: Int, _ indent: String, _ indentBelow: String, to lines: inout [String]) {
    guard let node = nodes[id] else { return }
    guard written.insert(id).inserted else {
      return lines.append("\(indent)#\(id) \(node.operation), see above")
    }
    lines.append("\(indent)#\(id) \(node)")
    let branches = below[id, default: []]
    for (index, branch) in branches.enumerated() {
      let isLast = index == branches.count - 1
      write(branch, indentBelow + (isLast ? "└─ " : "├─ "), indentBelow + (isLast ? "   " : "│  "), to: &lines)
    }
  }
}
