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
  @usableFromInline var hasEnd = false

  package init(_ policy: BufferingPolicy = .unbounded) { self.policy = policy }

  @inlinable package var isEmpty: Bool { head == messages.count }
  @inlinable package var count: Int { messages.count - head }

  /// Puts a message last. Returns the one that had to go for it, so that the caller can release it where that is
  /// allowed (C7).
  @inlinable
  package mutating func append(_ message: Message, isEnd: Bool) -> Message? {
    if isEnd {
      hasEnd = true
    } else if let dropped = makeRoom(for: message) {
      return dropped
    }
    messages.append(message)
    return nil
  }

  @usableFromInline
  mutating func makeRoom(for message: Message) -> Message? {
    switch policy.kind {
    case .unbounded: return nil
    case .oldest(let limit): return count < limit ? nil : message
    case .newest(let limit):
      guard count >= limit else { return nil }
      let dropped = takeFirst()
      messages.append(message)
      return dropped
    }
  }

  /// Moves what may be worked on now to the end of `batch`.
  @inlinable
  package mutating func take(into batch: inout ContiguousArray<Message?>) {
    if policy == .unbounded, batch.isEmpty {
      swap(&messages, &batch)
    } else if let first = takeFirst() {
      batch.append(first)
    }
  }

  @usableFromInline
  mutating func takeFirst() -> Message? {
    guard head < messages.count else { return nil }
    let first = messages[head]
    messages[head] = nil
    head += 1
    if head == messages.count {
      messages.removeAll(keepingCapacity: true)
      head = 0
    } else if head > 32, head > messages.count / 2 {
      messages.removeFirst(head)
      head = 0
    }
    return first
  }

  /// Takes everything out, to be released by the caller.
  package mutating func takeAll() -> ContiguousArray<Message?> {
    defer {
      messages = []
      head = 0
    }
    return messages
  }
}
