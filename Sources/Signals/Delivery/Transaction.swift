/// Combines all sends that `body` makes on this thread into one turn (C11).
///
/// ![A marble diagram of transaction](transaction)
///
/// An endpoint with no join between it and the source receives each value inline. Each join downstream of any of the
/// sources emits once, after `body` has returned or thrown, so no subscriber sees a half-changed state.
///
/// ```swift
/// let name = combineLatest(first.signal, last.signal)
/// transaction {
///   first.send("Ada")
///   last.send("Lovelace")
/// }  // `name` has emitted once
/// ```
///
/// A transaction inside another one settles with the outer one. A value that `body` sends to a source whose handler is
/// running on this thread follows the current event, as always (C4), and still belongs to the transaction. A source
/// that is busy with another thread, or that delivers on a queue, delivers later, in turns of its own.
// Inlined, because it costs more than most sets where the compiler doesn't know the types.
@inlinable
@discardableResult
public func transaction<Answer, Failure: Error>(_ body: () throws(Failure) -> Answer) throws(Failure) -> Answer {
  let place = TurnContext.slot.place
  let outer = place.pointee
  if unsafe outer?.pointee.transaction != nil { return try body() }
  let turn = unsafe Turn.begin(at: place)
  defer { unsafe Turn.settle(turn, at: place) }
  return unsafe try TurnContext.slot.put(
    TurnContext(transaction: turn, subscriber: nil, outer: outer), over: outer, at: place
  ) { _ throws(Failure) in try body() }
}
