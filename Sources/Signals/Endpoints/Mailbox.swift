/// The buffer between a signal and the tasks that ask it for one value after another. It holds either values that no
/// task has asked for yet or the tasks that wait for a value, never both. A pure value: the caller of a mutating method
/// resumes the waiting tasks afterwards.
struct Mailbox<Value, Waiter> {
  private var backlog: Backlog<Value>
  private var waiters: [Waiter] = []
  private var end: End?

  init(_ policy: BufferingPolicy) { backlog = Backlog(policy) }

  /// The result of asking for a value.
  enum Answer {
    case value(Value)
    case finished
    case failed(any Error)
    /// No value is available yet.
    case wait
  }

  /// Adds a value. A waiting task receives it directly; otherwise it is buffered, and a value that the policy drops for
  /// it is returned.
  mutating func put(_ value: Value) -> (waiter: Waiter?, dropped: Value?) {
    guard end == nil else { return (nil, value) }
    if !waiters.isEmpty { return (waiters.removeFirst(), nil) }
    return (nil, backlog.append(value, isEnd: false))
  }

  /// Adds the end. If tasks are waiting, no value is buffered: the first task is told how the signal ended, all others
  /// only that it has ended.
  mutating func put(_ end: End) -> [Waiter] {
    guard self.end == nil else { return [] }
    self.end = waiters.isEmpty ? end : .finished
    defer { waiters = [] }
    return waiters
  }

  /// Asks for a value.
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

  /// Asks for a value, and keeps `waiter` if none is available yet.
  mutating func ask(_ waiter: Waiter) -> Answer {
    let answer = ask()
    if case .wait = answer { waiters.append(waiter) }
    return answer
  }

  /// Closes the mailbox. Returns the waiting tasks, which the caller resumes, and the buffered values, which the caller
  /// releases.
  mutating func close() -> (waiters: [Waiter], dropped: [Value]) {
    end = .finished
    defer { waiters = [] }
    return (waiters, backlog.takeAll())
  }
}

extension Mailbox: Sendable where Value: Sendable, Waiter: Sendable {}
