/// An object that follows the events of a hub. The hub's owner calls it before the observers hear of an event.
// Unchecked, because nothing in it ever changes, and the functions that it is made with are `Sendable`.
@usableFromInline
package final class HubFollower: @unchecked Sendable {
  /// Whether the events are results of a computation that had to wait, so that this emits them itself.
  @usableFromInline let emitsResults: Bool
  @usableFromInline let act: BorrowedFunction<Producer, UnsafeRawPointer?>

  // Neither closure is wrapped in another one, which would be one more object.
  /// - Parameter stateChanged: joins the turn of an event that tells of a change of a state. Its second argument is nil.
  package init(stateChanged: @escaping @Sendable (_ hub: Producer, _ value: UnsafeRawPointer?) -> Void) {
    emitsResults = false
    act = BorrowedFunction(stateChanged)
  }

  /// - Parameter resultArrived: emits a result that had to wait, unless a later one was emitted. Its second argument is the
  ///   address of the result.
  package init(resultArrived: @escaping @Sendable (_ hub: Producer, _ value: UnsafeRawPointer?) -> Void) {
    emitsResults = true
    act = BorrowedFunction(resultArrived)
  }
}
