extension SignalGraph.Snapshot {
  /// The graph in the language of [Mermaid](https://mermaid.js.org), which many sites that display Markdown draw
  /// directly.
  public var mermaid: String {
    var lines = ["graph TD"]
    for node in nodes {
      let label = "\"\(([node.title] + node.details).map(escaped).joined(separator: "<br>"))\""
      switch node.kind {
      case .source: lines.append("  n\(node.id)([\(label)])")
      case .operator: lines.append("  n\(node.id)[\(label)]")
      case .endpoint: lines.append("  n\(node.id)[/\(label)/]")
      }
    }
    for edge in edges { lines.append("  n\(edge.from) -->|\(edge.values)| n\(edge.to)") }
    return lines.joined(separator: "\n")
  }

  /// The graph in the language of [Graphviz](https://graphviz.org): `dot -Tsvg` draws it.
  public var dot: String {
    var lines = ["digraph signals {", "  node [shape=box];"]
    for node in nodes {
      let label = ([node.title] + node.details).map(quoted).joined(separator: "\\n")
      let shape =
        switch node.kind {
        case .source: ", shape=ellipse"
        case .operator: ""
        case .endpoint: ", style=rounded"
        }
      lines.append("  n\(node.id) [label=\"\(label)\"\(shape)];")
    }
    for edge in edges { lines.append("  n\(edge.from) -> n\(edge.to) [label=\"\(edge.values)\"];") }
    lines.append("}")
    return lines.joined(separator: "\n")
  }

  private func escaped(_ text: String) -> String {
    replacing(["#": "#35;", "\"": "#quot;", "<": "#lt;", ">": "#gt;", "\n": " "], in: text)
  }

  private func quoted(_ text: String) -> String { replacing(["\\": "\\\\", "\"": "\\\"", "\n": " "], in: text) }

  private func replacing(_ replacements: [Character: String], in text: String) -> String {
    text.map { replacements[$0] ?? String($0) }.joined()
  }
}
