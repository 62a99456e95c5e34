/// An object that keeps a state beside the events of its hub. Each new subscriber receives the present state (C12).
///
/// The hub refers to it weakly. Any thread may ask for the state at any time, and a subscriber skips the events that the state
/// includes.
@usableFromInline
package protocol StateKeeper<Presented>: AnyObject {
  associatedtype Presented: Sendable

  /// The present state as a value for a new subscriber. Called under no lock.
  var presentState: Presented { get }
}
