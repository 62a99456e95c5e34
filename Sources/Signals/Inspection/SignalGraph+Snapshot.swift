extension SignalGraph {
  /// The live graph as it was at a moment: a value that can be sent, compared and drawn.
  ///
  /// ```swift
  /// print(SignalGraph.snapshot().text)
  /// ```
  public struct Snapshot: Hashable, Sendable {
    /// Everything, in the order in which it was made. A subscription is built from below, so an endpoint is older than
    /// what it hangs on.
    public let nodes: [Node]
    /// What passes its values on to what. Of two nodes there is one at most, with all that goes from one to the other.
    public let edges: [Edge]

    /// The live subscriptions, each with the place where it was made: whatever shouldn't be here any more is a leak,
    /// and this is its line.
    public var endpoints: [Node] { nodes.filter { $0.kind == .endpoint } }

    package init(nodes: [Node], edges: [Edge]) {
      self.nodes = nodes
      self.edges = edges
    }
  }

  /// A source, an operator or an endpoint.
  public struct Node: Hashable, Sendable, Identifiable {
    /// A number that it has for as long as it lives, and nobody else ever.
    public let id: Int
    /// Whether it is a source, an operator or an endpoint.
    public let kind: Kind
    /// What made it: `map`, `SignalInput`, `subscribeValues`.
    public let operation: String
    /// What ``Signal/named(_:)`` calls it.
    public let name: String?
    /// Where it was made. Nil for a source that was made while nothing was recorded, and for what is made by a
    /// property, such as `values`, which has no place.
    public let place: Place?
    /// The queue on which what is below is called, if it isn't the thread that sends.
    public let queue: String?
    /// How many values it has passed on; if it has several branches, to the one that has had most of them. An endpoint
    /// passes nothing on: how many have come to it.
    public let values: Int
    /// How many ends have come to it, from inputs that it could do without.
    public let ends: Int
  }

  /// From a node to the one below it.
  public struct Edge: Hashable, Sendable {
    /// The node that passes values on.
    public let from: Node.ID
    /// The node that they come to.
    public let to: Node.ID
    /// How many values have gone by here.
    public let values: Int
  }

  /// What a node is.
  @frozen
  public enum Kind: Hashable, Sendable {
    /// Where events enter.
    case source
    /// What makes one signal from others.
    case `operator`
    /// A live subscription.
    case endpoint
  }

  /// A place in the sources.
  public struct Place: Hashable, Sendable, CustomStringConvertible {
    /// The module and the file: `App/Main.swift`.
    public let file: String
    /// The line in it, counted from 1.
    public let line: Int

    /// As compilers write it: `App/Main.swift:12`.
    public var description: String { "\(file):\(line)" }
  }
}
