/// A source, an operator or an endpoint of the live graph, as it is recorded. What refers to it is what it stands for,
/// and the lines that touch it; it refers to none of them, so that recording keeps nothing alive (C8).
// Unchecked, because the recorder's lock guards what changes.
@usableFromInline
package final class GraphNode: @unchecked Sendable {
  let number: Int
  let kind: SignalGraph.Kind
  let operation: String
  let place: SignalGraph.Place?
  let recorder: GraphRecorder
  /// How many ends have come to it.
  let ends = AtomicWord(0)

  // Guarded by the recorder's lock.
  /// What `named(_:)` calls it.
  var name: String?
  /// The queue on which it calls what is below.
  var queue: String?
  /// How many values went to the branch that had most of them, among those that are gone.
  var passedOn = 0
  /// How many values came by lines that are gone.
  var received = 0

  private let presence = LiveObject()

  /// Called by the recorder alone.
  init(_ making: Making, place: SignalGraph.Place?, queue: String?, number: Int, recorder: GraphRecorder) {
    self.number = number
    kind = making.kind
    operation = String(cString: making.operation)
    self.place = place
    self.queue = queue
    self.recorder = recorder
  }
}
