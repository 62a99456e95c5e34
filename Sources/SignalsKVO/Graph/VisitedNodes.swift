/// The nodes that a search through the graph has found already. Used under the lock of the graph.
///
/// Most markings find no node of which they have to know that, so a node has no place for it.
struct VisitedNodes {
  private var nodes: Set<ObjectIdentifier>?

  /// Returns whether the node is a new one.
  mutating func visit(_ node: AnyObject) -> Bool {
    if nodes == nil { nodes = [] }
    return nodes?.insert(ObjectIdentifier(node)).inserted ?? true
  }

  /// Begins another search.
  mutating func forget() { if nodes != nil { nodes = nil } }
}
