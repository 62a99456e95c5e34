/// The function of the followers of hubs, for an event. It returns whether the value is still to be delivered to the
/// observers.
@usableFromInline
package typealias FollowerFunction =
  @convention(c) (
    _ follower: UnsafeRawPointer, _ hub: UnsafeRawPointer, _ value: UnsafeRawPointer
  ) -> Bool

/// How the followers of all hubs act. They are of one class, which another module defines.
// One function for all, so that a hub needs no place for it.
@usableFromInline
enum HubFollowing {
  /// The address of the function, once there is a follower.
  private static let function = AtomicWord(0)

  /// Called before a hub gets a follower. It is the same function each time.
  static func begin(by act: @escaping FollowerFunction) { unsafe function.store(unsafeBitCast(act, to: UInt.self)) }

  @usableFromInline
  static func act(_ follower: UnsafeRawPointer, _ hub: UnsafeRawPointer, _ value: UnsafeRawPointer) -> Bool {
    unsafe unsafeBitCast(function.relaxed, to: FollowerFunction.self)(follower, hub, value)
  }
}
