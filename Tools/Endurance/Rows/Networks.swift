import Signals
import SignalsKVO

// Very long chains of properties.

extension Row {
  static let networks = [
    Row(name: "chain-bound") { report, effort in bindChain(effort.count(10_000, short: 2_000), &report) },
    Row(name: "chain-derived") { report, effort in deriveChain(effort.depth ?? 10_000, on: .ordinary, &report) },
    Row(name: "small-chain-derived") { report, effort in deriveChain(effort.depth ?? 450, on: .small, &report) },
  ]
}

private func bindChain(_ count: Int, _ report: inout Report) {
  report.tries("a chain of \(count) two-way bindings, set at both ends and in the middle, on both stacks")
  for stack in Stack.allCases {
    let log = Log<Int>()
    onThread(stack) {
      let properties = (0...count).map { Property($0) }
      let bindings = properties.indices.dropLast().map {
        bind(properties[$0], to: properties[$0 + 1], initially: .fromFirst)
      }
      for index in properties.indices { log.append(properties[index].value) }
      for (index, value) in [(0, -1), (count, -2), (count / 2, -3)] {
        properties[index].value = value
        for property in properties { log.append(property.value) }
      }
      withExtendedLifetime(bindings) {}
    }
    report.compare(log.entries, with: [0, -1, -2, -3].flatMap { Array(repeating: $0, count: count + 1) })
  }
  report.survives("all \(count + 1) properties agree after each set")
}

private func deriveChain(_ count: Int, on stack: Stack, _ report: inout Report) {
  report.tries("a chain of \(count) derived values on \(stack): read, observed, set, released")
  let log = Log<Int>()
  onThread(stack) {
    let first = Property(0)
    var last = first.derived { $0 + 1 }
    for _ in 1..<count {
      let before = last
      last = before.derived { $0 + 1 }
    }
    log.append(last.value)
    let endpoint = last.signal.subscribeValues { log.append($0) }
    for value in 1...3 { first.value = value }
    endpoint.cancel()
    first.value = 4
    log.append(last.value)
  }
  report.compare(log.entries, with: [0, 0, 1, 2, 3, 4].map { $0 + count })
  report.survives("\(count) on \(stack)")
}
