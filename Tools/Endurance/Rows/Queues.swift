import Dispatch
import Signals

// A queue that is suspended and resumed.

extension Row {
  static let queues = [BufferedPolicy.unbounded, .newest(100), .oldest(100)].map { policy in
    Row(name: "fault-suspended-\(policy)") { report, effort in
      suspend(policy, effort.count(1_000_000, short: 100_000), &report)
    }
  }
}

private func suspend(_ policy: BufferedPolicy, _ count: Int, _ report: inout Report) {
  report.tries("a queue suspended and resumed 4 times; \(count) values sent while it is suspended")
  let queue = DispatchQueue(label: "suspended")
  let input = SignalInput<Int>()
  let log = Log<Int>()
  let over = Gate()
  let endpoint = input.signal.deliver(on: queue, buffering: policy.policy).subscribe { event in
    switch event {
    case .value(let value): log.append(value)
    case .end: over.open()
    }
  }
  var expected: [Int] = []
  for round in 0..<4 {
    queue.suspend()
    let values = round * count / 4..<(round + 1) * count / 4
    for value in values { input.send(value) }
    expected += policy.keep([], and: values)
    if round == 3 { input.finish() }
    queue.resume()
    let due = expected.count
    report.require(wait { log.count >= due }, "only \(log.count) of \(due) values were received")
  }
  over.wait()
  report.compare(log.entries, with: expected)
  report.survives("\(log.entries.count) values, as the policy requires, and the finish")
  withExtendedLifetime(endpoint) {}
}
