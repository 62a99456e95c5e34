public import Dispatch

/// A source that accepts events from any thread.
///
/// ![A marble diagram of SignalInput](SignalInput)
///
/// ```swift
/// let clicks = SignalInput<Int>()
/// let endpoint = clicks.signal.subscribeValues { print($0) }
/// clicks.send(1)  // prints 1 before it returns
/// ```
///
/// All observers receive the same events in the same order, and each event reaches them in the order of their
/// subscriptions (C4). A send never waits for a handler on another thread, and an event that a handler sends to its own
/// source is delivered when all observers have received the current one (C5).
///
/// Releasing the last reference finishes the signal, after all events sent before (C1).
public final class SignalInput<Value: Sendable>: SignalProvider, Sendable {
  @usableFromInline let hub: Hub<Value>

  /// Creates a source that delivers on the sending thread.
  ///
  /// While several threads send at once, one of them delivers its own events, and those of the others are delivered on
  /// a serial queue of the source.
  @inlinable
  public init(file: StaticString = #fileID, line: UInt = #line) {
    hub = Hub(executor: .inline)
    hub.note(NodeInfo(.source, "SignalInput", file, line))
  }

  /// Creates a source that delivers everything on `queue`, in order and one at a time, even if the queue is concurrent.
  @inlinable
  public init(on queue: DispatchQueue, file: StaticString = #fileID, line: UInt = #line) {
    hub = Hub(executor: .queue(queue))
    hub.note(NodeInfo(.source, "SignalInput", file, line))
  }

  deinit { hub.finishLast() }

  /// The signal that emits the events sent here. It doesn't keep the input alive.
  @inlinable
  public var signal: Signal<Value> {
    Signal { [hub] downstream, connection in
      if connection.trace != nil {
        hub.add(downstream, connection, info: .unplaced(.source, "SignalInput"))
      } else {
        hub.add(downstream, connection)
      }
    }
  }

  /// Sends a value to all observers of the signal.
  ///
  /// - Returns: the outcome of the send. See ``SendResult``.
  @inlinable
  @discardableResult
  public func send(_ value: Value) -> SendResult { hub.send(value) }

  /// Sends a value, where a function without a result is expected: `numbers.subscribeValues(input.send)`.
  ///
  /// The function keeps the input alive.
  // The compiler doesn't pass a function with a result in this place. Disfavored, so that a call means the other function.
  @inlinable
  @_disfavoredOverload
  public func send(_ value: Value) { _ = hub.send(value) }

  /// Finishes the signal, after the events sent before. Calling it again does nothing and returns `.ended`.
  @inlinable
  @discardableResult
  public func finish() -> SendResult { hub.send(End.finished) }

  /// Ends the signal with an error, after the events sent before.
  @inlinable
  @discardableResult
  public func fail(_ error: any Error) -> SendResult { hub.send(End.failed(error)) }
}

extension SignalInput where Value == Void {
  /// Sends the empty value, the only value that this signal can carry.
  @inlinable
  @discardableResult
  public func send() -> SendResult { send(()) }

  /// Sends the empty value, where a function without a result is expected: `Button(action: taps.send)`.
  ///
  /// The function keeps the input alive.
  @inlinable
  @_disfavoredOverload
  public func send() { _ = hub.send(()) }
}

extension SignalInput: CustomStringConvertible {
  /// The type and the number of present subscriptions: `SignalInput<Int>(subscriptions: 2)`.
  public var description: String { "\(Self.self)(subscriptions: \(hub.observerCount))" }
}
