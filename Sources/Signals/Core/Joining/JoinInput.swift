/// One input of a join: its staged events, and the way it ended.
///
/// Overlapping turns don't settle in the order in which their values arrived: a transaction may last while other
/// threads send. So values are numbered as they arrive, and committed by number: an older value never replaces a newer
/// one, and an end waits for the values before it (C4). A failure doesn't wait.
///
/// The staged events belong to the turn that owns the join's staging, and the count to the thread that delivers here. All
/// other state belongs to the join's owner.
@usableFromInline
package class JoinInput<Output: Sendable>: Receiver {
  @usableFromInline final let join: Join<Output>
  @usableFromInline final let connection: Connection
  /// The number of values that have arrived.
  @safe @exclusivity(unchecked) @usableFromInline final var count: UInt = 0
  @safe @exclusivity(unchecked) @usableFromInline final var stagedEnd: End?
  /// Whether this is in the join's list of inputs with staged events.
  @safe @exclusivity(unchecked) @usableFromInline final var isListed = false
  /// The number of the last value that was committed.
  @safe @exclusivity(unchecked) @usableFromInline final var committed: UInt = 0
  /// The end, while it waits for values that arrived before it.
  @safe @exclusivity(unchecked) @usableFromInline final var pendingEnd: End?
  /// The end of the input, if it has ended.
  @safe @exclusivity(unchecked) @usableFromInline final var end: End?

  @usableFromInline
  package init(_ join: Join<Output>) {
    self.join = join
    connection = join.makeInput()
  }

  @usableFromInline
  package final override func receive(_ end: End) {
    guard connection.cancel() else { return }
    switch join.staging(from: connection) {
    case .untilTurnSettles:
      stagedEnd = end
      if join.listsStaged { list() }
    case .forNow:
      stagedEnd = end
      if join.listsStaged { list() }
      join.flush(in: nil)
    case let elsewhere: join.keep({ [self] in apply(end) }, in: elsewhere)
    }
  }

  @usableFromInline
  package final override func receive(_ search: RoomSearch) { if connection.isOpen { join.searchBelow(search) } }

  private final func apply(_ end: End) {
    // The connection is closed, so the count does not change any more.
    if case .finished = end, committed < count {
      pendingEnd = end
    } else {
      pendingEnd = nil
      self.end = end
      join.note(end, hasValue: hasValue)
    }
  }

  /// Adds this to the inputs with staged events.
  @inlinable
  final func list() {
    guard !isListed else { return }
    isListed = true
    join.listed.append(self)
  }

  /// Applies the pending end if the value just committed was the one that it waited for.
  @usableFromInline
  final func applyPendingEnd() {
    if let end = pendingEnd { apply(end) }
  }

  /// Commits the staged events.
  @inlinable
  package func commit() { if stagedEnd != nil { commitEnd() } }

  @usableFromInline
  final func commitEnd() {
    guard let end = stagedEnd else { return }
    stagedEnd = nil
    apply(end)
  }

  /// Whether the input holds a value.
  @usableFromInline
  var hasValue: Bool { preconditionFailure("\(Self.self) must override hasValue.") }

  /// Removes the staged events, and returns an action that applies them.
  @usableFromInline
  package func takeStaged() -> OwnerAction? {
    guard let end = stagedEnd else { return nil }
    stagedEnd = nil
    return { [self] in apply(end) }
  }
}
