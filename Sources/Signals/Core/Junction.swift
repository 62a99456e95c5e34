/// An operator with a serialiser of its own: events come in from several signals, or from other threads, and one
/// subscription hangs below. Each such operator is a subclass that says in `receive(_:)` what its messages do.
@usableFromInline
package class Junction<Message, Output: Sendable>: Serialiser<Message>, @unchecked Sendable {
  /// What hangs below. The owner's.
  @exclusivity(unchecked) @usableFromInline final var below: Observer<Output>
  /// The lines to what is above. The owner's; complete before the first of them is attached.
  @exclusivity(unchecked) private final var inputs: [Line]

  @usableFromInline
  package init(
    _ downstream: Downstream<Output>, _ line: Line, inputs: [Line], executor: Executor = .inline,
    policy: BufferingPolicy = .unbounded
  ) {
    below = Observer(downstream, line)
    self.inputs = inputs
    super.init(executor: executor, policy: policy)
  }

  // MARK: - For the owner

  /// Passes a value on.
  @inlinable
  final func emit(_ value: Output) {
    do { try below.observe(value) } catch { finish(.failed(error)) }
  }

  /// Passes the end on, lets go of what is below, and cancels what is above.
  @usableFromInline
  final func finish(_ end: End) {
    let gone = takeBelow()
    gone.downstream.end(end)
    close()
  }

  private final func takeBelow() -> Observer<Output> {
    var gone = Observer<Output>.vacant()
    swap(&gone, &below)
    return gone
  }

  private final func close() {
    let lines = inputs
    inputs = []
    for line in lines { line.cancel() }
    _ = takeBacklog()
  }

  // MARK: - For everybody

  @usableFromInline
  package final override func detach(_ line: Line) {
    let thread = currentThread()
    guard tryOwn(thread) else {
      return asOwner { [self] in
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
