/// Keeps what is live of the graph, for as long as it is live (C16).
///
/// There is one for ``SignalGraph``. Others record what is made within a call, for tests that look at nothing else.
@usableFromInline
package final class GraphRecorder: Sendable {
  static let shared = GraphRecorder()

  /// Odd while everything is recorded, and two more for each call within which something is.
  private static let wanted = AtomicWord(0)
  private static let here = ThreadMark()

  struct State: Sendable {
    private var lastNode = 0
    private var lastTrace = 0
    private var traces: [Int: LineTrace] = [:]

    /// Numbers are given in the order of making, so that the same program gives the same graph.
    mutating func number() -> Int {
      lastNode += 1
      return lastNode
    }

    mutating func keep(_ trace: LineTrace) -> Int {
      lastTrace += 1
      traces[lastTrace] = trace
      return lastTrace
    }

    /// What is forgotten is handed out, and released after the lock.
    mutating func forget(_ number: Int) -> LineTrace? { traces.removeValue(forKey: number) }

    var live: [LineTrace] { traces.sorted { $0.key < $1.key }.map(\.value) }
  }

  private let state = Guarded(State())

  package init() {}

  /// `body` calls nothing foreign, and hands out what is to be released (C7).
  func locked<Answer>(_ body: (inout State) -> Answer) -> Answer { state.change(body) }

  // MARK: - What is recorded

  static var recordsAll: Bool {
    get { wanted.value & 1 != 0 }
    set { if newValue { wanted.set(1) } else { wanted.clear(1) } }
  }

  /// Who records what this thread makes now. One look at a word where nothing is recorded.
  package static var current: GraphRecorder? {
    let wanted = wanted.glance
    guard wanted != 0 else { return nil }
    if let here = here.value { return Unmanaged.fromOpaque(here).takeUnretainedValue() }
    return wanted & 1 != 0 ? shared : nil
  }

  /// Records what is made within `body` on this thread, and nobody else does.
  package func record<Answer>(_ body: () throws -> Answer) rethrows -> Answer {
    let outer = Self.here.value
    Self.wanted.add(2)
    Self.here.value = Unmanaged.passUnretained(self).toOpaque()
    defer {
      Self.here.value = outer
      Self.wanted.add(-2)
    }
    return try body()
  }

  // MARK: - Nodes

  func makeNode(_ making: Making, at place: SignalGraph.Place?, queue: String? = nil) -> GraphNode {
    GraphNode(making, place: place, queue: queue, number: locked { $0.number() }, recorder: self)
  }

  /// The trace of an endpoint's line. It is seen from now on.
  func traceOfEndpoint(_ making: Making) -> LineTrace {
    let trace = LineTrace(to: makeNode(making, at: making.place))
    trace.begin()
    return trace
  }
}
