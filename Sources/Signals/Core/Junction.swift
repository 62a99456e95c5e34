/// Something to be done by the owner, as a message to an operator whose inputs bring different things.
@usableFromInline
package typealias Deed = () -> Void

/// An operator with a serialiser of its own: events come in from several signals, or from other threads, and one
/// subscription hangs below. Each such operator is a subclass that says in `receive(_:)` what its messages do.
// Unchecked, as all of its family: see ``Producer``.
@usableFromInline
package class Junction<Message, Output: Sendable>: Serialiser<Message>, @unchecked Sendable {
  /// What hangs below. The owner's.
  @exclusivity(unchecked) @usableFromInline final var below: Observer<Output>

  @usableFromInline
  package init(
    _ downstream: Downstream<Output>, _ line: Line, executor: Executor = .inline,
    policy: BufferingPolicy = .unbounded, weight: UInt = 0
  ) {
    below = Observer(downstream, line)
    super.init(executor: executor, policy: policy, depth: line.depth, weight: weight)
    if let trace = line.trace { show(on: trace) }
  }

  // MARK: - For the owner

  /// Whether there is still somebody below: neither the end has been passed on, nor was this cancelled.
  @exclusivity(unchecked) @usableFromInline package private(set) final var isOpen = true

  /// Whether those below still want something. A handler that cancels is heard of here when it has returned; whoever has
  /// more than one thing to do at an event looks before the next one (C6).
  @inlinable
  package final var isWanted: Bool { isOpen && below.line.isOpen }

  /// Passes a value on.
  @inlinable
  final func emit(_ value: Output) {
    do { try below.observe(value) } catch { finish(.failed(error)) }
  }

  /// Passes the end on, lets go of what is below, and cancels what is above.
  @usableFromInline
  package func finish(_ end: End) {
    if !isOpen { return }
    let gone = takeBelow()
    gone.downstream.end(end)
    close()
  }

  private final func takeBelow() -> Observer<Output> {
    var gone = Observer<Output>.vacant()
    swap(&gone, &below)
    isOpen = false
    return gone
  }

  private final func close() {
    for line in takeInputs() { line.cancel() }
    letGo()
    _ = takeBacklog()
  }

  /// Drops what the operator has kept, since nobody below wants it any more (C8).
  @usableFromInline
  package func letGo() {}

  // MARK: - For everybody

  @usableFromInline
  package final override func detach(_ line: Line) {
    // At once, though this may be busy: closures above are not called any more either (C6).
    for input in takeInputs() { input.cancel() }
    let thread = currentThread()
    guard tryOwn(thread) else {
      return asOwner { [self] in
        // An end that was passed on meanwhile has seen to everything, and has the line cancelled in its turn.
        guard isOpen else { return }
        _ = takeBelow()
        close()
      }
    }
    let gone = takeBelow()
    close()
    leave(thread)
    // Here the closures of the user are released: on the thread that cancelled, with nothing held.
    _ = gone
  }
}
