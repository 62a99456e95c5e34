extension GraphProgram {
  /// The program of a seed. In those of odd seeds, handlers and reactions set sources.
  init(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    hasSetters = !seed.isMultiple(of: 2)
    sources = (0..<random.number(in: 1...4)).map { _ in random.number(in: 0...3) }
    var ordinary = Array(sources.indices)
    func earlier() -> Int {
      (random.oneIn(2) ? ordinary : ordinary.suffix(3)).randomElement(using: &random) ?? 0
    }
    var fragile: [(node: Int, condition: Int)] = []
    func some(_ count: ClosedRange<Int>) -> [Int] { (0..<random.number(in: count)).map { _ in earlier() } }
    for index in sources.count..<(sources.count + random.number(in: 1...12)) {
      switch random.number(in: 0...11) {
      case 0...2: formulas[index] = .sum(some(1...3))
      case 3: formulas[index] = .half(earlier())
      case 4, 5: formulas[index] = .choice(some(2...3), by: earlier())
      case 6, 7:
        let condition = fragile.randomElement(using: &random)?.condition ?? earlier()
        let guarded = fragile.filter { $0.condition == condition }.map(\.node)
        formulas[index] = .guarded((guarded + some(0...1) + [earlier()]).shuffled(using: &random), by: condition)
      case 8: formulas[index] = .untracked(some(1...2), some(1...2))
      case 9: formulas[index] = .coarse(earlier())
      default:
        let condition = fragile.randomElement(using: &random)?.condition ?? earlier()
        let others = fragile.filter { $0.condition == condition }.map(\.node).suffix(random.number(in: 0...1))
        formulas[index] = .fragile(others + some(1...2), by: condition)
        fragile.append((index, condition))
        continue
      }
      ordinary.append(index)
    }
    func source() -> Int { random.number(in: 0...sources.count - 1) }
    func set() -> Operation { .set(source(), random.number(in: 0...Self.limit)) }
    func read() -> Operation { .read(earlier()) }
    for id in 0..<random.number(in: 5...30) {
      switch random.number(in: 0...16) {
      case 0...5: operations.append(set())
      case 6, 7:
        operations.append(
          .transaction((0..<random.number(in: 1...5)).map { _ in random.oneIn(4) ? read() : set() }))
      case 8, 9: operations.append(read())
      case 10, 11: operations.append(.subscribe(earlier(), as: id))
      case 12: operations.append(.attach(earlier(), as: id))
      case 13 where hasSetters:
        operations.append(.raise(earlier(), (0..<random.number(in: 1...2)).map { _ in source() }, as: id))
      case 13, 14:
        let raised = hasSetters && random.oneIn(2) ? source() : nil
        operations.append(.react(some(1...3), raising: raised, as: id))
      case 15: operations.append(.cancel(random.number(in: 0...id)))
      default:
        operations.append(.release(formulas.keys.sorted().randomElement(using: &random) ?? 0))
      }
    }
  }

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
      for smaller in operation.smaller { add { $0.operations[index] = smaller } }
    }
    for index in nodes { for formula in formulas[index]?.smaller ?? [] { add { $0.formulas[index] = formula } } }
    return all
  }
}

/// Each copy of `elements` that lacks one of them, if there are several.
private func withoutOne<Element>(_ elements: [Element]) -> [[Element]] {
  guard elements.count > 1 else { return [] }
  return elements.indices.map { index in Array(elements[..<index] + elements[(index + 1)...]) }
}

extension GraphProgram.Operation {
  fileprivate var smaller: [Self] {
    switch self {
    case .transaction(let steps): return steps + withoutOne(steps).map { .transaction($0) }
    case .raise(let node, let sources, let id): return withoutOne(sources).map { .raise(node, $0, as: id) }
    case .react(let nodes, let source, let id):
      let fewer = withoutOne(nodes).map { Self.react($0, raising: source, as: id) }
      return source == nil ? fewer : fewer + [.react(nodes, raising: nil, as: id)]
    case .attach(let node, let id): return [.subscribe(node, as: id)]
    case .set, .read, .subscribe, .cancel, .release: return []
    }
  }
}

extension GraphProgram.Formula {
  /// The same with one input less, or a simpler one.
  fileprivate var smaller: [Self] {
    switch self {
    case .sum(let inputs): return withoutOne(inputs).map { .sum($0) }
    case .half: return []
    case .coarse(let input): return [.sum([input])]
    case .choice(let inputs, let by): return withoutOne(inputs).map { .choice($0, by: by) } + inputs.map { .sum([$0]) }
    case .guarded(let inputs, let by): return withoutOne(inputs).map { .guarded($0, by: by) }
    case .fragile(let inputs, let by): return withoutOne(inputs).map { .fragile($0, by: by) }
    case .untracked(let inputs, let others):
      return [.sum(inputs)] + withoutOne(inputs).map { .untracked($0, others) }
        + withoutOne(others).map { .untracked(inputs, $0) }
    }
  }
}
