/// The turns that events belong to when they begin on this thread.
///
/// A ``transaction(_:)`` puts all events into its turn. An operator that subscribes in the course of an event does so only
/// for the events of the signal that it subscribes to: a closure of the user that runs meanwhile and sends to another
/// source begins a turn of its own (C5, C10).
@usableFromInline
@safe
package struct TurnContext {
  @usableFromInline package static let slot = ThreadContext<TurnContext>()

  /// The turn of the innermost transaction, for events that a program sends.
  @usableFromInline package let transaction: Unmanaged<Turn>?
  /// The operator that is subscribing, unless this context is a transaction's. It outlives the context.
  @usableFromInline unowned(unsafe) let subscriber: (any TurnSource)?
  @usableFromInline let outer: LivePointer<TurnContext>?

  @inlinable
  init(
    transaction: Unmanaged<Turn>?, subscriber: (any TurnSource)?, outer: LivePointer<TurnContext>?
  ) {
    unsafe self.transaction = transaction
    unsafe self.subscriber = subscriber
    self.outer = outer
  }

  /// The turn of the innermost transaction on this thread.
  @inlinable
  package static var transaction: Unmanaged<Turn>? { unsafe slot.current?.pointee.transaction }

  /// Whether an operator is subscribing, and not the program.
  static var isSubscribing: Bool { unsafe slot.current?.pointee.subscriber != nil }

  /// The turn of an event that a signal emits while an operator subscribes to it; else that of the transaction.
  package static var emission: Unmanaged<Turn>? {
    guard let context = slot.current else { return nil }
    guard let subscriber = unsafe context.pointee.subscriber else { return unsafe context.pointee.transaction }
    // The event that the subscriber is handling may itself be emitted while another operator subscribes.
    slot.current = context.pointee.outer
    defer { slot.current = context }
    return unsafe subscriber.currentTurn(currentThread())
  }

  /// Runs `body` within a transaction. The caller keeps the turn alive.
  @usableFromInline
  package static func withTurn<Answer, Failure>(
    _ turn: Unmanaged<Turn>, perform body: () throws(Failure) -> Answer
  ) throws(Failure) -> Answer {
    let context = unsafe TurnContext(transaction: turn, subscriber: nil, outer: slot.current)
    return try slot.with(context) { _ throws(Failure) in try body() }
  }

  /// Runs `body` within a transaction, unless there is no turn.
  @usableFromInline
  package static func withTurn(_ turn: Turn?, perform body: () -> Void) {
    guard let turn else { return body() }
    withExtendedLifetime(turn) { unsafe withTurn(.passUnretained(turn), perform: body) }
  }

  /// Runs `body`, which attaches a signal on behalf of `subscriber`: the signal's events belong to the turn of the event
  /// that the subscriber is handling.
  @inlinable
  @inline(__always)
  static func withSubscriber(_ subscriber: any TurnSource, perform body: () -> Void) {
    let outer = slot.current
    var context = unsafe TurnContext(transaction: outer?.pointee.transaction, subscriber: subscriber, outer: outer)
    unsafe withUnsafeMutablePointer(to: &context) { address in
      slot.current = unsafe LivePointer(address)
      body()
      slot.current = outer
    }
  }

  /// Leaves every subscription that an operator is making, for a subscription on behalf of the program. `resume(_:)`
  /// returns to it.
  // Two calls instead of one with a closure, so that the optimiser sees the whole chain of operators in between.
  @usableFromInline
  static func suspendSubscriber() -> LivePointer<TurnContext>? {
    guard let context = slot.current, unsafe context.pointee.subscriber != nil else { return nil }
    var outer = context.pointee.outer
    while let next = outer, unsafe next.pointee.subscriber != nil { outer = next.pointee.outer }
    slot.current = outer
    return context
  }

  @usableFromInline
  static func resume(_ suspended: LivePointer<TurnContext>?) {
    if let suspended { slot.current = suspended }
  }
}

/// An operator that can tell the turn of the event that it is handling; or a turn, for a subscription that an operator has
/// made in the course of it.
@usableFromInline
package protocol TurnSource: AnyObject {
  /// The turn of the event that `thread` is handling here, which owns this. It is created on demand.
  func currentTurn(_ thread: UInt) -> Unmanaged<Turn>
}
