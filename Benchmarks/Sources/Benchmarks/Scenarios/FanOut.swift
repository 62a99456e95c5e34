import Signals

extension Scenario {
  static let fanOut = Scenario(id: "S5", title: "fan-out to 100 observers, per delivery", hasGrowth: true) { scenario in
    let counts = [1, 10, 100, 1_000, 100_000]
    let subjects = counts.map(Work.fanOut)
    let directs = counts.map(Work.directFanOut)
    let medians = Measurement.medians(of: subjects + directs)
    let subjectMedians = medians.prefix(counts.count)
    let directMedians = medians.dropFirst(counts.count)

    func points(_ values: ArraySlice<Double>) -> [Growth.Point] {
      zip(counts, values).map { Growth.Point(count: $0, value: $1) }
    }
    let hundred = 2
    let row = scenario.row(
      subjectMedians[hundred], "direct", directMedians[counts.count + hundred], Target(ratio: 1.2, allocations: 0),
      subjects[hundred])
    return Outcome(
      rows: [row],
      growth: Growth(
        id: "S5", title: "one delivery of a fan-out", unit: .nanoseconds, counted: "observers",
        points: points(subjectMedians), baseline: "direct", baselinePoints: points(directMedians)))
  }
}

extension Work {
  fileprivate static func fanOut(to observers: Int) -> Work {
    let (sends, expected) = deliveries(to: observers)
    return Work(name: "S5 with \(observers) observers", operations: sends * observers, expected: expected) {
      let checksum = Checksum()
      let input = SignalInput<Int>()
      let endpoints = (0..<observers).map { _ in input.signal.subscribeValues { checksum.add($0) } }
      return {
        for index in 0..<sends { input.send(index) }
        return withExtendedLifetime(endpoints) { checksum.sum }
      }
    }
  }

  fileprivate static func directFanOut(to observers: Int) -> Work {
    let (sends, expected) = deliveries(to: observers)
    return Work(name: "direct S5 with \(observers) observers", operations: sends * observers, expected: expected) {
      let checksum = Checksum()
      let stages = (0..<observers).map { _ in Direct.sink(checksum) }
      return {
        for index in 0..<sends {
          for stage in stages { stage(index) }
        }
        return checksum.sum
      }
    }
  }

  private static func deliveries(to observers: Int) -> (sends: Int, expected: Int) {
    let sends = max(10, 1_000_000 / observers)
    return (sends, sum(below: sends) * observers)
  }
}
