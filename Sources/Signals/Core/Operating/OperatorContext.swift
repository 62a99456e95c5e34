/// The state of an operator of several signals, or of a signal and time. Its events are handled one at a time.
///
/// All such operators use it, except those for which the benchmarks require a faster implementation. An operator
/// declares its state, and a handler for each of its inputs:
///
/// ```swift
/// let context = OperatorContext(false, downstream, connection)
/// let inputs = context.makeInputs(2)
/// guard connection.connect(to: context) else { return }
/// context.listen(to: gate, by: inputs[0]) { context, event in … }
/// context.listen(to: self, by: inputs[1]) { context, event in … }
/// ```
///
/// The handlers receive the context and don't capture it, so its state never refers back to it. An error that a handler
/// throws fails the signal (C14).
// Unchecked, like all producers: see ``Producer``.
@usableFromInline
@safe
package final class OperatorContext<State, Output: Sendable>: SerialisedOperator<OwnerAction, Output>,
  @unchecked Sendable
{
  // Used only by the owner.
  /// The state of the operator. The end and a cancellation reset it to the initial state.
  @safe @exclusivity(unchecked) @usableFromInline package var state: State
  private let initialState: State
  /// Timers to cancel and actions to call after the end or a cancellation.
  @safe @exclusivity(unchecked) private var closing: ContiguousArray<any Cancellable> = []
  /// Whether this subscribes to a signal in the course of an event, and no handler downstream is running.
  @safe @exclusivity(unchecked) @usableFromInline var isSubscribing = false
  /// An ended, unconnected input that the list of inputs still retains.
  @safe @exclusivity(unchecked) @usableFromInline var endedInput: Unmanaged<Connection>?
  /// The input of an operator that passes on each event of it at once, and does nothing else. Set before that is subscribed to.
  @safe @exclusivity(unchecked) var passedInput: Connection?
  /// Whether this handles an end that arrived while it subscribed.
  @safe @exclusivity(unchecked) @usableFromInline var isConcluding = false

  /// - Parameter state: the initial state. It contains no user object.
  @usableFromInline
  package init(_ state: State, _ downstream: Downstream<Output>, _ connection: Connection) {
    self.state = state
    initialState = state
    super.init(downstream, connection)
  }

  override var servesOneSubscription: Bool { passedInput?.mayBeHeld ?? false }

  /// Creates the connections to all inputs. They have to exist before the operator listens to the first one, which may
  /// end the subscription.
  package func makeInputs(_ count: Int) -> [Connection] { (0..<count).map { _ in makeInput() } }

  // MARK: - Events from upstream

  /// The reaction of an operator to an event, in the context's owner.
  @usableFromInline
  package typealias Handler<Value: Sendable> =
    @Sendable (_ context: OperatorContext, _ event: Event<Value>) throws ->
    Void

  /// Subscribes to a signal when the operator itself is subscribed to.
  @inlinable
  package func listen<Value>(to signal: Signal<Value>, by connection: Connection, _ handler: @escaping Handler<Value>) {
    guard connection.isOpen else { return }
    signal.attach(OperatorInput(self, connection, isSubscribing: false, handler).downstream, connection)
  }

  /// Subscribes to the first signal of an operator that may continue with another one. An end that arrives within the subscribing
  /// call, on this thread, is handled after that call, when the signal has let go of everything (C8).
  @inlinable
  package func listenToFirst<Value>(
    _ signal: Signal<Value>, by connection: Connection, _ handler: @escaping Handler<Value>
  ) {
    guard connection.isOpen else { return }
    let input = OperatorInput(self, connection, isSubscribing: false, handler)
    input.keepingThread = currentThread()
    signal.attach(input.downstream, connection)
    input.handleKeptEnd()
  }

  /// Subscribes to a signal in the course of an event, unless the subscription downstream is over.
  ///
  /// Values that the signal emits at once are part of that event and of its turn: they precede everything that waits
  /// here. An end that arrives at once is handled before this returns. If its handler subscribes to another signal that
  /// ends at once, that end is handled afterwards, so the stack does not grow with the number of such signals. A
  /// cancellation reaches the signal from any thread, even while it emits (C6).
  ///
  /// - Returns: the connection, if the signal has not ended.
  @inlinable
  @discardableResult
  package func subscribe<Value>(to signal: Signal<Value>, _ handler: @escaping Handler<Value>) -> Connection? {
    guard isWanted else { return nil }
    let connection = unsafe makeInput(replacing: endedInput)
    endedInput = nil
    // A cancellation before `makeInput` did not know the connection; a later one closes it.
    guard below.connection.isOpen, connection.isOpen else {
      drop(connection)
      return nil
    }
    let input = OperatorInput(self, connection, isSubscribing: true, handler)
    let outer = isSubscribing
    isSubscribing = true
    TurnContext.withSubscriber(self) { signal.attach(input.downstream, connection) }
    isSubscribing = outer
    input.isSubscribing = false
    if let end = input.endAtOnce {
      forgetInput(connection)
      conclude { try handler(self, .end(end)) }
    }
    return connection.isOpen ? connection : nil
  }

  /// Removes an input that ended during its subscription: now, or together with the next one if it retains nothing.
  @inlinable
  func forgetInput(_ connection: Connection) {
    if unsafe connection.isConnected || endedInput != nil {
      removeInput(connection)
    } else {
      endedInput = unsafe .passUnretained(connection)
    }
  }

  @inlinable
  func conclude(_ action: () throws -> Void) {
    guard isWanted else { return }
    isConcluding = true
    perform { _ in try action() }
    isConcluding = false
  }

  /// Has the owner perform an action, from any thread: now if the context is idle, else in its turn.
  package func enter(_ action: @escaping @Sendable (OperatorContext) throws -> Void) {
    let thread = currentThread()
    if tryOwn(thread) {
      perform(action)
      leave(thread)
    } else {
      _ = arrive({ [self] in perform(action) }, isEnd: false)
    }
  }

  @inlinable
  func perform(_ action: (OperatorContext) throws -> Void) {
    guard isOpen else { return }
    do { try action(self) } catch { finish(.failed(error)) }
  }

  @usableFromInline
  package override func receive(_ action: @escaping OwnerAction) { action() }

  /// Cancels an input, and drops its waiting events.
  @usableFromInline
  package func drop(_ connection: Connection) {
    connection.drop()
    removeInput(connection)
    connection.cancel()
  }

  /// Whether `thread` is subscribing to a signal here, and no handler downstream is running.
  @inlinable
  func isSubscribing(_ thread: UInt) -> Bool { isOwned(by: thread) && isSubscribing }

  // MARK: - Events for downstream

  /// Passes a value on.
  @inlinable
  package func pass(_ value: Output) {
    let outer = isSubscribing
    isSubscribing = false
    emit(value)
    isSubscribing = outer
  }

  /// Passes the end on: see ``SerialisedOperator/finish(_:)``.
  @usableFromInline
  package override func finish(_ end: End) {
    let outer = isSubscribing
    isSubscribing = false
    super.finish(end)
    isSubscribing = outer
  }

  /// Passes an event on.
  package func pass(_ event: Event<Output>) {
    switch event {
    case .value(let value): pass(value)
    case .end(let end): finish(end)
    }
  }

  // MARK: - Time

  /// Performs an action after a delay, unless the timer or the subscription downstream is cancelled first.
  @discardableResult
  package func schedule(
    after delay: Duration, leeway: Duration = .zero, on scheduler: any Scheduler,
    _ action: @escaping @Sendable (OperatorContext) throws -> Void
  ) -> OperatorTimer {
    let timer = OperatorTimer()
    guard isOpen else { return timer }
    closing.append(timer)
    timer.scheduled = scheduler.schedule(after: delay, leeway: leeway) { [self] in
      enter { context in
        guard timer.isArmed else { return }
        context.cancel(timer)
        try action(context)
      }
    }
    return timer
  }

  /// Cancels a timer. In the owner.
  package func cancel(_ timer: OperatorTimer) {
    timer.cancel()
    closing.removeAll { $0 === timer }
  }

  // MARK: - The end

  /// Calls `action` after the end or a cancellation.
  package func whenClosed(_ action: @escaping () -> Void) {
    guard isOpen else { return action() }
    closing.append(ClosingAction(action))
  }

  @usableFromInline
  package override func releaseState() {
    let gone = state
    state = initialState
    let cancellables = closing
    closing = []
    endedInput = nil
    passedInput = nil
    for cancellable in cancellables { cancellable.cancel() }
    _ = gone
  }
}

/// A pending action of an ``OperatorContext``. It belongs to the context's owner.
// Unchecked for that reason.
package final class OperatorTimer: Cancellable, @unchecked Sendable {
  fileprivate(set) var isArmed = true
  fileprivate var scheduled: (any Cancellable)?

  package func cancel() {
    isArmed = false
    scheduled?.cancel()
    scheduled = nil
  }
}

// Unchecked, since it belongs to the context's owner, too.
private final class ClosingAction: Cancellable, @unchecked Sendable {
  private let action: () -> Void

  init(_ action: @escaping () -> Void) { self.action = action }

  func cancel() { action() }
}
