/// The receiver of a signal that an ``OperatorContext`` subscribes to.
@usableFromInline
final class OperatorInput<State, Value: Sendable, Output: Sendable>: Receiver {
  @usableFromInline let context: OperatorContext<State, Output>
  @usableFromInline let connection: Connection
  @usableFromInline let handler: OperatorContext<State, Output>.Handler<Value>
  // A function of the code that created this, which knows the types: `receive(_:)` would look them up at run time.
  @usableFromInline let submitEnd: (Receiver, End) -> Void

  /// Whether the context subscribes to this signal in the course of an event.
  @usableFromInline let isDirect: Bool
  /// Whether that subscription is still being made. Until it is complete, the signal's events are part of that event;
  /// later ones wait like all others. Used only by the owner of the context.
  @safe @exclusivity(unchecked) @usableFromInline var isSubscribing: Bool
  /// The thread that is subscribing, if an end that it delivers meanwhile waits until the subscribing call has returned, and the
  /// signal has let go of everything (C8); otherwise zero. Used only by the owner of the context.
  @safe @exclusivity(unchecked) @usableFromInline var keepingThread: UInt = 0
  /// The end, if it arrived while the context was subscribing.
  @safe @exclusivity(unchecked) @usableFromInline var endAtOnce: End?

  @inlinable
  init(
    _ context: OperatorContext<State, Output>, _ connection: Connection, isSubscribing: Bool,
    _ handler: @escaping OperatorContext<State, Output>.Handler<Value>
  ) {
    self.context = context
    self.connection = connection
    isDirect = isSubscribing
    self.isSubscribing = isSubscribing
    self.handler = handler
    submitEnd = { receiver, end in
      unsafe unsafeDowncast(receiver, to: OperatorInput<State, Value, Output>.self).submit(.end(end))
    }
  }

  @inlinable var downstream: Downstream<Value> {
    Downstream(receiver: self) { value, receiver in
      unsafe unsafeDowncast(receiver, to: OperatorInput<State, Value, Output>.self).receive(value)
    }
  }

  /// Whether an event that arrives now is part of the event during which the context subscribes.
  // The owner comes first: only the owner may look at the rest.
  @inlinable var isPartOfEvent: Bool { isDirect && context.isSubscribing(currentThread()) && isSubscribing }

  @inlinable
  func receive(_ value: Value) {
    guard connection.isOpen else { return }
    if isPartOfEvent {
      do { try handler(context, .value(value)) } catch { context.finish(.failed(error)) }
      // The source may emit without end, and looks at this connection only.
      if !context.isWanted { connection.cancel() }
    } else {
      submit(.value(value))
    }
  }

  @usableFromInline
  override func receive(_ end: End) {
    guard connection.cancel() else { return }
    if isPartOfEvent, !context.isConcluding {
      endAtOnce = end
    } else {
      submitEnd(self, end)
    }
  }

  @usableFromInline
  override func receive(_ search: RoomSearch) { if connection.isOpen { context.searchBelow(search) } }

  @inlinable
  func submit(_ event: Event<Value>) {
    let thread = currentThread()
    if context.tryOwn(thread) {
      context.inbound = unsafe .passUnretained(connection)
      perform(event)
      context.inbound = nil
      context.leave(thread)
    } else {
      _ = context.arrive({ [self] in perform(event) }, isEnd: false, by: connection)
    }
  }

  @inlinable
  @inline(__always)
  func perform(_ event: Event<Value>) {
    guard !connection.isDropped else { return }
    if case .end(let end) = event {
      if keepingThread != 0, keepingThread == currentThread() {
        endAtOnce = end
        return
      }
      context.removeInput(connection)
    }
    context.perform { try handler($0, event) }
  }

  /// Handles the end that has arrived in the subscribing call, and keeps no later one.
  @usableFromInline
  func handleKeptEnd() {
    let thread = currentThread()
    guard context.tryOwn(thread) else {
      // Another thread is delivering an event.
      _ = context.arrive({ [self] in performKeptEnd() }, isEnd: false, by: connection)
      return
    }
    context.inbound = unsafe .passUnretained(connection)
    performKeptEnd()
    context.inbound = nil
    context.leave(thread)
  }

  private func performKeptEnd() {
    keepingThread = 0
    if let end = endAtOnce { perform(.end(end)) }
  }
}
