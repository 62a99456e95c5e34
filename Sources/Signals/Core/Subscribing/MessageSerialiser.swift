/// A serialiser for another module, which defines the messages and handles them one at a time: on the sending thread,
/// if the executor allows that and the serialiser is idle. A message sent while another one is handled follows that
/// one, and also the earlier messages of other threads (C3, C5).
// Unchecked, like all producers: see ``Producer``.
package final class MessageSerialiser<Message>: Serialiser<Message>, @unchecked Sendable {
  // Used only by the owner. Released when this is closed, since the function's object retains this serialiser.
  @safe @exclusivity(unchecked) private var handle: ((Message, Turn?) -> Void)?

  package init(executor: Executor) { super.init(executor: executor) }

  /// Sets the function that handles the messages, before the first one is sent.
  ///
  /// - Parameter handle: receives each message, and the turn of the transaction that it was sent in, if there is one.
  package func open(_ handle: @escaping (Message, Turn?) -> Void) { self.handle = handle }

  package override func receive(_ message: Message) {
    unsafe handle?(message, (resumedTurn ?? TurnContext.transaction)?.takeUnretainedValue())
  }

  @usableFromInline
  package override func holdsBack(fromAbove: Bool) -> Bool { hasBacklog }

  /// - Parameter connection: the connection by which the message arrived, if it began further up.
  @discardableResult
  package func send(_ message: Message, by connection: Unmanaged<Connection>? = nil) -> SendResult {
    unsafe arrive(message, isEnd: false, by: connection?.takeUnretainedValue())
  }

  /// The turn of the message that is being handled, if it arrived by a connection. Called from within `handle`.
  package var turnOfTheWay: Turn? {
    unsafe inbound == nil ? nil : currentTurn(currentThread()).takeUnretainedValue()
  }

  /// Stops handling messages, and calls `last` when the message that is being handled is done.
  package func close(_ last: @escaping () -> Void) {
    asOwner { [self] in
      handle = nil
      last()
    }
  }
}
