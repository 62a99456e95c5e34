/// The number of values that a subscriber has demanded and not received yet, as in Combine.
package struct Demand: Hashable, Sendable {
  /// The number of values; nil is unlimited.
  package private(set) var count: Int?

  package static let none = Demand(0)
  package static let unlimited = Demand(nil)

  /// - Parameter count: The number of values; nil demands all of them.
  package init(_ count: Int?) {
    precondition(count ?? 0 >= 0, "A demand of \(count ?? 0) values is negative: ask for zero or more.")
    self.count = count
  }

  /// Adds demand. Demand is never withdrawn: `more` comes on top of the present demand.
  package static func += (demand: inout Demand, more: Demand) {
    guard let present = demand.count, let additional = more.count else { return demand = .unlimited }
    let (sum, overflows) = present.addingReportingOverflow(additional)
    // A sum that overflows exceeds any number of values that can be sent.
    demand = overflows ? .unlimited : Demand(sum)
  }

  /// Uses up one unit of demand, and returns whether there was any.
  mutating func takeOne() -> Bool {
    guard let present = count else { return true }
    guard present > 0 else { return false }
    count = present - 1
    return true
  }
}
