package import Signals

/// An object that acts when a computation may have changed: it is collected by marking, and joins the turn of the event.
// Unchecked, because the lock of the graph guards the state.
@usableFromInline
class Reaction: @unchecked Sendable {
  // Guarded by the lock of the graph.
  /// Whether this is in a list, or has been put into a turn, and has not yet acted.
  @exclusivity(unchecked) @usableFromInline final var isReached = false
  @exclusivity(unchecked) fileprivate final var next: Unmanaged<Reaction>?

  /// Has this act when the turn settles.
  @usableFromInline
  func join(_ turn: Turn) { preconditionFailure("\(Self.self) must override join(_:).") }

  /// Records that this acts now, so that later changes reach it again. Under the lock.
  @inlinable
  final func beginActing() { isReached = false }
}

/// Reactions in the order in which they were reached, each retained once.
struct ReactionList {
  private var first: Unmanaged<Reaction>?
  private var last: Unmanaged<Reaction>?

  var isEmpty: Bool { first == nil }

  /// Under the lock of the graph.
  mutating func append(_ reaction: Reaction) {
    guard !reaction.isReached else { return }
    reaction.isReached = true
    let new = Unmanaged.passRetained(reaction)
    if let last { last._withUnsafeGuaranteedRef { $0.next = new } } else { first = new }
    last = new
  }

  /// Appends the reactions of another list. Under the lock of the graph.
  mutating func append(_ other: ReactionList) {
    guard let first = other.first else { return }
    if let last { last._withUnsafeGuaranteedRef { $0.next = first } } else { self.first = first }
    last = other.last
  }

  /// Has all reactions act when the turn settles, and empties the list. Under no lock.
  mutating func join(_ turn: Turn) {
    var next = first
    first = nil
    last = nil
    while let entry = next {
      // Before it joins: from then on it may be collected again.
      let reaction = entry.takeRetainedValue()
      next = reaction.next
      reaction.next = nil
      reaction.join(turn)
    }
  }

  /// Releases all reactions, which do not act any more.
  mutating func release() {
    var next = first
    first = nil
    last = nil
    while let entry = next {
      let reaction = entry.takeRetainedValue()
      next = reaction.next
      reaction.next = nil
    }
  }

  /// Has all reactions act: when the transaction around this ends, or now in a turn of their own.
  mutating func settle() {
    if isEmpty { return }
    if let transaction = TurnContext.transaction {
      transaction._withUnsafeGuaranteedRef { join($0) }
    } else {
      let turn = Turn()
      join(turn)
      turn.end()
    }
  }
}
