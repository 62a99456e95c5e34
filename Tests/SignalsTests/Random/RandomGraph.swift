extension Graph {
  /// A graph that is the same for the same seed.
  static func random(seed: UInt64) -> Graph {
    var random = SeededGenerator(seed: seed)
    var nodes: [Node] = []
    let sources = Int.random(in: 1...3, using: &random)
    for _ in 0..<sources { nodes.append(.source) }
    let mayEnd = Bool.random(using: &random)
    for _ in 0..<Int.random(in: 2...9, using: &random) {
      nodes.append(.random(from: nodes.count, mayEnd: mayEnd, &random))
    }
    let observed = [nodes.count - 1] + (0..<2).map { _ in Int.random(in: 0..<nodes.count, using: &random) }
    let turns = (0..<Int.random(in: 2...12, using: &random)).map { _ in
      let actions = Bool.random(using: &random) ? 1 : Int.random(in: 2...5, using: &random)
      return (0..<actions).map { _ in Action.random(sources: sources, mayEnd: mayEnd, &random) }
    }
    return Graph(nodes: nodes, observed: observed, turns: turns)
  }
}

extension Graph.Node {
  fileprivate static func random(from count: Int, mayEnd: Bool, _ random: inout SeededGenerator) -> Self {
    func one() -> Int { Int.random(in: 0..<count, using: &random) }
    func some() -> [Int] { (0..<Int.random(in: 1...3, using: &random)).map { _ in one() } }
    switch Int.random(in: 0..<14, using: &random) {
    case 0, 1: return .map(one(), adding: Int.random(in: -3...3, using: &random))
    case 2: return mayEnd ? .failing(one(), at: Int.random(in: -9...9, using: &random)) : .scan(one())
    case 3: return .filter(one(), divisor: Int.random(in: 2...3, using: &random))
    case 4: return .removeDuplicates(one())
    case 5: return .scan(one())
    case 6, 7: return .shared(one())
    case 8, 9, 10: return .combine([one()] + some())
    case 11: return .withLatest(one(), from: some())
    case 12: return .sum(some(), with: one())
    default:
      // A signal that ends in the turn in which it is dropped may or may not be received, so nothing ends where a signal switches.
      return mayEnd ? .combine([one(), one()]) : .switched(one(), options: some(), with: one())
    }
  }
}

extension Graph.Action {
  fileprivate static func random(sources: Int, mayEnd: Bool, _ random: inout SeededGenerator) -> Self {
    let source = Int.random(in: 0..<sources, using: &random)
    switch Int.random(in: 0..<16, using: &random) {
    case 0 where mayEnd: return .finish(source: source)
    case 1 where mayEnd: return .fail(source: source)
    default: return .send(source: source, Int.random(in: -9...9, using: &random))
    }
  }
}

extension Graph {
  /// Graphs that are a little smaller.
  var smaller: [Graph] {
    var candidates: [Graph] = []
    for index in turns.indices {
      var graph = self
      graph.turns.remove(at: index)
      candidates.append(graph)
      for action in turns[index].indices where turns[index].count > 1 {
        var graph = self
        graph.turns[index].remove(at: action)
        candidates.append(graph)
      }
    }
    for index in observed.indices where observed.count > 1 {
      var graph = self
      graph.observed.remove(at: index)
      candidates.append(graph)
    }
    // A node is removed: references to it lead to its first input instead.
    for index in nodes.indices {
      guard let replacement = nodes[index].inputs.first else { continue }
      func moved(_ node: Int) -> Int {
        let kept = node == index ? replacement : node
        return kept > index ? kept - 1 : kept
      }
      var graph = self
      graph.nodes.remove(at: index)
      graph.nodes = graph.nodes.map { $0.mapping(moved) }
      graph.observed = observed.map(moved)
      candidates.append(graph)
    }
    return candidates
  }

  /// The smallest graph, as far as one step at a time leads, for which `fails` still answers true.
  func shrunk(while fails: (Graph) -> Bool) -> Graph {
    var smallest = self
    while let next = smallest.smaller.first(where: fails) { smallest = next }
    return smallest
  }
}
