/// The expected behaviour of a graph, computed by pulling: each node states for a turn the effect of its inputs. There are no threads
/// here, no subscriptions, and no order in which things come.
struct GraphEvaluator {
  /// The actions of a node in one turn.
  struct Output: Equatable {
    var values: [Int] = []
    var end: String?

    var happened: Bool { !values.isEmpty || end != nil }
    var events: [String] { values.map { "\($0)" } + (end.map { [$0] } ?? []) }
  }

  private struct Memory {
    /// The last value of each input.
    var latest: [Int: Int] = [:]
    var ended: Set<Int> = []
    var last: Int?
    var sum = 0
    var selected: Int?
    var hasEnded = false
  }

  private let graph: Graph
  private var memory: [Memory]

  init(_ graph: Graph) {
    self.graph = graph
    memory = graph.nodes.map { _ in Memory() }
  }

  /// The actions of each node in a turn.
  mutating func evaluate(_ turn: Graph.Turn) -> [Output] {
    var outputs: [Output] = []
    for (index, node) in graph.nodes.enumerated() {
      let output = memory[index].hasEnded ? Output() : evaluate(index, node, outputs, turn)
      if output.end != nil { memory[index].hasEnded = true }
      outputs.append(output)
    }
    return outputs
  }

  private mutating func evaluate(
    _ index: Int, _ node: Graph.Node, _ outputs: [Output], _ turn: Graph.Turn
  ) -> Output {
    switch node {
    case .source: return source(index, turn)
    case .map(let input, let amount):
      return Output(values: outputs[input].values.map { $0 + amount }, end: outputs[input].end)
    case .failing(let input, let value):
      guard let failure = outputs[input].values.firstIndex(of: value) else { return outputs[input] }
      return Output(values: Array(outputs[input].values[..<failure]), end: "#")
    case .filter(let input, let divisor):
      return Output(values: outputs[input].values.filter { $0 % divisor == 0 }, end: outputs[input].end)
    case .removeDuplicates(let input):
      var kept: [Int] = []
      for value in outputs[input].values where value != memory[index].last {
        memory[index].last = value
        kept.append(value)
      }
      return Output(values: kept, end: outputs[input].end)
    case .scan(let input):
      let sums = outputs[input].values.map { value in
        memory[index].sum = wrapped(memory[index].sum + value)
        return memory[index].sum
      }
      return Output(values: sums, end: outputs[input].end)
    case .shared(let input): return outputs[input]
    case .combine(let inputs): return join(index, inputs.map { outputs[$0] })
    case .withLatest(let own, let others): return accompany(index, outputs[own], others.map { outputs[$0] })
    case .sum(let inputs, let other): return sum(index, inputs.map { outputs[$0] }, outputs[other])
    case .switched(let outer, let options, let other):
      return switched(index, outputs[outer], options.map { outputs[$0] }, outputs[other])
    }
  }

  private func source(_ index: Int, _ turn: Graph.Turn) -> Output {
    var output = Output()
    for action in turn where output.end == nil {
      switch action {
      case .send(index, let value): output.values.append(value)
      case .finish(index): output.end = "|"
      case .fail(index): output.end = "#"
      default: break
      }
    }
    return output
  }

  private mutating func join(_ index: Int, _ inputs: [Output]) -> Output {
    take(index, inputs)
    if let failure = inputs.compactMap(\.end).first(where: { $0 != "|" }) { return Output(end: failure) }
    var output = Output()
    if inputs.contains(where: { !$0.values.isEmpty }), let combined = combined(index, inputs.count) {
      output.values = [combined]
    }
    let ended = memory[index].ended
    if ended.count == inputs.count || ended.contains(where: { memory[index].latest[$0] == nil }) { output.end = "|" }
    return output
  }

  private mutating func accompany(_ index: Int, _ own: Output, _ others: [Output]) -> Output {
    take(index, others)
    if let failure = others.compactMap(\.end).first(where: { $0 != "|" }) { return Output(end: failure) }
    guard let held = combined(index, others.count) else { return Output(end: own.end) }
    return Output(values: own.values.map { wrapped($0 &* 5 + held) }, end: own.end)
  }

  private mutating func sum(_ index: Int, _ inputs: [Output], _ other: Output) -> Output {
    var merged = Output()
    // Of two signals, what both bring may come in either order, but the sum is the same in the end.
    for value in inputs.flatMap(\.values) {
      memory[index].sum = wrapped(memory[index].sum + value)
      merged.values = [memory[index].sum]
    }
    merged.end = inputs.compactMap(\.end).first { $0 != "|" }
    for (input, output) in inputs.enumerated() where output.end != nil { memory[index].ended.insert(100 + input) }
    if merged.end == nil, memory[index].ended.filter({ $0 >= 100 }).count == inputs.count { merged.end = "|" }
    let ended = memory[index].ended
    memory[index].ended = ended.filter { $0 < 100 }
    defer { memory[index].ended.formUnion(ended.filter { $0 >= 100 }) }
    return join(index, [merged, other])
  }

  private mutating func switched(_ index: Int, _ outer: Output, _ options: [Output], _ other: Output) -> Output {
    // An option holds zero until its first value.
    for (option, output) in options.enumerated() {
      if let last = output.values.last { memory[index].latest[100 + option] = last }
    }
    var inner = Output()
    if let selection = outer.values.last { memory[index].selected = selection }
    if let selected = memory[index].selected {
      let chosen = Graph.chosen(selected, of: options.count)
      if !outer.values.isEmpty || chosen.contains(where: { !options[$0].values.isEmpty }) {
        inner.values = [Graph.combined(chosen.map { memory[index].latest[100 + $0] ?? 0 })]
      }
    }
    return join(index, [inner, other])
  }

  private mutating func take(_ index: Int, _ inputs: [Output]) {
    for (input, output) in inputs.enumerated() {
      if let last = output.values.last { memory[index].latest[input] = last }
      if output.end != nil { memory[index].ended.insert(input) }
    }
  }

  /// The values of all inputs together, once all have one.
  private func combined(_ index: Int, _ count: Int) -> Int? {
    let values = (0..<count).compactMap { memory[index].latest[$0] }
    return values.count == count ? Graph.combined(values) : nil
  }
}

func wrapped(_ value: Int) -> Int { value % 1_000_003 }

extension Graph {
  /// The result of a join of its inputs' values: every one of them shows in it.
  static func combined(_ values: [Int]) -> Int { values.reduce(7) { wrapped($0 &* 31 &+ $1) } }

  /// Which options a selection chooses.
  static func chosen(_ selection: Int, of count: Int) -> [Int] {
    let first = abs(selection) % count
    return abs(selection) % 2 == 0 ? [first] : [first, (first + 1) % count, first]
  }
}
