/// The connection from a producer to the receiver at the other end of a segment: the run of synchronous operators
/// between two places that serialise.
///
/// The receiver at the bottom makes it, and closes it when it is cancelled or has seen an end; the operators in between
/// know nothing of it. So an operator that ends a signal early only has to pass the end on, and what is above is
/// cancelled from below.
// Unchecked, because `producer` is written before the step that marks the line connected and read after it, and
// `position` belongs to the producer's owner.
@usableFromInline
package final class Line: @unchecked Sendable {
  @usableFromInline let state: AtomicWord
  // Unchecked, because the state and the owner see to it already that nobody writes while another reads.
  // Kept by hand, so that looking there on the way of a value retains nothing.
  @exclusivity(unchecked) private final var above: Unmanaged<Producer>?
  /// Where the producer keeps what hangs on this line; negative when it doesn't.
  @exclusivity(unchecked) @usableFromInline var position = -1
  /// Whether what is below wants nothing more from this line, not even what came by it and waits. Belongs to the owner
  /// of what is below.
  @exclusivity(unchecked) @usableFromInline final var isDropped = false
  private let isCounted: Bool
  /// Where the producer below keeps this among its inputs. Guarded by that one's lock.
  @exclusivity(unchecked) final var inputPosition: Int32 = 0
  /// What is seen of it, where the graph is recorded.
  @usableFromInline package let trace: LineTrace?
  private let presence = LiveObject()

  /// A line of an operator, with so many joins below.
  @usableFromInline
  package convenience init(depth: UInt = 0, trace: LineTrace? = nil) {
    self.init(isCounted: false, depth: depth, trace: trace)
  }

  /// The line of an endpoint.
  @usableFromInline
  static func ofEndpoint(_ making: Making) -> Line {
    Line(
      isCounted: LiveSubscriptions.countIfWanted(), depth: 0, trace: GraphRecorder.current?.traceOfEndpoint(making))
  }

  /// The line of a ``Tap``, which isn't counted.
  @usableFromInline
  static func ofTap(_ making: Making) -> Line { Line(trace: GraphRecorder.current?.traceOfEndpoint(making)) }

  private init(isCounted: Bool, depth: UInt, trace: LineTrace?) {
    state = AtomicWord(depth << LineState.flagBits)
    self.isCounted = isCounted
    self.trace = trace
  }

  deinit {
    above?.release()
    trace?.close()
  }

  private final var producer: Producer? { above?.takeUnretainedValue() }

  /// What this hangs on, once it does. For any thread.
  final var connected: Producer? { state.value & LineState.connected != 0 ? producer : nil }

  /// The producer, if `thread` owns it: then it stays for as long as that.
  @inline(__always)
  final func producer(ownedBy thread: UInt) -> Unmanaged<Producer>? {
    guard let above, above._withUnsafeGuaranteedRef({ $0.isOwned(by: thread) }) else { return nil }
    return above
  }

  /// The turn of the event that comes by this just now, on this thread.
  package var turnUnderWay: Turn? { Turn.reaching(self)?.takeUnretainedValue() }

  @inlinable package var isOpen: Bool { LineState(word: state.glance).isOpen }

  /// Called by the producer, once, before it keeps the line. When it answers false, the line was cancelled already.
  @usableFromInline
  package func connect(to producer: Producer) -> Bool {
    above = .passRetained(producer)
    guard change({ $0.connect() }) else { return false }
    if depth > 0 { producer.deepen(to: depth) }
    return true
  }

  @usableFromInline package var depth: UInt { LineState(word: state.glance).depth }

  /// Tells everything above that there is a deeper join below than it knew of (C10).
  package func deepen(to depth: UInt) {
    if change({ $0.deepen(to: depth) }) { producer?.deepen(to: depth) }
  }

  /// Cancels what is above. Returns whether this call was the one that closed the line.
  @usableFromInline
  @discardableResult
  package func cancel() -> Bool {
    let closing = close()
    release(after: closing)
    return closing != .wasClosed
  }

  /// Stops the values at once, but leaves the producer to be told by `release(after:)`: for an end, which is handed
  /// to the user in between.
  func close() -> LineState.Closing {
    let closing = change { $0.close() }
    guard closing != .wasClosed else { return closing }
    if isCounted { LiveSubscriptions.uncount() }
    trace?.close()
    return closing
  }

  func release(after closing: LineState.Closing) {
    if closing == .connected { producer?.detach(self) }
  }

  /// Calls `action` when no call through this line is under way any more. The line has to be closed.
  func whenQuiet(_ action: @escaping @Sendable () -> Void) {
    if let producer, state.value & LineState.connected != 0 {
      producer.whenQuiet(action)
    } else {
      // What it hung on did all its work within the subscribing call, before anybody had an endpoint.
      action()
    }
  }

  @inlinable
  func change<Answer>(_ step: (inout LineState) -> Answer) -> Answer {
    while true {
      let before = state.value
      var after = LineState(word: before)
      let answer = step(&after)
      if after.word == before || state.replace(before, by: after.word) { return answer }
    }
  }
}
