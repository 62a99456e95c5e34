/// An object that follows the events of a hub. The hub's owner calls it before the observers hear of an event.
// Unchecked, because nothing in it ever changes, and the functions that it is made with are `Sendable`.
@usableFromInline
package final class HubFollower: @unchecked Sendable {
  /// Whether the events are results of a computation that had to wait, so that this emits them itself.
  @usableFromInline let emitsResults: Bool
  @usableFromInline let act: BorrowedFunction<Producer, UnsafeRawPointer?>

  /// - Parameter stateChanged: joins the turn of an event that tells of a change of a state.
  package init(stateChanged: @escaping @Sendable (_ hub: Producer) -> Void) {
    emitsResults = false
    act = BorrowedFunction { hub, _ in stateChanged(hub) }
  }

  /// - Parameter resultArrived: emits a result that had to wait, unless a later one was emitted.
  package init<Value>(resultArrived: @escaping @Sendable (Value) -> Void) {
    emitsResults = true
    act = BorrowedFunction { _, value in
      if let value { resultArrived(value.assumingMemoryBound(to: Value.self).pointee) }
    }
  }
}
