// The search for the buffers that the values of a source reach, for a sender that waits until they have room. The owner of the
// source calls it from one receiver to the next, as it delivers a value.

/// One search. It is over at the first buffer that is full, or at the first operator that another thread is using.
@usableFromInline
package final class RoomSearch {
  /// Whether there is no room, or the room is unknown. In both cases, `lookAgain` is called once, when the result may
  /// have changed.
  private(set) var isBlocked = false
  private let lookAgain: @Sendable () -> Void

  init(lookAgain: @escaping @Sendable () -> Void) { self.lookAgain = lookAgain }

  /// Notes that there is no room. Returns the function to call as soon as there is some.
  @usableFromInline
  func block() -> @Sendable () -> Void {
    isBlocked = true
    return lookAgain
  }
}
