/// A serialiser for somebody outside of this module who says what its messages do: they come one at a time, inline where
/// nobody else is at it, and what one of them brings about comes after it, and after what others have sent before (C3, C5).
// Unchecked, as all of its family: see ``Producer``.
package final class Gate<Message>: Serialiser<Message>, @unchecked Sendable {
  // The owner's. It is let go of when the gate is closed, since whoever it belongs to keeps the gate.
  @exclusivity(unchecked) private var handle: ((Message, Turn?) -> Void)?

  package init(executor: Executor) { super.init(executor: executor) }

  /// To be called before anything is sent.
  ///
  /// - Parameter handle: gets each message, and the turn that surrounds it if there is one.
  package func open(_ handle: @escaping (Message, Turn?) -> Void) { self.handle = handle }

  package override func receive(_ message: Message) {
    handle?(message, (resumedTurn ?? Surroundings.turn)?.takeUnretainedValue())
  }

  @usableFromInline
  package override func holdsBack(fromAbove: Bool) -> Bool { hasBacklog }

  /// - Parameter line: the way by which it comes, if it began further up.
  @discardableResult
  package func send(_ message: Message, by line: Unmanaged<Line>? = nil) -> SendResult {
    arrive(message, isEnd: false, by: line?.takeUnretainedValue())
  }

  /// The turn of the message that is being handled, if it came by a line. Called from within `handle`.
  package var turnOfTheWay: Turn? {
    wayIn == nil ? nil : turnUnderWay(currentThread()).takeUnretainedValue()
  }

  /// Nothing is handled any more. Calls `last` when what is being handled is over.
  package func close(_ last: @escaping () -> Void) {
    asOwner { [self] in
      handle = nil
      last()
    }
  }
}
