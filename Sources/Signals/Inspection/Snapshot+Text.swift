extension SignalGraph.Snapshot: CustomStringConvertible {
  /// The graph as a tree for people: sources at the left, and below each what it passes its values on to. What several
  /// ways lead to is written once, and after that by its number.
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
  /// All that there is to say of it, in a line: `map "prices" at App/Main.swift:12, 3 values`.
  public var description: String { ([title] + details).joined(separator: ", ") }

  /// What it is and where: `map "prices" at App/Main.swift:12`.
  var title: String {
    let name = name.map { " \"\($0)\"" } ?? ""
    let place = place.map { " at \($0)" } ?? ""
    return operation + name + place
  }

  /// What else there is to say, one by one.
  var details: [String] {
    var details = [values == 1 ? "1 value" : "\(values) values"]
    if ends > 0 { details.append(ends == 1 ? "1 end" : "\(ends) ends") }
    if let queue { details.append("on \(queue)") }
    return details
  }
}

/// The lines of the text, written from the sources down.
private struct Tree {
  private let nodes: [Int: SignalGraph.Node]
  private let below: [Int: [Int]]
  private let roots: [Int]
  private var written: Set<Int> = []
  private(set) lazy var lines = write()

  init(_ snapshot: SignalGraph.Snapshot) {
    nodes = Dictionary(uniqueKeysWithValues: snapshot.nodes.map { ($0.id, $0) })
    below = Dictionary(grouping: snapshot.edges, by: \.from).mapValues { $0.map(\.to) }
    // Those that nothing leads to come first. What only a ring leads to, which a signal may well be, is begun
    // somewhere.
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
