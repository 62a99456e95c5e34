/// The messages that wait in front of a queue, in order, within the bounds of a buffering policy (C9). A pure value.
///
/// An unbounded backlog is handed over whole, by exchanging queues. A bounded one hands its messages out one by one, so
/// that the rest stays inside the bound.
@usableFromInline
package struct Backlog<Message> {
  @usableFromInline let policy: BufferingPolicy
  /// The maximum number of waiting messages: the policy's limit as a plain number, since it is read under a lock.
  @usableFromInline let limit: Int
  @usableFromInline var messages = FIFO<Message>()

  @inlinable
  package init(_ policy: BufferingPolicy = .unbounded) {
    self.policy = policy
    limit = policy.limit ?? .max
  }

  @inlinable package var isEmpty: Bool { messages.isEmpty }
  @inlinable package var count: Int { messages.count }

  /// The message that is taken out next.
  var first: Message? { messages.first }

  /// Appends a message, and returns the one that is dropped for it, if there is one. The caller releases that where user
  /// objects may be released (C7). An end is always kept, and no value follows it.
  @inlinable
  package mutating func append(_ message: Message, isEnd: Bool) -> Message? {
    guard !isEnd, count >= limit else {
      messages.append(message)
      return nil
    }
    guard policy.keepsNewest else { return message }
    let oldest = messages.popFirst()
    messages.append(message)
    return oldest
  }

  /// Moves the messages that may be delivered now into `batch`, which is empty.
  @inlinable
  package mutating func take(into batch: inout FIFO<Message>) {
    if limit == .max {
      swap(&messages, &batch)
    } else if let first = messages.popFirst() {
      batch.append(first)
    }
  }

  @inlinable
  mutating func takeFirst() -> Message? { messages.popFirst() }

  /// Removes all messages and returns them.
  package mutating func takeAll() -> [Message] { Array(messages.takeAll()) }
}

extension Backlog: Sendable where Message: Sendable {}
