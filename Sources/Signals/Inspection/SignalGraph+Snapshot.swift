extension SignalGraph {
  /// The live graph at one moment: a value that can be sent, compared and drawn.
  ///
  /// ```swift
  /// print(SignalGraph.snapshot().text)
  /// ```
  public struct Snapshot: Hashable, Sendable {
    /// All nodes, in the order in which they were made. A subscription is built from its downstream end, so an endpoint
    /// is older than its upstream nodes.
    public let nodes: [Node]
    /// The connections between nodes. Two nodes have at most one edge, which counts all values that pass from one to
    /// the other.
    public let edges: [Edge]

    /// The live subscriptions, each with the place where it was made. An endpoint that should no longer exist is a
    /// leak, and its place is the line that made it.
    public var endpoints: [Node] { nodes.filter { $0.kind == .endpoint } }

    package init(nodes: [Node], edges: [Edge]) {
      self.nodes = nodes
      self.edges = edges
    }
  }

  /// A source, an operator or an endpoint.
  public struct Node: Hashable, Sendable, Identifiable {
    /// A number that is unique to this node, during its lifetime and afterwards.
    public let id: Int
    /// Whether it is a source, an operator or an endpoint.
    public let kind: Kind
    /// The operation that made the node: `map`, `SignalInput`, `subscribeValues`.
    public let operation: String
    /// The name that ``SignalConvertible/named(_:)`` gave it.
    public let name: String?
    /// The place where the node was made. It is nil for a source that was made while recording was off, and for a node
    /// that is made by a property, such as `values`, which knows no place.
    public let place: Place?
    /// The queue on which everything downstream is called, if that isn't the thread that sends.
    public let queue: String?
    /// The number of values that the node has passed on. If it has several branches, the number of the branch that
    /// received most. For an endpoint, the number of values that it received.
    public let values: Int
    /// The number of ends that the node received from inputs without which it could continue.
    public let ends: Int
  }

  /// A connection from a node to the next one downstream.
  public struct Edge: Hashable, Sendable {
    /// The node that passes values on.
    public let from: Node.ID
    /// The node that receives them.
    public let to: Node.ID
    /// The number of values that have passed along this edge.
    public let values: Int
  }

  /// The kind of a node.
  @frozen
  public enum Kind: Hashable, Sendable {
    /// A place where events enter.
    case source
    /// An operation that makes one signal from others.
    case `operator`
    /// A live subscription.
    case endpoint
  }

  /// A place in the source code.
  public struct Place: Hashable, Sendable, CustomStringConvertible {
    /// The module and the file: `App/Main.swift`.
    public let file: String
    /// The line in the file, counted from 1.
    public let line: Int

    /// The place in the format of compilers: `App/Main.swift:12`.
    public var description: String { "\(file):\(line)" }
  }
}
