import Signals

extension Scenario {
  static let subscribing = Scenario(id: "S6", title: "build, subscribe and cancel S3's chain") { scenario in
    let operations = 50_000
    let baseline = Work(name: "closures", operations: operations, expected: operations) {
      let checksum = Checksum()
      let source = GuardedSource()
      return {
        var cancelled = 0
        for _ in 0..<operations {
          if source.subscribe(Direct.chain(checksum)).cancel() { cancelled += 1 }
        }
        return cancelled
      }
    }
    return Outcome(rows: [
      scenario.compare(
        .subscribing(to: SignalInput()), with: .other(baseline), target: Target(ratio: 2, allocations: 10))
    ])
  }

  static let subscribingBesideMany = Scenario(
    id: "S6L", title: "S6 beside live subscriptions", hasGrowth: true
  ) { scenario in
    let counts = [1_000, 10_000, 100_000, 1_000_000]
    let crowds = counts.map(Crowd.init)
    let subjects = crowds.map { Work.subscribing(to: $0.input) }
    let medians = Measurement.medians(of: [.subscribing(to: SignalInput())] + subjects)
    let alone = medians[0]
    let values = medians.dropFirst()
    let points = zip(counts, values).map { Growth.Point(count: $0, value: $1) }

    let rows = zip(points, subjects)
      .filter { point, _ in point.count == 10_000 || point.count == 1_000_000 }
      .map { point, subject in
        Row(
          id: point.count == 10_000 ? "S6L" : "S6L1M",
          title: "S6 beside \(point.count.grouped) live subscriptions",
          value: point.value, baseline: "S6", baselineValue: alone, target: Target(ratio: 1.2),
          allocations: Measurement.allocations(of: subject))
      }
    return withExtendedLifetime(crowds) {
      Outcome(
        rows: rows,
        growth: Growth(
          id: "S6L", title: "build, subscribe and cancel", unit: .nanoseconds, counted: "live subscriptions",
          points: points, baseline: "S6", baselinePoints: counts.map { Growth.Point(count: $0, value: alone) }))
    }
  }
}

extension Work {
  fileprivate static func subscribing(to input: SignalInput<Int>) -> Work {
    let operations = 50_000
    return Work(name: "S6", operations: operations, expected: operations) {
      let checksum = Checksum()
      return {
        var cancelled = 0
        for _ in 0..<operations {
          let endpoint = Chain.subscribe(to: input, checksum)
          let wasActive = endpoint.isActive
          endpoint.cancel()
          if wasActive, !endpoint.isActive { cancelled += 1 }
        }
        return cancelled
      }
    }
  }
}

/// Live subscriptions without activity.
private struct Crowd {
  let input = SignalInput<Int>()
  private let endpoints: [Endpoint]

  init(_ count: Int) {
    let checksum = Checksum()
    endpoints = (0..<count).map { [input] _ in Chain.subscribe(to: input, checksum) }
  }
}
