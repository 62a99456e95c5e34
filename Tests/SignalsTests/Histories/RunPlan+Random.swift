/// The kinds of runs that there are.
enum Workload: String, CaseIterable, Sendable {
  case sources, queues, sharing, combining, everything
}

extension RunPlan {
  /// The plan of a seed.
  ///
  /// - Parameter length: how much each thread does.
  static func random(_ workload: Workload, seed: UInt64, length: Int = 60) -> RunPlan {
    var random = SeededGenerator(seed: seed)
    var plan = RunPlan()
    plan.sourceCount = workload == .sources ? 1 : random.number(in: 1...2)
    if workload == .combining { plan.sourceCount = 2 }
    for source in 0..<plan.sourceCount {
      plan.routes.append(.direct(source))
      if workload == .queues || workload == .everything, random.oneIn(3) { plan.queues[source] = 10 + source }
    }
    plan.routes += (0..<random.number(in: 1...3)).map { _ in plan.route(workload, &random) }
    for source in 0..<plan.sourceCount { plan.observers.append(Observer(route: source)) }
    for route in plan.routes.indices where random.oneIn(2) { plan.observers.append(Observer(route: route)) }
    plan.residents = plan.observers.count
    var numbers = Numbers(counts: Array(repeating: 0, count: plan.sourceCount))
    let threads = random.number(in: 2...3)
    for _ in 0..<threads {
      plan.threads.append(plan.program(length, &random, &numbers))
    }
    if random.oneIn(3) { plan.endInTheMiddle(&random) }
    for observer in plan.observers.indices where random.oneIn(2) { plan.react(observer, length, &random, &numbers) }
    return plan
  }

  /// The numbers that are still to be had, for each source.
  private struct Numbers {
    var counts: [Int]

    mutating func next(_ source: Int) -> Numbered {
      counts[source] += 1
      return Numbered(source: source, number: counts[source])
    }
  }

  private func route(_ workload: Workload, _ random: inout SeededGenerator) -> Route {
    let source = random.number(in: 0...(sourceCount - 1))
    let kinds: ClosedRange<Int> =
      switch workload {
      case .sources: 0...0
      case .queues: 1...2
      case .sharing: 3...4
      case .combining: 5...7
      case .everything: 0...7
      }
    switch random.number(in: kinds) {
    case 1: return .delivered(source, queue: random.number(in: 0...1))
    case 2: return .deliveredConcurrently(source)
    case 3: return .shared(source)
    case 4: return .current(source)
    case 5: return .diamond(source)
    case 6 where sourceCount > 1: return .merged(source, 1 - source)
    case 7 where sourceCount > 1: return .joined(source, 1 - source)
    default: return .direct(source)
    }
  }

  private mutating func program(
    _ length: Int, _ random: inout SeededGenerator, _ numbers: inout Numbers
  ) -> [Action] {
    (0..<length).map { _ in
      switch random.number(in: 1...24) {
      case 1...15: return .send(.value(numbers.next(random.number(in: 0...(sourceCount - 1)))))
      case 16...17:
        guard observers.count < residents + 12 else { return .linger }
        observers.append(Observer(route: random.number(in: 0...(routes.count - 1))))
        return .subscribe(observers.count - 1)
      case 18...20: return cancel(&random)
      case 21 where random.oneIn(3):
        return observers.count > sourceCount ? .cancelAndWait(anybody(&random)) : .yieldProcessor
      case 21...22: return .yieldProcessor
      default: return .linger
      }
    }
  }

  /// Any observer but a witness, as far as they are planned.
  private func anybody(_ random: inout SeededGenerator) -> Int {
    random.number(in: sourceCount...(observers.count - 1))
  }

  private func cancel(_ random: inout SeededGenerator) -> Action {
    observers.count > sourceCount ? .cancel(anybody(&random)) : .yieldProcessor
  }

  private mutating func endInTheMiddle(_ random: inout SeededGenerator) {
    let source = random.number(in: 0...(sourceCount - 1))
    let thread = random.number(in: 0...(threads.count - 1))
    let place = random.number(in: (threads[thread].count / 2)...(threads[thread].count - 1))
    threads[thread].insert(.send(random.oneIn(2) ? .finish(source) : .failure(source)), at: place)
  }

  private mutating func react(
    _ observer: Int, _ length: Int, _ random: inout SeededGenerator, _ numbers: inout Numbers
  ) {
    for _ in 0..<random.number(in: 1...8) {
      let call = random.number(in: 0...length)
      observers[observer].reactions[call] =
        switch random.number(in: 1...20) {
        case 1...9: .send(.value(numbers.next(random.number(in: 0...(sourceCount - 1)))))
        case 10 where observer >= sourceCount: .cancel(observer)
        case 10...11: cancel(&random)
        case 12 where random.oneIn(8): .send(.finish(random.number(in: 0...(sourceCount - 1))))
        case 12...13:
          { () -> Action in
            observers.append(Observer(route: random.number(in: 0...(routes.count - 1))))
            return .subscribe(observers.count - 1)
          }()
        case 14...16: .linger
        default: .yieldProcessor
        }
    }
  }
}
