/// How many values somebody has asked for and not got yet (Combine's word for it).
package struct Demand: Hashable, Sendable {
  /// Any number where it is nil.
  package private(set) var count: Int?

  package static let none = Demand(0)
  package static let unlimited = Demand(nil)

  /// - Parameter count: nil asks for whatever comes.
  package init(_ count: Int?) {
    precondition(count ?? 0 >= 0, "Nobody can ask for \(count ?? 0) values: ask for nought or more.")
    self.count = count
  }

  /// What was asked for stays asked for, whatever comes on top.
  package static func += (demand: inout Demand, more: Demand) {
    guard let present = demand.count, let additional = more.count else { return demand = .unlimited }
    let (sum, overflows) = present.addingReportingOverflow(additional)
    // More than anybody will ever send.
    demand = overflows ? .unlimited : Demand(sum)
  }

  /// Takes one out, if there is one.
  mutating func takeOne() -> Bool {
    guard let present = count else { return true }
    guard present > 0 else { return false }
    count = present - 1
    return true
  }
}
