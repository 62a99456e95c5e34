@testable import SignalsKVO

extension BindingProgram {
  /// The outcome of a run.
  struct Outcome {
    /// The faults; empty if there were none.
    var faults: [String] = []
    /// The number of moves after the last step.
    var movesAtTheEnd = 0
    var story: [String] = []
  }

  /// The number of moves after which a run counts as endless.
  static let movesAllowed = 20_000

  /// Runs the program, releases the held ends, makes all moves that are left, and checks that all ends agree (B2, B3,
  /// B4, B6, B8).
  func run(telling: Bool = false) -> Outcome {
    var world = SimulatedWorld(self)
    var outcome = Outcome()
    if isBoundBefore {
      for link in links.indices {
        world.perform(.bind(link))
        _ = rest(&world)
      }
    }
    if telling { world.story = [] }
    for step in steps where isPossible(step) {
      if telling { world.story?.append("• \(step)") }
      world.perform(step)
      if step == .rest { _ = rest(&world) }
    }
    for index in links.indices {
      world.perform(.release(index, .first))
      world.perform(.release(index, .second))
    }
    outcome.movesAtTheEnd = rest(&world)
    outcome.faults = world.faults + (world.moves.isEmpty ? faults(at: world) : ["it never ends"])
    if outcome.faults.isEmpty { outcome.faults = faultsOfAppearance(&world) + faultsOfOneMore(&world) }
    outcome.story = world.story ?? []
    return outcome
  }

  /// Whether the ends and links of a step exist: a shrunk program may have lost them.
  func isPossible(_ step: Step) -> Bool {
    switch step {
    case .set(let end, _), .die(let end), .leave(let end), .comeBack(let end, _): ends.indices.contains(end)
    case .react(let end, let other): ends.indices.contains(end) && ends.indices.contains(other)
    case .turn(let assignments): assignments.allSatisfy { ends.indices.contains($0.end) }
    case .bind(let link), .hold(let link, _), .release(let link, _), .cancel(let link): links.indices.contains(link)
    case .move, .rest: true
    }
  }

  private func rest(_ world: inout SimulatedWorld) -> Int {
    var random = SeededGenerator(seed: lastOrder)
    var count = 0
    while count < Self.movesAllowed {
      let moves = world.moves
      guard !moves.isEmpty else { break }
      world.make(moves[lastOrder == 0 ? 0 : random.number(in: 0...moves.count - 1)])
      count += 1
    }
    return count
  }

  /// Whether all ends are connected, and take over each other's values.
  private func isConnected(_ world: SimulatedWorld) -> Bool {
    links.count >= ends.count - 1 && ends.allSatisfy { $0.setter == .plain }
      && links.allSatisfy { $0.conversion == .none } && !world.ends.contains(where: \.isGone)
      && world.links.allSatisfy { $0.isBound && !$0.isOver && !$0.wasUnsettled && !$0.isRefused }
  }

  /// At rest there is no conflict: the value of an object that appears counts (B1).
  private func faultsOfAppearance(_ world: inout SimulatedWorld) -> [String] {
    let absent = world.ends.indices.filter { world.ends[$0].isAbsent }
    guard isConnected(world), absent.count == 1 else { return [] }
    world.perform(.comeBack(absent[0], 601))
    _ = rest(&world)
    let values = world.ends.map(\.value)
    return values.allSatisfy { $0 == 601 } ? [] : ["after an object with 601 has appeared, the ends have \(values)"]
  }

  /// At rest there is no conflict: a further set prevails, and sets each end once.
  private func faultsOfOneMore(_ world: inout SimulatedWorld) -> [String] {
    guard isConnected(world), !world.ends.contains(where: \.isAbsent) else { return [] }
    var faults: [String] = []
    for (index, value) in [(0, 501), (ends.count - 1, 502), (0, 503)] {
      let before = world.ends.map(\.timesSet)
      if world.story != nil { world.story?.append("• further set: end \(index) = \(value)") }
      world.perform(.set(index, value))
      _ = rest(&world)
      for (end, before) in zip(world.ends, before) {
        if end.value != value { faults.append("after a further set of \(value), an end has \(end.value)") }
        if end.timesSet != before + 1 { faults.append("a further set is \(end.timesSet - before) sets of an end") }
      }
      if !faults.isEmpty { break }
    }
    return faults
  }

  // MARK: - The conditions at rest

  private func faults(at world: SimulatedWorld) -> [String] {
    var faults: [String] = []
    let isSettled = !world.links.contains(where: \.wasUnsettled)
    for (index, link) in world.links.enumerated() where link.isBound && !link.isOver {
      let name = "binding \(index)"
      if !link.reconciler.pending.isEmpty { faults.append("\(name) still has a pending change") }
      let (first, second) = (world.ends[link.plan.first], world.ends[link.plan.second])
      if [first, second].contains(where: { $0.isAbsent || $0.isGone }) || link.isRefused || !isSettled {
        continue
      }
      if link.wasRefused, link.plan.refuses(first.value, second.value) { continue }
      if !link.plan.conversion.agrees(first.value, second.value) {
        faults.append("\(name) has \(first.value) and \(second.value)")
      }
    }
    if let fault = faultOfOlderSet(world) { faults.append(fault) }
    let possible = possibleValues(world)
    for (index, end) in world.ends.enumerated() where possible.map({ !$0.contains(end.value) }) ?? false {
      faults.append("end \(index) has \(end.value), which was never set")
    }
    return faults
  }

  /// The newest set of one of the two ends of a pair prevails, and none that this end has replaced by a newer one (B3).
  private func faultOfOlderSet(_ world: SimulatedWorld) -> String? {
    guard ends.count == 2, links.count == 1, isBoundBefore, ends.allSatisfy({ $0.setter == .plain }),
      links[0].conversion == .none, [.lastWriter, .preferFirst, .preferSecond].contains(links[0].policy),
      steps.allSatisfy(\.isSimple)
    else { return nil }
    let newest = world.ends.compactMap(\.sets.last)
    if newest.isEmpty || newest.contains(world.ends[0].value) { return nil }
    return "an older set of an end prevails: \(world.ends[0].value), and not one of \(newest)"
  }

  /// The values that were set, and the values they may have become; nil if there are too many.
  private func possibleValues(_ world: SimulatedWorld) -> Set<Int>? {
    guard !links.contains(where: { [.mergeToSum].contains($0.policy) }) else { return nil }
    var possible = Set(world.ends.flatMap(\.sets)).union([0])
    for case .comeBack(_, let value) in steps { possible.insert(value) }
    for case .turn(let assignments) in steps { possible.formUnion(assignments.map(\.value)) }
    var newcomers = possible
    for _ in 0..<12 where !newcomers.isEmpty {
      var next: Set<Int> = []
      for value in newcomers {
        for end in ends { next.insert(end.made(of: value)) }
        for link in links {
          if let other = try? link.conversion.forward(value) { next.insert(other) }
          if let other = try? link.conversion.backward(value) { next.insert(other) }
        }
      }
      newcomers = next.subtracting(possible)
      possible.formUnion(newcomers)
    }
    return newcomers.isEmpty ? possible : nil
  }
}

extension BindingProgram.Step {
  /// Whether it is a set of one end, or a move.
  fileprivate var isSimple: Bool {
    switch self {
    case .set, .move, .rest: true
    default: false
    }
  }
}

extension LinkPlan {
  /// Whether the two values may differ because one of them, or their merged value, has no counterpart.
  func refuses(_ first: Int, _ second: Int) -> Bool {
    if conversion.refuses(first, second) { return true }
    guard case .merge(let merge) = policy.conflictPolicy.kind else { return false }
    return (try? conversion.forward(unisolated(merge)(first, second))) == nil
  }
}

extension ConversionPlan {
  /// Whether one of the two values has no counterpart, so that it may stay.
  func refuses(_ first: Int, _ second: Int) -> Bool { (try? forward(first)) == nil || (try? backward(second)) == nil }

  /// Whether the two values are each other's counterparts, as far as they have any.
  func agrees(_ first: Int, _ second: Int) -> Bool {
    let forward = try? forward(first)
    let backward = try? backward(second)
    return forward == second && (backward == first || backward == nil)
      || backward == first && forward == nil
  }
}
