internal import Signals

/// An object that acts on the events of a hub. The hub's owner calls it before the observers hear of an event.
// Unchecked, because the subclasses say what guards their state.
@usableFromInline
class HubFollower: @unchecked Sendable {
  @usableFromInline
  init() {}

  /// Acts on an event that was submitted with a state, or on a result of a computation that had to wait.
  ///
  /// - Parameter value: the address of the value.
  /// - Returns: whether the observers still have to get the value.
  func act(on value: UnsafeRawPointer, at hub: Producer) -> Bool {
    preconditionFailure("\(Self.self) must override act(on:at:).")
  }
}

extension Hub {
  func setFollower(_ follower: HubFollower) {
    unsafe setFollower(follower) { follower, hub, value in
      let hub = unsafe Unmanaged<Producer>.fromOpaque(hub)
      return unsafe Unmanaged<HubFollower>.fromOpaque(follower)._withUnsafeGuaranteedRef { follower in
        unsafe hub._withUnsafeGuaranteedRef { unsafe follower.act(on: value, at: $0) }
      }
    }
  }
}
