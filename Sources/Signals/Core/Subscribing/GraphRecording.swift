// The interface to the live graph (C16): all calls of the core while a graph is recorded. `Inspection` implements it.
// Without a recorder, a connection has no trace, and a subscription costs one check of that for each operator.

/// A recorder of the live graph.
package protocol GraphRecording: AnyObject, Sendable {
  /// Creates a node for an operator or a source.
  func makeNode(_ info: NodeInfo, queue: String?) -> GraphNode

  /// Creates the trace of an endpoint's connection.
  func makeTrace(ofEndpoint info: NodeInfo) -> ConnectionTrace
}

/// A node of a recorded graph.
// Unchecked for subclasses, which protect their mutable state.
package class GraphNode: @unchecked Sendable {
  package let recorder: any GraphRecording
  private let presence = LiveObject()

  init(recorder: any GraphRecording) { self.recorder = recorder }

  /// Creates the trace of a connection that leads to this node from above.
  package func makeTrace() -> ConnectionTrace { preconditionFailure("\(Self.self) must override makeTrace().") }

  package func setQueue(_ label: String) { preconditionFailure("\(Self.self) must override setQueue(_:).") }
}

/// The record of a connection: the nodes along it, from the bottom up.
// Unchecked for subclasses, which protect their mutable state.
@usableFromInline
package class ConnectionTrace: @unchecked Sendable {
  package let recorder: any GraphRecording
  private let presence = LiveObject()

  init(recorder: any GraphRecording) { self.recorder = recorder }

  /// The uppermost node so far.
  package var top: GraphNode { preconditionFailure("\(Self.self) must override top.") }

  /// Adds a node on top of the others, and returns a downstream that counts the values on their way to `downstream`.
  package func add<Value>(_ node: GraphNode, above downstream: Downstream<Value>) -> Downstream<Value> {
    preconditionFailure("\(Self.self) must override add(_:above:).")
  }

  /// Names the node that is added next.
  package func nameNext(_ name: String) { preconditionFailure("\(Self.self) must override nameNext(_:).") }

  /// Removes the connection from the graph.
  package func close() { preconditionFailure("\(Self.self) must override close().") }
}

/// The recorder of new subscriptions.
package enum CurrentRecorder {
  /// Odd while all threads are recorded, plus two for each running call that records one thread.
  private static let wanted = AtomicWord(0)
  private static let slot = ThreadContext<any GraphRecording>()
  private static let ofAllThreads = Guarded<(any GraphRecording)?>(nil)

  /// Whether anything is recorded.
  package static var isRecording: Bool { wanted.relaxed != 0 }

  /// The recorder for this thread. Without any recording, this only reads one word.
  static var current: (any GraphRecording)? {
    let wanted = wanted.relaxed
    guard wanted != 0 else { return nil }
    if let recorder = slot.current { return recorder.pointee }
    return wanted & 1 != 0 ? ofAllThreads.change { $0 } : nil
  }

  static var recordsAllThreads: Bool { wanted.value & 1 != 0 }

  /// Starts recording all threads, or stops if `recorder` is nil.
  static func recordAllThreads(with recorder: (any GraphRecording)?) {
    if let recorder {
      ofAllThreads.change { $0 = recorder }
      wanted.set(1)
    } else {
      wanted.clear(1)
    }
  }

  /// Records the subscriptions that `body` makes on this thread with `recorder` alone.
  static func record<Answer, Failure>(
    with recorder: any GraphRecording, _ body: () throws(Failure) -> Answer
  ) throws(Failure) -> Answer {
    wanted.add(2)
    defer { wanted.add(-2) }
    return try slot.with(recorder) { _ throws(Failure) in try body() }
  }
}

/// The count of live subscriptions, for ``SignalGraph``.
enum LiveSubscriptions {
  static let isCounting = AtomicWord(0)
  static let count = AtomicWord(0)

  static func countIfWanted() -> Bool {
    guard isCounting.relaxed != 0 else { return false }
    count.add(1)
    return true
  }

  static func uncount() { count.add(-1) }
}
