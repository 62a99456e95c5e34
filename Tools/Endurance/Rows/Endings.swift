import Signals

// Many inner signals that end one after the other.

extension Row {
  static let endings = [
    Row(name: "end-in-order") { report, effort in endInners(effort, backwards: false, &report) },
    Row(name: "end-in-reverse") { report, effort in endInners(effort, backwards: true, &report) },
  ]
}

private func endInners(_ effort: Effort, backwards: Bool, _ report: inout Report) {
  let count = effort.count(100_000, short: 20_000)
  report.tries(
    "\(count) inner signals of a flatMap; each sends a value and finishes, in \(backwards ? "reverse" : "their") order"
  )
  let outer = SignalInput<Int>()
  let inner = (0..<count).map { _ in SignalInput<Int>() }
  let log = Log<Int>()
  let ends = Log<String>()
  let endpoint = outer.signal.flatMap { inner[$0].signal }.subscribe { event in
    if case .value(let value) = event { log.append(value) } else { ends.append("\(event)") }
  }
  for index in 0..<count { outer.send(index) }
  outer.finish()
  let order = backwards ? Array((0..<count).reversed()) : Array(0..<count)
  for index in order {
    inner[index].send(index)
    inner[index].finish()
  }
  report.compare(log.entries, with: order)
  report.compare(ends.entries, with: ["finished"])
  report.survives("\(log.entries.count) values and the finish")
  withExtendedLifetime(endpoint) {}
}
