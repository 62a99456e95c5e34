/// The state of a serialiser: its owner, and the kinds of work that wait. One word coordinates all threads.
///
/// It is a pure value. Each `mutating` function is one atomic step of a thread, taken by exchanging the word, and
/// returns the action that the thread has to take next. The word holds both the thread that delivers and whether events
/// wait, so no thread sees one change without the other, and no event is stranded between them.
///
/// The *owner* is the thread that delivers at present. Only the owner touches the observers. An uncontended send takes
/// two atomic steps: the word goes from zero to the owner, and back to zero.
@usableFromInline
package struct SerialiserState: Equatable, Sendable {
  @usableFromInline package var word: UInt

  @inlinable
  package init(word: UInt) { self.word = word }

  /// Events wait for a drain: in the inbox, or in the rest of a batch.
  @usableFromInline package static let events: UInt = 1
  /// Subscriptions and cancellations wait for the owner, or for the next one.
  @usableFromInline package static let requests: UInt = 2
  /// A drain is scheduled on the queue, or runs there.
  @usableFromInline package static let scheduled: UInt = 4
  /// The end has been accepted. Later events are refused.
  @usableFromInline package static let closed: UInt = 8
  /// Handlers run on a queue or an actor, so the fast path of an inline send is closed.
  @usableFromInline package static let remote: UInt = 16

  /// The owner only adds or removes observers, which takes a few instructions and runs no user code. A thread that
  /// brings an event waits for it instead of leaving the event in the inbox.
  @usableFromInline package static let brief: UInt = 32

  @usableFromInline package static let flags: UInt = 63

  /// The thread that delivers, or zero.
  @inlinable package var owner: UInt { word & ~Self.flags }

  @inlinable
  package func has(_ flag: UInt) -> Bool { word & flag != 0 }

  @inlinable
  mutating func own(_ thread: UInt) { word = word & Self.flags | thread }

  // MARK: - An event arrives

  @usableFromInline
  package enum Arrival: Equatable, Sendable {
    /// The thread owns the serialiser now: it delivers the event, then leaves.
    case deliver
    /// A handler of the owner sent the event: it follows the event under way, before the events of other threads (C4).
    case follow
    /// The event goes to the inbox: another thread delivers, or a drain is scheduled, or other events wait.
    case wait
    /// The event goes to the inbox, and the thread schedules a drain.
    case waitAndSchedule
    /// The end has been accepted before, so the event reaches no observer.
    case refuse
    /// Another thread is the owner for a moment only: this thread tries again.
    case lookAgain
  }

  /// - Parameter follows: whether an event of the owner's own handlers precedes the events that wait.
  @inlinable
  package mutating func arrive(on thread: UInt, isEnd: Bool, inline: Bool, follows: Bool = true) -> Arrival {
    if has(Self.closed) { return .refuse }
    if has(Self.brief), owner != thread { return .lookAgain }
    if isEnd { word |= Self.closed }
    if owner == thread, follows { return .follow }
    if inline, owner == 0, !has(Self.events | Self.scheduled) {
      own(thread)
      return .deliver
    }
    word |= Self.events
    if owner == 0, !has(Self.scheduled) {
      word |= Self.scheduled
      return .waitAndSchedule
    }
    return .wait
  }

  // MARK: - A subscription or a cancellation arrives

  @usableFromInline
  package enum Admission: Equatable, Sendable {
    /// Another thread is the owner for a moment only: this thread tries again.
    case lookAgain
    /// The thread owns the serialiser now: it performs its request, then leaves.
    case perform
    /// The request is left to the owner, which performs requests between two handlers.
    case afterHandler
  }

  @inlinable
  package mutating func admit(_ thread: UInt, briefly: Bool = false) -> Admission {
    if owner == 0 {
      own(briefly ? thread | Self.brief : thread)
      return .perform
    }
    if briefly, has(Self.brief), owner != thread { return .lookAgain }
    word |= Self.requests
    return .afterHandler
  }

  /// Makes the thread the owner if an event of it would be delivered at once. Otherwise the event follows or waits.
  package mutating func takeOver(_ thread: UInt) -> Admission {
    if owner == 0, !has(Self.events | Self.scheduled | Self.closed) {
      own(thread)
      return .perform
    }
    return has(Self.brief) && owner != thread ? .lookAgain : .afterHandler
  }

  @inlinable
  package mutating func takeRequests() { word &= ~Self.requests }

  // MARK: - The owner leaves

  @usableFromInline
  package enum Departure: Equatable, Sendable {
    /// Requests have arrived: the thread is still the owner, and performs them.
    case stay
    /// The thread has given up ownership.
    case leave
    /// The thread has given up ownership, and schedules a drain for the events that other threads have added (C5).
    case leaveAndSchedule
    /// The thread has given up ownership, and has the remaining requests performed on the queue, unless another owner
    /// performs them first.
    case leaveRequests
  }

  /// - Parameter leavingRequests: whether the requests that have arrived are left to the next owner.
  @inlinable
  package mutating func depart(leavingRequests: Bool = false) -> Departure {
    if has(Self.requests), !leavingRequests { return .stay }
    own(0)
    if has(Self.scheduled) { return .leave }
    if has(Self.events) {
      word |= Self.scheduled
      return .leaveAndSchedule
    }
    return has(Self.requests) ? .leaveRequests : .leave
  }

  /// Gives up ownership that was taken for a moment, unless events have arrived. Requests are left to the next owner.
  @inlinable
  package mutating func departBriefly() -> Departure {
    guard has(Self.brief), !has(Self.events) else { return .stay }
    word &= ~Self.brief
    own(0)
    return has(Self.requests) && !has(Self.scheduled) ? .leaveRequests : .leave
  }

  // MARK: - The drain on the queue

  /// Returns whether the drain may begin. It may not while another thread owns the serialiser. That thread schedules a
  /// new drain when it leaves.
  @inlinable
  package mutating func beginDrain(on thread: UInt) -> Bool {
    guard owner == 0 else {
      word &= ~Self.scheduled
      return false
    }
    own(thread)
    return true
  }

  /// Records that the drain has emptied the inbox.
  @inlinable
  package mutating func takeEvents() { word &= ~Self.events }

  /// Ends the drain when its budget is used up. The rest follows in the next block, so the queue is free in between.
  @inlinable
  package mutating func endDrain(hasRest: Bool, leavingRequests: Bool = false) -> Departure {
    if has(Self.requests), !leavingRequests { return .stay }
    own(0)
    if hasRest { word |= Self.events }
    if has(Self.events) { return .leaveAndSchedule }
    word &= ~Self.scheduled
    return has(Self.requests) ? .leaveRequests : .leave
  }
}
