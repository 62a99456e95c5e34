/// Who wants to know that a hub's first observer came, and that its last one went. Called by the hub's owner.
// Unchecked, because what it keeps belongs to that owner.
@usableFromInline
package class Audience: @unchecked Sendable {
  func came() { preconditionFailure("An audience has to say what its coming starts.") }
  func went() { preconditionFailure("An audience has to say what its going ends.") }
}
