/// Records the live part of the graph (C16).
///
/// ``SignalGraph`` has one. Tests have others, which record the subscriptions that one call makes.
package final class GraphRecorder: GraphRecording {
  static let shared = GraphRecorder()

  struct State: Sendable {
    private var lastNode = 0
    private var lastConnection = 0
    private var connections: [Int: RecordedConnection] = [:]

    /// The next number. Nodes are numbered in the order of their creation, so the same program gives the same graph.
    mutating func number() -> Int {
      lastNode += 1
      return lastNode
    }

    mutating func keep(_ connection: RecordedConnection) -> Int {
      lastConnection += 1
      connections[lastConnection] = connection
      return lastConnection
    }

    /// Removes a connection, and returns it so that it is released after the lock.
    mutating func forget(_ number: Int) -> RecordedConnection? { connections.removeValue(forKey: number) }

    var live: [RecordedConnection] { connections.sorted { $0.key < $1.key }.map(\.value) }
  }

  private let state = Guarded(State())

  package init() {}

  /// Calls `body` under the lock. It runs no user code, and returns every object that has to be released (C7).
  func locked<Answer>(_ body: (inout State) -> Answer) -> Answer { state.change(body) }

  static var recordsAll: Bool {
    get { CurrentRecorder.recordsAllThreads }
    set { CurrentRecorder.recordAllThreads(with: newValue ? shared : nil) }
  }

  /// Records the subscriptions that `body` makes on this thread. No other recorder does.
  package func record<Answer>(_ body: () throws -> Answer) rethrows -> Answer {
    try CurrentRecorder.record(with: self, body)
  }

  package func makeNode(_ info: NodeInfo, queue: String?) -> GraphNode { makeRecordedNode(info, queue: queue) }

  private func makeRecordedNode(_ info: NodeInfo, queue: String? = nil) -> RecordedNode {
    RecordedNode(info, queue: queue, number: locked { $0.number() }, recorder: self)
  }

  package func makeTrace(ofEndpoint info: NodeInfo) -> ConnectionTrace {
    let trace = RecordedConnection(to: makeRecordedNode(info), in: self)
    trace.begin()
    return trace
  }
}
