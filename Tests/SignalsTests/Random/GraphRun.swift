import Signals
import SignalsTesting

/// A graph in signals, and its output.
final class GraphRun {
  private let graph: Graph
  private var inputs: [Int: SignalInput<Int>] = [:]
  private var signals: [Signal<Int>] = []
  /// Options of switches, kept going by a permanent subscriber.
  private var listeners: [Recorder<Int>] = []
  private var recorders: [Recorder<Int>] = []
  private var seen: [Int]

  init(_ graph: Graph) {
    self.graph = graph
    seen = graph.observed.map { _ in 0 }
    for (index, node) in graph.nodes.enumerated() { signals.append(signal(index, node)) }
    recorders = graph.observed.map { Recorder(signals[$0]) }
  }

  /// The actions of each observed node in a turn.
  func perform(_ turn: Graph.Turn) -> [[String]] {
    if turn.count == 1 { turn.forEach(perform) } else { transaction { turn.forEach(perform) } }
    return recorders.enumerated().map { index, recorder in
      let history = recorder.history
      defer { seen[index] = history.count }
      // Where several inputs fail in one turn, it doesn't matter which of the errors is told.
      return history[seen[index]...].map { $0.hasPrefix("#") ? "#" : $0 }
    }
  }

  private func perform(_ action: Graph.Action) {
    switch action {
    case .send(let source, let value): inputs[source]?.send(value)
    case .finish(let source): inputs[source]?.finish()
    case .fail(let source): inputs[source]?.fail(Failure())
    }
  }

  private func signal(_ index: Int, _ node: Graph.Node) -> Signal<Int> {
    switch node {
    case .source:
      let input = SignalInput<Int>()
      inputs[index] = input
      return input.signal
    case .map(let input, let amount): return signals[input].map { $0 + amount }
    case .failing(let input, let value):
      return signals[input].map {
        if $0 == value { throw Failure() }
        return $0
      }
    case .filter(let input, let divisor): return signals[input].filter { $0 % divisor == 0 }
    case .removeDuplicates(let input): return signals[input].removeDuplicates()
    case .scan(let input): return signals[input].scan(0) { wrapped($0 + $1) }
    case .shared(let input): return signals[input].shared()
    case .combine(let inputs): return combined(inputs.map { signals[$0] })
    case .withLatest(let own, let others):
      return accompanied(signals[own], others.map { signals[$0] })
    case .sum(let inputs, let other):
      return combined([merge(inputs.map { signals[$0] }).scan(0) { wrapped($0 + $1) }, signals[other]])
    case .switched(let outer, let options, let other):
      let replaying = options.map { signals[$0].prepend(0).shared(replaying: 1) }
      listeners += replaying.map { Recorder($0) }
      let inner = signals[outer].map { selection in
        combined(Graph.chosen(selection, of: replaying.count).map { replaying[$0] })
      }
      return combined([inner.switchToLatest(), signals[other]])
    }
  }
}

private func accompanied(_ own: Signal<Int>, _ others: [Signal<Int>]) -> Signal<Int> {
  @Sendable func combined(_ own: Int, _ others: Int...) -> Int { wrapped(own &* 5 + Graph.combined(others)) }
  return switch others.count {
  case 1: own.withLatest(from: others[0]).map { combined($0, $1) }
  case 2: own.withLatest(from: others[0], others[1]).map { combined($0, $1, $2) }
  default: own.withLatest(from: others).map { wrapped($0 &* 5 + Graph.combined($1)) }
  }
}

/// A join, in one of the forms that there are.
private func combined(_ signals: [Signal<Int>]) -> Signal<Int> {
  switch signals.count {
  case 1: combineLatest(signals).map { Graph.combined($0) }
  case 2: combineLatest(signals[0], signals[1]).map { Graph.combined([$0, $1]) }
  case 3: combineLatest(signals[0], signals[1], signals[2]).map { Graph.combined([$0, $1, $2]) }
  default: combineLatest(signals).map { Graph.combined($0) }
  }
}
