/// The balance between a signal's values and a subscriber's demand. It holds either values that have not been demanded
/// or demand that has not been met, never both. A pure value.
package struct DemandLedger<Value> {
  private var backlog: Backlog<Value>
  private var demand = Demand.none
  private var end: End?
  /// Whether the end was handed out, or the subscription was cancelled.
  private(set) var isClosed = false

  /// The next action of the subscription.
  package enum Step {
    case deliver(Value)
    case conclude(End)
    /// Wait for an event or for demand.
    case wait
    /// Stop for good.
    case stop
  }

  package init(_ policy: BufferingPolicy) { backlog = Backlog(policy) }

  /// Adds a value. Returns the value that the policy drops for it, or the value itself if there is no room.
  package mutating func put(_ value: Value) -> Value? {
    guard !isClosed, end == nil else { return value }
    return backlog.append(value, isEnd: false)
  }

  /// Adds the end.
  package mutating func put(_ end: End) {
    if self.end == nil { self.end = end }
  }

  /// Adds demand.
  package mutating func ask(for more: Demand) {
    if !isClosed { demand += more }
  }

  /// Returns the action to take now. The end needs no demand, but follows the values.
  package mutating func next() -> Step {
    if isClosed { return .stop }
    if !backlog.isEmpty {
      guard demand.takeOne(), let value = backlog.takeFirst() else { return .wait }
      return .deliver(value)
    }
    guard let end else { return .wait }
    isClosed = true
    return .conclude(end)
  }

  /// Closes the ledger. Returns the buffered values, which the caller releases.
  package mutating func close() -> [Value] {
    isClosed = true
    demand = .none
    return backlog.takeAll()
  }
}

extension DemandLedger: Sendable where Value: Sendable {}
