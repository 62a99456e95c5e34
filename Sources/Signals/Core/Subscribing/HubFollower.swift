/// An object that follows the state behind a hub. It may join the turn of each event before the observers hear of it.
@usableFromInline
package final class HubFollower: Sendable {
  /// Called by the owner of the hub, in the event that delivers a change of the state.
  let stateChanged: @Sendable (_ hub: Producer) -> Void

  package init(_ stateChanged: @escaping @Sendable (_ hub: Producer) -> Void) { self.stateChanged = stateChanged }
}
