/// What waits between a signal and a task that asks for one value after the other: values that nobody has asked for, or
/// those who have asked and wait. Never both. A pure value; whoever changes it resumes the waiting ones afterwards.
struct Mailbox<Value, Waiter> {
  private var backlog: Backlog<Value>
  private var waiters: [Waiter] = []
  private var end: End?

  init(_ policy: BufferingPolicy) { backlog = Backlog(policy) }

  /// What somebody gets who asks.
  enum Answer {
    case value(Value)
    case finished
    case failed(any Error)
    /// Nothing yet.
    case wait
  }

  /// A value comes. It is for the waiter, if there is one; or else it waits, and what has to go for it is handed out.
  mutating func put(_ value: Value) -> (waiter: Waiter?, dropped: Value?) {
    guard end == nil else { return (nil, value) }
    if !waiters.isEmpty { return (waiters.removeFirst(), nil) }
    return (nil, backlog.append(value, isEnd: false))
  }

  /// The end comes. If anybody waits, nothing else does: the first is told how it ended, all others that it did.
  mutating func put(_ end: End) -> [Waiter] {
    guard self.end == nil else { return [] }
    self.end = waiters.isEmpty ? end : .finished
    defer { waiters = [] }
    return waiters
  }

  /// Somebody asks.
  mutating func ask() -> Answer {
    if let value = backlog.takeFirst() { return .value(value) }
    switch end {
    case nil: return .wait
    case .finished: return .finished
    case .failed(let error):
      end = .finished
      return .failed(error)
    }
  }

  /// Somebody asks, and waits if there is nothing yet.
  mutating func ask(_ waiter: Waiter) -> Answer {
    let answer = ask()
    if case .wait = answer { waiters.append(waiter) }
    return answer
  }

  /// Nobody wants anything any more. Hands out who waits, and the values, which are released afterwards.
  mutating func close() -> (waiters: [Waiter], dropped: ContiguousArray<Value?>) {
    end = .finished
    defer { waiters = [] }
    return (waiters, backlog.takeAll())
  }
}

extension Mailbox: Sendable where Value: Sendable, Waiter: Sendable {}
