/// Makes one turn of everything that is sent within `body` on this thread (C11).
///
/// ![A marble diagram of transaction](transaction)
///
/// Endpoints that no join separates from the source get each value inline. Joins downstream, of whatever sources, speak
/// once, after `body`, also if it throws: nobody sees them half-way.
///
/// ```swift
/// let name = combineLatest(first.signal, last.signal)
/// transaction {
///   first.send("Ada")
///   last.send("Lovelace")
/// }  // `name` has emitted once
/// ```
///
/// In a transaction that is within another, the outer one settles. What `body` sends to a source whose handler it is
/// running in comes after the current event, as always (C4), and still belongs to the transaction. A source that is busy
/// with another thread, or lives on a queue, delivers later, in turns of its own.
@discardableResult
public func transaction<Answer, Failure: Error>(_ body: () throws(Failure) -> Answer) throws(Failure) -> Answer {
  if Surroundings.turn != nil { return try body() }
  let turn = Turn()
  defer { turn.end() }
  return try Surroundings.put(up: .passUnretained(turn)) { _ throws(Failure) in try body() }
}
