public import Dispatch

/// Where events enter: a source that you send to, from any thread.
///
/// ![A marble diagram of SignalInput](SignalInput)
///
/// ```swift
/// let clicks = SignalInput<Int>()
/// let endpoint = clicks.signal.subscribeValues { print($0) }
/// clicks.send(1)  // prints 1 before it returns
/// ```
///
/// All its observers get the same events in the same order, the order of their subscription deciding who is called
/// first (C4). A send never waits for a handler of another thread, and what a handler sends to its own source comes
/// after the event that it handles has reached everybody (C5).
///
/// Releasing the last reference finishes the signal, after all that was sent (C1).
public final class SignalInput<Value: Sendable>: Sendable {
  @usableFromInline let hub: Hub<Value>

  /// A source that delivers in the thread that sends.
  ///
  /// While several threads send at once, one of them delivers its own value, and what the others bring goes through on
  /// a serial queue of the source's.
  @inlinable
  public init(file: StaticString = #fileID, line: UInt = #line) {
    hub = Hub(executor: .inline)
    hub.note(Making(.source, "SignalInput", file, line))
  }

  /// A source that delivers everything on `queue`, in order and one at a time, also where the queue is concurrent.
  @inlinable
  public init(on queue: DispatchQueue, file: StaticString = #fileID, line: UInt = #line) {
    hub = Hub(executor: .queue(queue))
    hub.note(Making(.source, "SignalInput", file, line))
  }

  deinit { hub.finishLast() }

  /// What is sent here. It doesn't keep the input alive.
  @inlinable
  public var signal: Signal<Value> {
    Signal { [hub] downstream, line in
      if line.trace != nil {
        hub.add(downstream, line, seenAs: .unplaced(.source, "SignalInput"))
      } else {
        hub.add(downstream, line)
      }
    }
  }

  /// Sends a value to everybody who observes the signal.
  ///
  /// - Returns: what became of it. See ``SendResult``.
  @inlinable
  @discardableResult
  public func send(_ value: Value) -> SendResult { hub.send(value) }

  /// Ends the signal, after what was sent before. Calling it again does nothing, and answers `.ended`.
  @inlinable
  @discardableResult
  public func finish() -> SendResult { hub.send(End.finished) }

  /// Ends the signal with an error, after what was sent before.
  @inlinable
  @discardableResult
  public func fail(_ error: any Error) -> SendResult { hub.send(End.failed(error)) }
}

extension SignalInput where Value == Void {
  /// Sends the news that something happened, which is all that this signal carries.
  @inlinable
  @discardableResult
  public func send() -> SendResult { send(()) }
}
