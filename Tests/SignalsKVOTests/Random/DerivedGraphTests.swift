import Signals
import SignalsKVO
import SignalsTesting
import Testing

/// Random graphs of derived values, some of which choose what they read, against plain recomputation (C10, C11, K8).
@Suite("Random: derived values", .leavesNothing) struct DerivedGraphTests {
  /// How a node follows from others. The numbers are those of nodes before it.
  private enum Rule: Sendable {
    case source
    case sum([Int])
    /// Reads one of two, depending on a third.
    case choice(of: Int, Int, by: Int)
  }

  private struct Graph: Sendable {
    var rules: [Rule] = []
    var sources: Int

    init(_ random: inout SeededGenerator) {
      sources = random.number(in: 1...4)
      rules = Array(repeating: .source, count: sources)
      for index in sources..<(sources + random.number(in: 1...12)) {
        func earlier() -> Int { random.number(in: 0...index - 1) }
        if random.oneIn(3) {
          rules.append(.choice(of: earlier(), earlier(), by: earlier()))
        } else {
          rules.append(.sum((0..<random.number(in: 1...3)).map { _ in earlier() }))
        }
      }
    }

    /// What every node is, and which others each has to read for that.
    func evaluate(_ values: [Int]) -> (values: [Int], reads: [Set<Int>]) {
      var all = values
      var reads: [Set<Int>] = values.map { _ in [] }
      for rule in rules.dropFirst(sources) {
        switch rule {
        case .source: break
        case .sum(let inputs):
          all.append(inputs.reduce(1) { ($0 + all[$1]) % 10_007 })
          reads.append(Set(inputs))
        case .choice(let first, let second, let by):
          let chosen = all[by].isMultiple(of: 2) ? first : second
          all.append(all[chosen])
          reads.append([by, chosen])
        }
      }
      return (all, reads)
    }
  }

  /// The same graph, made of what is tested.
  private struct Subject {
    let sources: [Property<Int>]
    var nodes: [ObservableValue<Int>]
    /// Which nodes were computed.
    let computed = Log<Int>()

    init(_ graph: Graph, _ values: [Int]) {
      sources = values.map { Property($0) }
      nodes = sources
      for (index, rule) in graph.rules.enumerated() {
        let computed = computed
        switch rule {
        case .source: break
        case .sum(let inputs):
          let read = inputs.map { nodes[$0] }
          nodes.append(
            Derived {
              computed.append(index)
              return read.reduce(1) { ($0 + $1.value) % 10_007 }
            })
        case .choice(let first, let second, let by):
          let (first, second, by) = (nodes[first], nodes[second], nodes[by])
          nodes.append(
            Derived {
              computed.append(index)
              return by.value.isMultiple(of: 2) ? first.value : second.value
            })
        }
      }
    }
  }

  /// The derived nodes that a turn reaches which has set these sources: whoever read one of them, or what it reached.
  private func reached(_ set: Set<Int>, _ reads: [Set<Int>], _ sources: Int) -> Set<Int> {
    var reached = set
    for index in sources..<reads.count where !reads[index].isDisjoint(with: reached) { reached.insert(index) }
    return reached.filter { $0 >= sources }
  }

  @Test(arguments: 0..<300) func `agrees with plain recomputation, and computes each node once in a turn`(seed: UInt64)
  {
    var random = SeededGenerator(seed: seed)
    let graph = Graph(&random)
    var values = (0..<graph.sources).map { _ in random.number(in: 0...99) }
    let subject = Subject(graph, values)
    let observed = Set(graph.sources..<graph.rules.count).filter { _ in random.oneIn(2) }
    let log = Log<String>()
    let owner = Tracked {}
    for index in observed.sorted() {
      subject.nodes[index].addObserver(forOwner: owner) { old, new in log.append("\(index): \(old) → \(new)") }
    }
    var expected = graph.evaluate(values)
    // Computed for an input of an observed node, or not at all yet.
    var outdated = Set(graph.sources..<graph.rules.count).subtracting(subject.computed.take())

    for step in 0..<20 {
      var isSet: Set<Int> = []
      let before = expected
      func set() {
        let source = random.number(in: 0...graph.sources - 1)
        values[source] = random.number(in: 0...99)
        isSet.insert(source)
        subject.sources[source].value = values[source]
      }
      if random.oneIn(3) {
        transaction { for _ in 0..<random.number(in: 1...4) { set() } }
      } else {
        set()
      }
      expected = graph.evaluate(values)
      // What a node reads now that it didn't read before was reached by the same turn, or not at all.
      let isReached = reached(isSet, before.reads, graph.sources)
      let told = observed.intersection(isReached).filter { before.values[$0] != expected.values[$0] }.sorted().map {
        "\($0): \(before.values[$0]) → \(expected.values[$0])"
      }
      #expect(log.take().sorted() == told.sorted(), "step \(step)")
      let computed = subject.computed.take()
      #expect(Set(computed).count == computed.count, "step \(step): computed \(computed)")
      outdated.formUnion(isReached)
      #expect(outdated.isSuperset(of: computed), "step \(step): computed \(computed)")
      outdated.subtract(computed)
      if random.oneIn(3) {
        for node in subject.nodes.indices.shuffled(using: &random) {
          #expect(subject.nodes[node].value == expected.values[node], "step \(step), node \(node)")
        }
        let later = subject.computed.take()
        // What an equal result has stopped isn't computed.
        #expect(Set(later).count == later.count && outdated.isSuperset(of: later), "step \(step)")
        outdated = []
      }
    }
    withExtendedLifetime(owner) {}
  }
}
