import Signals

// Very deep graphs. Subscribing, sending, ending and releasing recurse through the whole graph, and must fit on the
// stack.

extension Row {
  static let depths = Chain.all.flatMap { chain in
    [
      Row(name: "deep-\(chain.name)") { report, effort in
        descend(chain, depth: effort.depth ?? chain.depth, on: .ordinary, &report)
      },
      Row(name: "small-deep-\(chain.name)") { report, effort in
        descend(chain, depth: effort.depth ?? chain.depthOnSmallStack, on: .small, &report)
      },
    ]
  }
}

/// A chain of operators of one kind.
struct Chain: Sendable {
  let name: String
  /// A depth that easily fits on the stack of a secondary thread.
  let depthOnSmallStack: Int
  /// A depth that fits on the stack of the main thread.
  var depth = 10_000
  /// The output for a value after `depth` operators.
  var expected: @Sendable (_ value: Int, _ depth: Int) -> Int = { value, _ in value }
  let link: @Sendable (_ signal: Signal<Int>, _ index: Int, _ quiet: Signal<Int>) -> Signal<Int>

  static let all = [
    Chain(name: "map", depthOnSmallStack: 2_500, expected: { $0 + $1 }) { signal, _, _ in signal.map { $0 + 1 } },
    Chain(name: "filter", depthOnSmallStack: 2_500) { signal, _, _ in signal.filter { $0 >= 0 } },
    Chain(name: "state", depthOnSmallStack: 2_500) { signal, index, _ in
      index.isMultiple(of: 2) ? signal.removeDuplicates() : signal.prefix(1_000)
    },
    Chain(name: "shared", depthOnSmallStack: 650) { signal, _, _ in signal.shared() },
    Chain(name: "mixed", depthOnSmallStack: 1_000, expected: { $0 + $1 / 5 }) { signal, index, quiet in
      switch index % 5 {
      case 0: signal.map { $0 + 1 }
      case 1: signal.filter { $0 >= 0 }
      case 2: signal.removeDuplicates()
      case 3: signal.shared()
      default: merge(signal, quiet)
      }
    },
    Chain(name: "merge", depthOnSmallStack: 1_000) { signal, _, quiet in merge(signal, quiet) },
    Chain(name: "combineLatest", depthOnSmallStack: 1_100, expected: { $0 + $1 }) { signal, _, _ in
      combineLatest(signal, .of(1)).map { $0 + $1 }
    },
    Chain(name: "flatMap", depthOnSmallStack: 450, depth: 8_000) { signal, _, _ in signal.flatMap { .of($0) } },
    Chain(name: "nest", depthOnSmallStack: 450, depth: 8_000) { signal, _, _ in
      Signal.of(0).flatMap { _ in signal }
    },
    Chain(name: "timeout", depthOnSmallStack: 550) { signal, _, _ in signal.timeout(.seconds(10_000)) },
  ]

  func signal(of input: Signal<Int>, depth: Int, quiet: Signal<Int>) -> Signal<Int> {
    (0..<depth).reduce(input) { signal, index in link(signal, index, quiet) }
  }

  /// Subscribes, sends, ends or cancels, and releases everything, on this thread.
  ///
  /// Returns the received events.
  func history(depth: Int, ends: Bool) -> [String] {
    let log = Log<String>()
    let input = SignalInput<Int>()
    let quiet = SignalInput<Int>()
    let endpoint = signal(of: input.signal, depth: depth, quiet: quiet.signal).subscribe { log.append("\($0)") }
    for value in 1...3 { input.send(value) }
    if ends {
      quiet.finish()
      input.finish()
    } else {
      endpoint.cancel()
    }
    input.send(4)
    return log.entries
  }

  func expectedHistory(depth: Int, ends: Bool) -> [String] {
    (1...3).map { "value(\(expected($0, depth)))" } + (ends ? ["finished"] : [])
  }
}

private func descend(_ chain: Chain, depth: Int, on stack: Stack, _ report: inout Report) {
  report.tries("\(depth) deep on \(stack)")
  for ends in [false, true] {
    let log = Log<[String]>()
    onThread(stack) { log.append(chain.history(depth: depth, ends: ends)) }
    report.compare(log.entries.flatMap { $0 }, with: chain.expectedHistory(depth: depth, ends: ends))
  }
  report.survives("\(depth) on \(stack)")
}
