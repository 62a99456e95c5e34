/// A recorded source, operator or endpoint of the live graph.
///
/// The objects that it stands for refer to it, and so do the connections that touch it. It refers to none of them, so
/// recording keeps nothing alive (C8).
// Unchecked, because the recorder's lock guards the state that changes.
final class RecordedNode: GraphNode, @unchecked Sendable {
  let number: Int
  let info: NodeInfo
  private let graph: GraphRecorder
  /// The number of ends that reached this node.
  let ends = AtomicWord(0)

  // Guarded by the recorder's lock.
  /// The name that `named(_:)` gave it.
  var name: String?
  /// The queue on which it calls its downstream.
  var queue: String?
  /// The number of values passed to the busiest of the removed branches.
  var passedOn = 0
  /// The number of values that arrived through removed connections.
  var received = 0

  init(_ info: NodeInfo, queue: String?, number: Int, recorder: GraphRecorder) {
    self.number = number
    self.info = info
    self.queue = queue
    graph = recorder
    super.init(recorder: recorder)
  }

  override func makeTrace() -> ConnectionTrace { RecordedConnection(to: self, in: graph) }

  override func setQueue(_ label: String) { graph.locked { _ in queue = label } }
}
