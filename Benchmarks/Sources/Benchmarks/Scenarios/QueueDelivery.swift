import Dispatch
import Signals

extension Scenario {
  static let queueDelivery = Scenario(id: "S10", title: "500,000 values to a serial queue") { scenario in
    let count = 500_000
    let subject = Work.hop("S10", count) { queue, arrivals in
      let input = SignalInput<Int>()
      let endpoint = input.signal.deliver(on: queue).subscribeValues { arrivals.receive($0) }
      return {
        for index in 0..<count { input.send(index) }
        arrivals.wait()
        withExtendedLifetime(endpoint) {}
      }
    }
    let sourceOnQueue = Work.hop("S10 with a source on the queue", count) { queue, arrivals in
      let input = SignalInput<Int>(on: queue)
      let endpoint = input.signal.subscribeValues { arrivals.receive($0) }
      return {
        for index in 0..<count { input.send(index) }
        arrivals.wait()
        withExtendedLifetime(endpoint) {}
      }
    }
    let buffer = Work.hop("buffer", count) { queue, arrivals in
      let buffer = GuardedBuffer(queue) { arrivals.receive($0) }
      return {
        for index in 0..<count { buffer.send(index) }
        arrivals.wait()
      }
    }
    let blocks = Work.hop("one async per value", count / 5) { queue, arrivals in
      {
        for index in 0..<count / 5 { queue.async { arrivals.receive(index) } }
        arrivals.wait()
      }
    }

    let medians = Measurement.medians(of: [subject, sourceOnQueue, buffer, blocks])
    var row = scenario.row(medians[0], buffer.name, medians[2], Target(ratio: 0.7, allocations: 0.02), subject)
    row.notes = [
      "a source made on the queue: \(medians[1].text(decimals: 1)) ns",
      "one async per value: \(medians[3].text(decimals: 1)) ns",
    ]
    return Outcome(rows: [row])
  }
}

extension Work {
  fileprivate static func hop(
    _ name: String, _ count: Int, _ prepare: @escaping (DispatchQueue, Arrivals) -> () -> Void
  ) -> Work {
    Work(name: name, operations: count, expected: sum(below: count)) {
      let arrivals = Arrivals(count)
      let run = prepare(DispatchQueue(label: "Benchmarks.delivery"), arrivals)
      return {
        run()
        return arrivals.sum
      }
    }
  }
}

/// The receiver on the queue.
// Unchecked, because only the queue uses it, and the sum is read after the last value has arrived.
private final class Arrivals: @unchecked Sendable {
  @exclusivity(unchecked) private(set) var sum = 0
  @exclusivity(unchecked) private var remaining: Int
  private let last = DispatchSemaphore(value: 0)

  init(_ count: Int) { remaining = count }

  func receive(_ value: Int) {
    sum &+= value
    remaining -= 1
    if remaining == 0 { last.signal() }
  }

  func wait() { last.wait() }
}
