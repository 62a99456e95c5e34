/// What waits in front of a queue, in order, within the bounds that the caller asked for (C9). A pure value.
///
/// An unbounded backlog is handed over whole, by exchanging arrays. A bounded one gives its messages out one by one,
/// so that those not yet worked on stay inside the bound.
@usableFromInline
package struct Backlog<Message> {
  @usableFromInline let policy: BufferingPolicy
  /// Everything that waits, from `head` on. What was before is gone.
  @usableFromInline var messages: ContiguousArray<Message?> = []
  @usableFromInline var head = 0

  package init(_ policy: BufferingPolicy = .unbounded) { self.policy = policy }

  @inlinable package var isEmpty: Bool { head == messages.count }
  @inlinable package var count: Int { messages.count - head }

  /// The one that is taken out next.
  var first: Message? { head < messages.count ? messages[head] : nil }

  /// Puts a message last, and returns the one that goes for it, if one has to: the caller releases it where that is
  /// allowed (C7). An end is always kept, and no value comes after it.
  @inlinable
  package mutating func append(_ message: Message, isEnd: Bool) -> Message? {
    guard !isEnd, let limit = policy.limit, count >= limit else {
      messages.append(message)
      return nil
    }
    guard policy.keepsNewest else { return message }
    let oldest = takeFirst()
    messages.append(message)
    return oldest
  }

  /// Moves what may be worked on now into `batch`, which is empty.
  @inlinable
  package mutating func take(into batch: inout ContiguousArray<Message?>) {
    if policy.limit == nil {
      swap(&messages, &batch)
    } else if let first = takeFirst() {
      batch.append(first)
    }
  }

  @inlinable
  mutating func takeFirst() -> Message? {
    guard head < messages.count else { return nil }
    let first = messages[head].take()
    head += 1
    if head == messages.count {
      // The room is kept for the next ones; that of an unusual flood is not.
      messages.removeAll(keepingCapacity: messages.count <= 1_024)
      head = 0
    } else if head > 32, head > messages.count / 2 {
      messages.removeFirst(head)
      head = 0
    }
    return first
  }

  /// Takes everything out.
  package mutating func takeAll() -> ContiguousArray<Message?> {
    let all = messages
    messages = []
    head = 0
    return all
  }
}

extension Backlog: Sendable where Message: Sendable {}
