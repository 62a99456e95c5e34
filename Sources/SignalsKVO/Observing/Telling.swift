internal import Signals

/// Who is told to speak on this thread, in order. What a handler changes is told after the handler, to everybody whom it
/// concerns, and in the order of the changes (C4): so nothing nests, and a handler that sets what it observes a million
/// times needs the stack of one.
struct Telling {
  /// Those whose turn is still to come.
  // Made when it is needed, which is seldom.
  private var waiting: FIFO<Entry>?

  private enum Entry {
    // With what brought it about, where that is a change of something bound.
    case speaker(Watcher, Turn?, Stamp)
    /// A turn that was made for one event is over.
    case end(Turn)
    /// An event that waited, and belongs to a turn, has been everywhere.
    case wentRound(Turn)
  }

  private static let slot = ThreadContext<Telling>()

  /// Those who have something to say about one event.
  struct Event {
    fileprivate var first: Watcher?
    fileprivate var others: ContiguousArray<Watcher> = []

    mutating func add(_ watcher: Watcher) {
      if first == nil { first = watcher } else { others.append(watcher) }
    }
  }

  /// Whether a handler runs on this thread.
  static var isUnderWay: Bool { slot.current != nil }

  /// The same, so that one telling can be known from another.
  static var place: UnsafeMutableRawPointer? { slot.current.map { UnsafeMutableRawPointer($0) } }

  /// Has everybody notice an event, and then speak: now, or after the handler that is running.
  ///
  /// - Parameter turn: to which all of it belongs, if it is already known.
  static func tell(in turn: Turn? = nil, _ notice: (inout Event) -> Void) {
    var event = Event()
    notice(&event)
    guard let first = event.first else { return }
    if let telling = slot.current {
      // What surrounds it now may not do so when it is told.
      let turn = turn ?? TurnContext.transaction?.takeUnretainedValue()
      // The turn waits for it.
      turn?.eventWaits()
      telling.pointee.append(first, event.others, in: turn)
    } else {
      run {
        if event.others.isEmpty { return first.speak(in: turn) }
        // There is room now to put it where it is looked for.
        turn?.eventWaits()
        current.pointee.append(first, event.others, in: turn)
      }
    }
  }

  /// Runs `body` with the turn to which a change belongs. The turn settles after the handler that is running, or now.
  static func inTurn(_ body: (Turn) -> Void) {
    if let transaction = TurnContext.transaction { return transaction._withUnsafeGuaranteedRef { body($0) } }
    let turn = Turn()
    body(turn)
    if let telling = slot.current { telling.pointee.append(.end(turn)) } else { run { _ = turn.end() } }
  }

  /// Runs what calls a handler, and then has everybody speak who has found something to say meanwhile.
  // Inlined, as the way of most changes.
  @inline(__always)
  static func run(_ body: () -> Void) {
    if isUnderWay { return body() }
    slot.fill(Telling()) { pointer in
      // What a handler reads is nobody's business, though it may run while a getter does that sets something.
      let paused = Recording.pauseIfUnderWay()
      body()
      if pointer.pointee.waiting != nil { goOn(pointer) }
      if let paused { Recording.resume(paused) }
    }
  }

  private static func goOn(_ pointer: UnsafeMutablePointer<Telling>) {
    while let entry = pointer.pointee.waiting?.popFirst() {
      switch entry {
      case .speaker(let watcher, let turn, let cause):
        if cause.isNone { watcher.speak(in: turn) } else { Origin.tell(cause) { watcher.speak(in: turn) } }
      case .end(let turn): turn.end()
      case .wentRound(let turn): turn.eventHasBeenEverywhere()
      }
    }
  }

  private static var current: UnsafeMutablePointer<Telling> {
    guard let pointer = slot.current else { preconditionFailure("Nothing is being told on this thread.") }
    return pointer
  }

  private mutating func append(_ first: Watcher, _ others: ContiguousArray<Watcher>, in given: Turn?) {
    var made: Turn?
    if given == nil, !others.isEmpty, TurnContext.transaction == nil {
      // What several signals carry away from one change is one turn (C10).
      let feeders = (first.feedsSignal ? 1 : 0) + others.count(where: \.feedsSignal)
      if feeders > 1 { made = Turn() }
    }
    let cause = Origin.cause
    append(.speaker(first, given ?? made, cause))
    for watcher in others { append(.speaker(watcher, given ?? made, cause)) }
    if let made { append(.end(made)) }
    if let given { append(.wentRound(given)) }
  }

  private mutating func append(_ entry: Entry) {
    if waiting == nil { waiting = FIFO() }
    waiting?.append(entry)
  }
}
