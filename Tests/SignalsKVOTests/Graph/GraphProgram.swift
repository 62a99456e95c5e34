/// A random graph, and what is done with it.
struct GraphProgram: CustomStringConvertible {
  let sources: [Int]
  var formulas: [Int: Formula] = [:]
  var operations: [Operation] = []

  init(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    sources = (0..<random.number(in: 1...4)).map { _ in random.number(in: 0...3) }
    var ordinary = Array(sources.indices)
    func earlier() -> Int {
      (random.oneIn(2) ? ordinary : ordinary.suffix(3)).randomElement(using: &random) ?? 0
    }
    var fragile: [(node: Int, condition: Int)] = []
    func some(_ count: ClosedRange<Int>) -> [Int] { (0..<random.number(in: count)).map { _ in earlier() } }
    for index in sources.count..<(sources.count + random.number(in: 1...12)) {
      switch random.number(in: 0...9) {
      case 0...2: formulas[index] = .sum(some(1...3))
      case 3: formulas[index] = .half(earlier())
      case 4, 5: formulas[index] = .choice(some(2...3), by: earlier())
      case 6, 7:
        let condition = fragile.randomElement(using: &random)?.condition ?? earlier()
        let guarded = fragile.filter { $0.condition == condition }.map(\.node)
        formulas[index] = .guarded((guarded + some(0...1) + [earlier()]).shuffled(using: &random), by: condition)
      default:
        let condition = fragile.randomElement(using: &random)?.condition ?? earlier()
        let others = fragile.filter { $0.condition == condition }.map(\.node).suffix(random.number(in: 0...1))
        formulas[index] = .fragile(others + some(1...2), by: condition)
        fragile.append((index, condition))
        continue
      }
      ordinary.append(index)
    }
    func set() -> Operation { .set(random.number(in: 0...sources.count - 1), random.number(in: 0...3)) }
    func read() -> Operation { .read(earlier()) }
    for id in 0..<random.number(in: 5...30) {
      switch random.number(in: 0...14) {
      case 0...5: operations.append(set())
      case 6, 7:
        operations.append(
          .transaction((0..<random.number(in: 1...5)).map { _ in random.oneIn(4) ? read() : set() }))
      case 8, 9: operations.append(read())
      case 10...12: operations.append(.subscribe(earlier(), as: id))
      case 13: operations.append(.cancel(random.number(in: 0...id)))
      default:
        operations.append(.release(formulas.keys.sorted().randomElement(using: &random) ?? 0))
      }
    }
  }

  /// The nodes that the operations name, and those that they read. No others are created.
  var nodes: [Int] {
    let steps = operations.flatMap { if case .transaction(let steps) = $0 { steps } else { [$0] } }
    return inputs(of: Set(steps.compactMap(\.node))).sorted()
  }

  /// These nodes, and all that they read.
  func inputs(of nodes: Set<Int>) -> Set<Int> {
    var all = nodes
    for index in formulas.keys.sorted(by: >) where all.contains(index) { all.formUnion(formulas[index]?.inputs ?? []) }
    return all
  }

  private func name(_ index: Int) -> String { index < sources.count ? "s\(index)" : "d\(index)" }

  func text(_ operation: Operation) -> String {
    switch operation {
    case .set(let node, let value): "\(name(node)).value = \(value)"
    case .transaction(let steps): "transaction { \(steps.map(text).joined(separator: "; ")) }"
    case .read(let node): "_ = \(name(node)).value"
    case .subscribe(let node, let id): "let r\(id) = Recorder(\(name(node)).signal)"
    case .cancel(let id): "r\(id).cancel()"
    case .release(let node): "\(name(node)) = nil"
    }
  }

  var description: String {
    let made = nodes.map { index in
      guard let formula = formulas[index] else { return "let s\(index) = Property(\(sources[index]))" }
      return "var d\(index) = Derived { \(formula.text(name)) }"
    }
    return (made + operations.map(text)).joined(separator: "\n")
  }
}

extension GraphProgram {
  /// What a derived node computes from earlier nodes, which are named by their index. The sources come first.
  enum Formula: Sendable {
    case sum([Int])
    case half(Int)
    /// Reads the node that the value of another one selects.
    case choice([Int], by: Int)
    /// Reads its inputs only while a condition is even.
    case guarded([Int], by: Int)
    /// Is read only by nodes guarded by the same condition.
    case fragile([Int], by: Int)

    /// All nodes that it may read, the condition last.
    var inputs: [Int] {
      switch self {
      case .sum(let inputs): inputs
      case .half(let input): [input]
      case .choice(let inputs, let condition), .guarded(let inputs, let condition), .fragile(let inputs, let condition):
        inputs + [condition]
      }
    }

    func value(_ read: (Int) -> Int, onError: () -> Void) -> Int {
      func sum(_ inputs: [Int]) -> Int { inputs.reduce(1) { $0 + read($1) } % 5 }
      switch self {
      case .sum(let inputs): return sum(inputs)
      case .half(let input): return read(input) / 2
      case .choice(let branches, let selector): return read(branches[read(selector) % branches.count])
      case .guarded(let inputs, let condition): return read(condition).isMultiple(of: 2) ? sum(inputs) : 0
      case .fragile(let inputs, let condition):
        let sum = sum(inputs)
        if !read(condition).isMultiple(of: 2) { onError() }
        return sum
      }
    }

    /// The same with one input less.
    var smaller: [Formula] {
      func without(_ inputs: [Int], _ make: ([Int]) -> Formula) -> [Formula] {
        guard inputs.count > 1 else { return [] }
        return inputs.indices.map { index in make(inputs.enumerated().filter { $0.offset != index }.map(\.element)) }
      }
      switch self {
      case .sum(let inputs): return without(inputs) { .sum($0) }
      case .half: return []
      case .choice(let inputs, let by): return without(inputs) { .choice($0, by: by) } + inputs.map { .sum([$0]) }
      case .guarded(let inputs, let by): return without(inputs) { .guarded($0, by: by) }
      case .fragile(let inputs, let by): return without(inputs) { .fragile($0, by: by) }
      }
    }

    func text(_ name: (Int) -> String) -> String {
      func sum(_ inputs: [Int]) -> String { "(1 + \(inputs.map { name($0) + ".value" }.joined(separator: " + "))) % 5" }
      switch self {
      case .sum(let inputs): return sum(inputs)
      case .half(let input): return "\(name(input)).value / 2"
      case .choice(let branches, let selector):
        return "[\(branches.map(name).joined(separator: ", "))][\(name(selector)).value % \(branches.count)].value"
      case .guarded(let inputs, let condition): return "\(name(condition)).value.isMultiple(of: 2) ? \(sum(inputs)) : 0"
      case .fragile(let inputs, let condition):
        return "let sum = \(sum(inputs)); check(\(name(condition)).value.isMultiple(of: 2)); return sum"
      }
    }
  }

  enum Operation {
    case set(Int, Int)
    /// Sets and reads.
    case transaction([Operation])
    case read(Int)
    case subscribe(Int, as: Int)
    case cancel(Int)
    case release(Int)

    var node: Int? {
      switch self {
      case .set(let node, _), .read(let node), .subscribe(let node, _), .release(let node): node
      case .transaction, .cancel: nil
      }
    }
  }
}

extension GraphProgram {
  /// The shortest program found that still fails.
  func shrunk(while isFailing: (GraphProgram) -> Bool) -> GraphProgram {
    var best = self
    while let smaller = best.smaller.first(where: isFailing) { best = smaller }
    return best
  }

  private var smaller: [GraphProgram] {
    var all: [GraphProgram] = []
    func add(_ change: (inout GraphProgram) -> Void) {
      var copy = self
      change(&copy)
      all.append(copy)
    }
    for length in [8, 4, 2, 1] where length <= operations.count {
      for start in stride(from: 0, through: operations.count - length, by: length) {
        add { $0.operations.removeSubrange(start..<start + length) }
      }
    }
    for (index, operation) in operations.enumerated() {
      guard case .transaction(let steps) = operation else { continue }
      for step in steps { add { $0.operations[index] = step } }
      for step in steps.indices where steps.count > 1 {
        add { $0.operations[index] = .transaction(Array(steps[..<step] + steps[(step + 1)...])) }
      }
    }
    for index in nodes { for formula in formulas[index]?.smaller ?? [] { add { $0.formulas[index] = formula } } }
    return all
  }
}
