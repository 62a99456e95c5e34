internal import Signals

/// An object with a queue of notifications, which it delivers when no handler runs on the thread.
@usableFromInline
class Notifier {
  /// Delivers the first notification of the queue.
  ///
  /// - Parameter turn: the turn of the event, for the signals that this feeds (C10).
  func flush(in turn: Turn?) { preconditionFailure("\(Self.self) must override flush(in:).") }

  /// Whether its notifications feed a signal.
  var feedsSignal: Bool { false }
}

/// The thread's FIFO queue of notifiers with pending notifications. A change that a handler makes is reported after the
/// handler, in the order of the changes (C4): so nothing nests, and a handler that sets its own property a million times needs
/// the stack of one set.
struct NotificationQueue {
  /// The entries that are not delivered yet.
  // Made when it is needed, which is seldom.
  private var waiting: FIFO<Entry>?

  private enum Entry {
    // With the stamp of its cause, if that is a change of a bound property.
    case notifier(Notifier, Turn?, Stamp)
    /// The end of a turn that was made for one event.
    case end(Turn)
    /// The end of an event that waited and belongs to a turn.
    case eventEnded(Turn)
  }

  private static let slot = ThreadContext<NotificationQueue>()

  /// The notifiers that have queued notifications of one event.
  struct Event {
    fileprivate var first: Notifier?
    fileprivate var others: ContiguousArray<Notifier> = []

    mutating func add(_ observer: Notifier) {
      if first == nil { first = observer } else { others.append(observer) }
    }
  }

  /// Whether a handler runs on this thread.
  static var isUnderWay: Bool { slot.current != nil }

  /// The same, to tell one handler from another.
  static var place: UnsafeMutableRawPointer? { unsafe slot.current.map { unsafe UnsafeMutableRawPointer($0.address) } }

  /// Has all notifiers notice an event, and then deliver: now, or after the handler that is running.
  ///
  /// - Parameter turn: the turn of the event, if it is already known.
  static func tell(in turn: Turn? = nil, _ notice: (inout Event) -> Void) {
    var event = Event()
    notice(&event)
    guard let first = event.first else { return }
    if let telling = slot.current {
      // The transaction may be over when the notification is delivered.
      let turn = unsafe turn ?? TurnContext.transaction?.takeUnretainedValue()
      // The turn waits for it.
      turn?.eventWaits()
      telling.pointee.append(first, event.others, in: turn)
    } else {
      run {
        if event.others.isEmpty { return first.flush(in: turn) }
        turn?.eventWaits()
        current.pointee.append(first, event.others, in: turn)
      }
    }
  }

  /// Runs `body` with the turn to which a change belongs. The turn settles after the handler that is running, or now.
  static func inTurn(_ body: (Turn) -> Void) {
    if let transaction = unsafe TurnContext.transaction {
      return unsafe transaction._withUnsafeGuaranteedRef { body($0) }
    }
    let turn = Turn()
    body(turn)
    if let telling = slot.current { telling.pointee.append(.end(turn)) } else { run { _ = turn.end() } }
  }

  /// Runs `body`, which calls a handler, and then delivers the notifications that were queued meanwhile.
  // Inlined, since most changes come this way.
  @inline(__always)
  static func run(_ body: () -> Void) {
    let place = slot.place
    if place.pointee == nil { run(at: place, body) } else { body() }
  }

  /// Where the thread keeps its queue, or nil while a handler runs.
  static var placeIfIdle: ThreadContext<NotificationQueue>.Place? {
    let place = slot.place
    return place.pointee == nil ? place : nil
  }

  /// The same, where that place is known.
  @inline(__always)
  static func run(at place: ThreadContext<NotificationQueue>.Place, _ body: () -> Void) {
    slot.fill(NotificationQueue(), at: place) { pointer in
      // The reads of a handler are not recorded, even if it runs because a recorded getter has set a property.
      let paused = AccessTracking.pauseIfUnderWay()
      body()
      if pointer.pointee.waiting != nil { goOn(pointer) }
      if let paused { AccessTracking.resume(paused) }
    }
  }

  private static func goOn(_ pointer: LivePointer<NotificationQueue>) {
    while let entry = pointer.pointee.waiting?.popFirst() {
      switch entry {
      case .notifier(let observer, let turn, let cause):
        if cause.isNone { observer.flush(in: turn) } else { Origin.tell(cause) { observer.flush(in: turn) } }
      case .end(let turn): turn.end()
      case .eventEnded(let turn): turn.eventHasBeenEverywhere()
      }
    }
  }

  private static var current: LivePointer<NotificationQueue> {
    guard let pointer = slot.current else { preconditionFailure("Nothing is being told on this thread.") }
    return pointer
  }

  private mutating func append(_ first: Notifier, _ others: ContiguousArray<Notifier>, in given: Turn?) {
    var made: Turn?
    if given == nil, !others.isEmpty, unsafe TurnContext.transaction == nil {
      // The events of several signals that follow from one change are one turn (C10).
      let feeders = (first.feedsSignal ? 1 : 0) + others.count(where: \.feedsSignal)
      if feeders > 1 { made = Turn() }
    }
    let cause = Origin.cause
    append(.notifier(first, given ?? made, cause))
    for observer in others { append(.notifier(observer, given ?? made, cause)) }
    if let made { append(.end(made)) }
    if let given { append(.eventEnded(given)) }
  }

  private mutating func append(_ entry: Entry) {
    if waiting == nil { waiting = FIFO() }
    waiting?.append(entry)
  }
}
