import Signals

/// A ``Backlog`` of numbered events that can be compared, as a part of a machine.
struct InboxValue: Hashable {
  var backlog: Backlog<Int>

  init(_ policy: BufferingPolicy) { backlog = Backlog(policy) }

  /// The events that wait.
  var events: [Int] {
    var copy = backlog
    return copy.takeAll()
  }

  static func == (one: InboxValue, other: InboxValue) -> Bool { one.events == other.events }

  func hash(into hasher: inout Hasher) { hasher.combine(events) }
}

extension BufferingPolicy {
  /// How many values may wait, where that are nine at most; else more than any machine sends.
  var room: Int { (1...9).first { self == .newest($0) || self == .oldest($0) } ?? 1_000 }

  /// Whether it keeps the last ones rather than the first.
  var keepsLast: Bool { self == .unbounded || self == .newest(room) }
}
