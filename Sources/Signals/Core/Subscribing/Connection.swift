/// The connection from a producer to the receiver at the bottom of a segment: the run of synchronous operators between two
/// serialisers.
///
/// The receiver creates it, and closes it when it is cancelled or has received an end. The operators in between do not know
/// it. So an operator that ends a signal early only passes the end on, and the receiver cancels everything upstream.
// Unchecked, because `above` is written before the step that marks the connection connected and read after it, and
// `position` belongs to the producer's owner.
@usableFromInline
@safe
package class Connection: @unchecked Sendable {
  @usableFromInline final let state: AtomicWord
  // Unchecked, because the state and the owner prevent overlapping access already. Unmanaged, so that reading it during
  // the delivery of a value retains nothing.
  @safe @exclusivity(unchecked) private final var above: Unmanaged<Producer>?
  // Short numbers, so that a connection is small.
  /// The place of the observer at the producer; negative when it has none.
  @safe @exclusivity(unchecked) final var position: Int32 = -1
  // Three bytes, beside which a flag fits. Guarded by the lock of the producer below.
  @safe @exclusivity(unchecked) private final var lowInputPosition: UInt16 = 0
  @safe @exclusivity(unchecked) private final var highInputPosition: UInt8 = 0
  // A constant beside the state, not a bit of it: the optimiser has to know that it never changes, since each operator looks
  // when it subscribes.
  @usableFromInline final let isTraced: Bool
  private final let presence = LiveObject()
  /// Whether the handler of an endpoint has been called.
  @usableFromInline package final let deliveryNote = DeliveryNote()

  /// Creates a connection to an operator, with `depth` joins downstream.
  @usableFromInline
  package static func make(depth: UInt = 0, trace: ConnectionTrace? = nil) -> Connection {
    make(depth << ConnectionState.flagBits, trace)
  }

  private static func make(_ word: UInt, _ trace: ConnectionTrace?) -> Connection {
    if let trace { TracedConnection(word, trace) } else { Connection(word) }
  }

  /// The connection of an endpoint.
  @usableFromInline
  static func ofEndpoint(_ info: NodeInfo) -> Connection {
    make(countEndpoint(), CurrentRecorder.current?.makeTrace(ofEndpoint: info))
  }

  /// Counts a new endpoint, if that is wanted. Returns the state of its connection.
  static func countEndpoint() -> UInt { LiveSubscriptions.countIfWanted() ? ConnectionState.counted : 0 }

  /// The connection of an ``InternalSubscriber``, which is not counted.
  @usableFromInline
  static func ofInternalSubscriber(_ info: NodeInfo) -> Connection {
    make(0, CurrentRecorder.current?.makeTrace(ofEndpoint: info))
  }

  fileprivate init(_ word: UInt, isTraced: Bool = false) {
    state = AtomicWord(word)
    self.isTraced = isTraced
  }

  deinit { unsafe above?.release() }

  /// The trace of this connection, if the live graph is recorded.
  // Unwrapped, so that the optimiser knows that this is nil only if the flag is not set.
  @inlinable package final var trace: ConnectionTrace? {
    unsafe isTraced ? unsafeDowncast(self, to: TracedConnection.self).ownTrace.unsafelyUnwrapped : nil
  }

  /// The place among the inputs of the producer below. Under the lock of that.
  final var inputPosition: Int {
    get { Int(highInputPosition) << 16 | Int(lowInputPosition) }
    set {
      precondition(newValue < 1 << 24, "An operator has at most 16,777,216 inputs at once.")
      lowInputPosition = UInt16(truncatingIfNeeded: newValue)
      highInputPosition = UInt8(newValue >> 16)
    }
  }

  /// Whether the operator below rejects every further event of this connection, including those that wait.
  @inlinable final var isDropped: Bool { state.relaxed & ConnectionState.dropped != 0 }

  /// Has the operator below reject every further event. Called by the owner of that operator.
  final func drop() { state.set(ConnectionState.dropped) }

  private final var producer: Producer? { unsafe above?.takeUnretainedValue() }

  /// The producer, once there is one. It may be read on any thread.
  final var connected: Producer? { state.value & ConnectionState.connected != 0 ? producer : nil }

  /// Whether blocking the delivery of a value delays only this subscription. That is so for a source without a
  /// producer, which does all its work within the subscribing call, and for a producer without other subscriptions.
  final var mayBeHeld: Bool { connected?.servesOneSubscription ?? true }

  /// The producer if `thread` owns it. The ownership keeps it alive.
  @inline(__always)
  final func producer(ownedBy thread: UInt) -> Unmanaged<Producer>? {
    guard let above, unsafe above._withUnsafeGuaranteedRef({ $0.isOwned(by: thread) }) else { return nil }
    return unsafe above
  }

  /// The turn of the event being delivered here on this thread; nil for a source that does all its work within the
  /// subscribing call.
  package final var currentTurn: Turn? { unsafe turnOfEvent?.takeUnretainedValue() }

  @inline(__always)
  final var turnOfEvent: Unmanaged<Turn>? {
    let thread = currentThread()
    guard let producer = unsafe producer(ownedBy: thread) else { return unsafe TurnContext.emission }
    return unsafe producer._withUnsafeGuaranteedRef { unsafe $0.currentTurn(thread) }
  }

  @inlinable package final var isOpen: Bool { ConnectionState(word: state.relaxed).isOpen }

  /// Whether there is a producer.
  @inlinable final var isConnected: Bool { state.relaxed & ConnectionState.connected != 0 }

  /// Called by the producer, once, before it keeps the connection. Returns false if the connection is closed already.
  @usableFromInline
  package final func connect(to producer: Producer) -> Bool {
    above = unsafe .passRetained(producer)
    guard change({ $0.connect() }) else {
      // The producer would retain the connection, and is never asked to release it.
      above = nil
      unsafe Unmanaged.passUnretained(producer).release()
      return false
    }
    if depth > 0 { producer.deepen(to: depth) }
    return true
  }

  @usableFromInline package final var depth: UInt { ConnectionState(word: state.relaxed).depth }

  /// Records a deeper join downstream (C10). Returns the producer that has to learn of it, if there is one already.
  final func raise(to depth: UInt) -> Producer? { change { $0.deepen(to: depth) } ? producer : nil }

  /// Closes the connection and cancels everything upstream. Returns whether this call was the one that closed it.
  @usableFromInline
  @discardableResult
  package final func cancel() -> Bool {
    let closing = close()
    release(after: closing)
    return closing != .wasClosed
  }

  /// Stops the values for an end. After the handler has received the end, `release(after:)` informs the producer.
  final func close() -> ConnectionState.Closing {
    let closing = change { $0.close() }
    guard closing != .wasClosed else { return closing }
    if state.relaxed & ConnectionState.counted != 0 { LiveSubscriptions.uncount() }
    trace?.close()
    return closing
  }

  final func release(after closing: ConnectionState.Closing) {
    guard closing == .connected else { return }
    if let producer { producer.detach(self) } else { hasBeenClosed() }
  }

  /// Called when a connection was closed that is connected, and not to a producer.
  func hasBeenClosed() { preconditionFailure("\(Self.self) must override hasBeenClosed().") }

  /// Calls `action` when no call through this connection is under way any more. The connection has to be closed.
  package func whenIdle(_ action: @escaping @Sendable () -> Void) {
    if let connected {
      connected.whenIdle(action)
    } else {
      // The source did all its work within the subscribing call, before the program had an endpoint.
      action()
    }
  }

  @inlinable
  final func change<Answer>(_ step: (inout ConnectionState) -> Answer) -> Answer {
    while true {
      let before = state.value
      var after = ConnectionState(word: before)
      let answer = step(&after)
      if after.word == before || state.replace(before, by: after.word) { return answer }
    }
  }
}

/// A connection in a live graph that is recorded, or one that has a place for that.
// Unchecked, as its superclass.
@usableFromInline
package class TracedConnection: Connection, @unchecked Sendable {
  @usableFromInline final let ownTrace: ConnectionTrace?

  init(_ word: UInt, _ trace: ConnectionTrace?) {
    ownTrace = trace
    super.init(word, isTraced: trace != nil)
  }

  deinit { ownTrace?.close() }
}
