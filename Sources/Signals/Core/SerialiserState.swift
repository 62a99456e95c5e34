/// Who may run a serialiser's handlers, and what waits: the whole coordination between threads in one word.
///
/// It is a pure value. Each `mutating` function is one step that a thread takes at once, by exchanging the word, and
/// returns what that thread has to do then. "Nothing waits" and "nobody delivers" are the same word, so no thread can
/// see one change without the other, and no event is stranded between them.
///
/// The *owner* is the thread that delivers at the moment; only it touches the observers. Uncontended, the word goes
/// from nought to the owner and back, which are the two atomic steps of a send.
@usableFromInline
package struct SerialiserState: Equatable, Sendable {
  @usableFromInline package var word: UInt

  @inlinable
  package init(word: UInt) { self.word = word }

  /// Events of others wait: in the inbox, or in the rest of a batch.
  @usableFromInline package static let events: UInt = 1
  /// Subscriptions and cancellations wait for the end of the running handler.
  @usableFromInline package static let requests: UInt = 2
  /// A drain is on its way to the queue, or runs there.
  @usableFromInline package static let scheduled: UInt = 4
  /// The end has been accepted: nothing more is.
  @usableFromInline package static let closed: UInt = 8
  /// The serialiser has a queue of its own, so the short way of an inline send is barred.
  @usableFromInline package static let remote: UInt = 16

  /// The owner only changes who hangs on the serialiser, which takes no time and calls nobody: who brings an event waits
  /// for it instead of leaving the event behind.
  @usableFromInline package static let brief: UInt = 32

  @usableFromInline package static let flags: UInt = 63

  /// The thread that delivers, or nought.
  @inlinable package var owner: UInt { word & ~Self.flags }

  @inlinable
  package func has(_ flag: UInt) -> Bool { word & flag != 0 }

  @inlinable
  mutating func own(_ thread: UInt) { word = word & Self.flags | thread }

  // MARK: - An event comes in

  @usableFromInline
  package enum Arrival: Equatable, Sendable {
    /// The thread owns the serialiser now: it delivers the event, then leaves.
    case deliver
    /// The thread is inside its own handler: the event comes after the one that runs, before those of others (C4).
    case follow
    /// Somebody else delivers, or a drain is on its way, or the event may not overtake what waits: it goes to the inbox.
    case wait
    /// The same, and this thread sends the drain on its way.
    case waitAndSchedule
    /// The end came before: the event reaches nobody.
    case refuse
    /// The owner is there for a moment only: the thread looks again.
    case lookAgain
  }

  /// - Parameter follows: whether what the owner's own handlers bring goes before what waits.
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

  // MARK: - A subscription or a cancellation comes in

  @usableFromInline
  package enum Admission: Equatable, Sendable {
    /// The thread owns the serialiser now: it does what it came for, then leaves.
    case perform
    /// The owner does it, at the latest when the handler that it runs has returned.
    case afterHandler
  }

  @inlinable
  package mutating func admit(_ thread: UInt, briefly: Bool = false) -> Admission {
    if owner == 0 {
      own(briefly ? thread | Self.brief : thread)
      return .perform
    }
    word |= Self.requests
    return .afterHandler
  }

  @inlinable
  package mutating func takeRequests() { word &= ~Self.requests }

  // MARK: - The owner goes

  @usableFromInline
  package enum Departure: Equatable, Sendable {
    /// Requests came in: the thread is still the owner and sees to them.
    case stay
    /// Somebody else may come.
    case leave
    /// The same, and this thread sends a drain on its way, for what others have added (C5).
    case leaveAndSchedule
  }

  @inlinable
  package mutating func depart() -> Departure {
    if has(Self.requests) { return .stay }
    own(0)
    if has(Self.events), !has(Self.scheduled) {
      word |= Self.scheduled
      return .leaveAndSchedule
    }
    return .leave
  }

  // MARK: - The drain on the queue

  /// Whether the drain may begin. Where a thread owns the serialiser for a moment, it may not, and that thread sends
  /// a new one when it leaves.
  @inlinable
  package mutating func beginDrain(on thread: UInt) -> Bool {
    guard owner == 0 else {
      word &= ~Self.scheduled
      return false
    }
    own(thread)
    return true
  }

  /// The drain has emptied the inbox.
  @inlinable
  package mutating func takeEvents() { word &= ~Self.events }

  /// The drain has done its share. What remains is for the next block, so that the queue is free in between.
  @inlinable
  package mutating func endDrain(hasRest: Bool) -> Departure {
    if has(Self.requests) { return .stay }
    own(0)
    if hasRest || has(Self.events) {
      word |= Self.events
      return .leaveAndSchedule
    }
    word &= ~Self.scheduled
    return .leave
  }
}
