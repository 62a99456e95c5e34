/// An object that keeps a state beside the events of its hub. Each new subscriber receives the present state (C12), and skips
/// the events that the state includes.
@usableFromInline
package protocol StateKeeper<Presented>: AnyObject {
  associatedtype Presented: Sendable

  /// The present state as a value for a new subscriber. Called under the lock of the hub, from any thread.
  var presentState: Presented { get }
}
