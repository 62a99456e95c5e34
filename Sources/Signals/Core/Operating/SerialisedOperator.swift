/// Work for the owner: a message to an operator whose inputs have different types.
@usableFromInline
package typealias OwnerAction = () -> Void

/// An operator with a serialiser of its own: events arrive from several signals or threads, and one subscription is
/// downstream. Each such operator is a subclass that handles its messages in `receive(_:)`.
// Unchecked, like all producers: see ``Producer``.
@usableFromInline
package class SerialisedOperator<Message, Output: Sendable>: Serialiser<Message>, @unchecked Sendable {
  /// The subscription downstream. Used only by the owner.
  @safe @exclusivity(unchecked) @usableFromInline final var below: Observer<Output>

  @usableFromInline
  package init(
    _ downstream: Downstream<Output>, _ connection: Connection, executor: Executor = .inline,
    policy: BufferingPolicy = .unbounded, weight: UInt = 0
  ) {
    below = Observer(downstream, connection)
    super.init(executor: executor, policy: policy, depth: connection.depth, weight: weight)
    if let trace = connection.trace { record(on: trace) }
  }

  // MARK: - For the owner

  /// Whether the operator has neither passed on an end nor been cancelled.
  @safe @exclusivity(unchecked) @usableFromInline package private(set) final var isOpen = true
  /// Whether the end is on its way down, and the state isn't released yet.
  @safe @exclusivity(unchecked) private final var isPassingEnd = false

  /// Whether the subscription downstream still wants events. An operator that does several things at one event checks this
  /// before each of them, since a handler may have cancelled (C6).
  @inlinable
  package final var isWanted: Bool { isOpen && below.connection.isOpen }

  /// Passes a value on.
  @inlinable
  final func emit(_ value: Output) {
    do { try below.observe(value) } catch { finish(.failed(error)) }
  }

  /// Passes the end on, releases the subscription downstream, and cancels everything upstream.
  @usableFromInline
  package func finish(_ end: End) {
    if !isOpen { return }
    let gone = takeBelow()
    isPassingEnd = true
    gone.downstream.end(end)
    closeAfterEnd()
  }

  private final func closeAfterEnd() {
    guard isPassingEnd else { return }
    isPassingEnd = false
    close()
  }

  private final func takeBelow() -> Observer<Output> {
    var gone = Observer<Output>.vacant()
    swap(&gone, &below)
    isOpen = false
    return gone
  }

  private final func close() {
    for input in takeInputs() { input.cancel() }
    releaseState()
    _ = takeBacklog()
  }

  /// Releases the operator's state after the end or a cancellation (C8).
  @usableFromInline
  package func releaseState() {}

  // MARK: - For every thread

  @usableFromInline
  package final override func detach(_ connection: Connection) {
    // At once, even if this is busy: closures upstream are not called any more either (C6).
    for input in takeInputs() { input.cancel() }
    let thread = currentThread()
    guard tryOwn(thread) else {
      // The operator below has received the end of this. It finds this released before it goes on with another signal.
      if isOwned(by: thread), isPassingEnd { return closeAfterEnd() }
      return asOwner { [self] in
        // An end that was passed on meanwhile has released everything already.
        guard isOpen else { return }
        _ = takeBelow()
        close()
      }
    }
    let gone = takeBelow()
    close()
    leave(thread)
    // User closures are released here: on the cancelling thread, without a lock.
    _ = gone
  }
}

extension SerialisedOperator {
  /// Searches downstream of this operator.
  @usableFromInline
  final func searchBelow(_ search: RoomSearch) {
    let thread = currentThread()
    guard tryOwn(thread) else { return postpone(search) }
    if isWanted { below.downstream.receiver.receive(search) }
    leave(thread)
  }
}
