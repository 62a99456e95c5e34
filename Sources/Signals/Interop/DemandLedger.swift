/// What waits between a signal and somebody who says how many values he wants: the values that came and weren't asked for,
/// or the demand that nothing has come for. Never both. A pure value.
package struct DemandLedger<Value> {
  private var backlog: Backlog<Value>
  private var demand = Demand.none
  private var end: End?
  /// Whether the end was handed out, or nobody wants anything any more.
  private(set) var isClosed = false

  /// What is to be done next.
  package enum Step {
    case deliver(Value)
    case conclude(End)
    /// Until something comes, or is asked for.
    case wait
    /// For ever.
    case stop
  }

  package init(_ policy: BufferingPolicy) { backlog = Backlog(policy) }

  /// A value has come. Hands out what goes for it, or the value itself, if there is no room.
  package mutating func put(_ value: Value) -> Value? {
    guard !isClosed, end == nil else { return value }
    return backlog.append(value, isEnd: false)
  }

  /// The end has come.
  package mutating func put(_ end: End) {
    if self.end == nil { self.end = end }
  }

  /// So many more are wanted.
  package mutating func ask(for more: Demand) {
    if !isClosed { demand += more }
  }

  /// What is to be done now. The end has to be asked for by nobody, but comes after the values.
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

  /// Nobody wants anything any more. Hands out what waits, which is released afterwards.
  package mutating func close() -> ContiguousArray<Value?> {
    isClosed = true
    demand = .none
    return backlog.takeAll()
  }
}

extension DemandLedger: Sendable where Value: Sendable {}
