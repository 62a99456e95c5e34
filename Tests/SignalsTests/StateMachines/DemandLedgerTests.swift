import Testing

@testable import Signals

/// The values between a signal and a consumer that demands a number of them, as a table: no threads, no subscriptions.
@Suite("Demand ledger", .leavesNothing) struct DemandLedgerTests {
  private typealias Ledger = DemandLedger<Int>

  /// All that is to be done now.
  private func steps(of ledger: inout Ledger) -> [String] {
    var steps: [String] = []
    while true {
      switch ledger.next() {
      case .deliver(let value): steps.append("\(value)")
      case .conclude(.finished): steps.append("|")
      case .conclude(.failed(let error)): steps.append("#\(error)")
      case .wait: return steps
      case .stop: return steps + ["stop"]
      }
    }
  }

  @Test func `values wait until they are asked for`() {
    var ledger = Ledger(.unbounded)
    for value in 1...4 { expect(ledger.put(value) == nil) }
    expect(steps(of: &ledger), equals: [])
    ledger.ask(for: Demand(1))
    expect(steps(of: &ledger), equals: ["1"])
    ledger.ask(for: Demand(2))
    expect(steps(of: &ledger), equals: ["2", "3"])
    ledger.ask(for: .unlimited)
    expect(steps(of: &ledger), equals: ["4"])
  }

  @Test func `demand waits until values come, and adds up`() {
    var ledger = Ledger(.unbounded)
    ledger.ask(for: Demand(1))
    ledger.ask(for: .none)
    ledger.ask(for: Demand(2))
    for value in 1...4 { expect(ledger.put(value) == nil) }
    expect(steps(of: &ledger), equals: ["1", "2", "3"])
  }

  @Test func `once there is no limit there is none any more`() {
    var ledger = Ledger(.unbounded)
    ledger.ask(for: .unlimited)
    ledger.ask(for: Demand(1))
    for value in 1...3 { expect(ledger.put(value) == nil) }
    expect(steps(of: &ledger), equals: ["1", "2", "3"])
  }

  @Test func `a full buffer drops values, as the policy says`() {
    var newest = Ledger(.newest(2))
    expect((1...4).map { newest.put($0) }, equals: [nil, nil, 1, 2])
    newest.ask(for: .unlimited)
    expect(steps(of: &newest), equals: ["3", "4"])
    var oldest = Ledger(.oldest(2))
    expect((1...4).map { oldest.put($0) }, equals: [nil, nil, 3, 4])
    oldest.ask(for: .unlimited)
    expect(steps(of: &oldest), equals: ["1", "2"])
  }

  @Test func `demanded values pass the smallest buffer`() {
    var ledger = Ledger(.oldest(1))
    ledger.ask(for: Demand(2))
    var delivered: [String] = []
    for value in 1...4 {
      expect(ledger.put(value), equals: (value == 4 ? 4 : nil))
      delivered += steps(of: &ledger)
    }
    expect(delivered, equals: ["1", "2"])
  }

  @Test func `the end comes after the waiting values, without demand`() {
    var ledger = Ledger(.newest(1))
    _ = ledger.put(1)
    ledger.put(.finished)
    expect(steps(of: &ledger), equals: [])
    ledger.ask(for: Demand(1))
    expect(steps(of: &ledger), equals: ["1", "|", "stop"])
    var failing = Ledger(.unbounded)
    failing.put(.failed(Failure("e")))
    expect(steps(of: &failing), equals: ["#e", "stop"])
  }

  @Test func `nothing comes after the first end`() {
    var ledger = Ledger(.unbounded)
    ledger.ask(for: .unlimited)
    ledger.put(.finished)
    ledger.put(.failed(Failure("e")))
    expect(ledger.put(1), equals: 1)
    expect(steps(of: &ledger), equals: ["|", "stop"])
    expect(ledger.put(2), equals: 2)
  }

  @Test func `once it is closed nothing is kept and nothing comes`() {
    var ledger = Ledger(.unbounded)
    _ = ledger.put(1)
    expect(ledger.close(), equals: [1])
    expect(ledger.put(2), equals: 2)
    ledger.put(.finished)
    ledger.ask(for: .unlimited)
    expect(steps(of: &ledger), equals: ["stop"])
  }

  @Test func `demand never overflows`() {
    var ledger = Ledger(.unbounded)
    ledger.ask(for: Demand(.max))
    ledger.ask(for: Demand(.max))
    _ = ledger.put(1)
    expect(steps(of: &ledger), equals: ["1"])
  }
}
