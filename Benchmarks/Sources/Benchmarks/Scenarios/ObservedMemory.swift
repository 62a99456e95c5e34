import CountingAllocator
import SignalsKVO

extension Scenario {
  static let observedMemory = Scenario(
    id: "S9m", title: "heap of an object with one observed property", hasGrowth: true
  ) { scenario in
    scenario.compareHeaps(.ofObserved, with: .ofPlain, target: Target(ratio: 4))
  }

  static let observersMemory = Scenario(
    id: "S9m-observer", title: "heap of an observed object and its observer", hasGrowth: true
  ) { scenario in
    scenario.compareHeaps(.ofObservedWithObserver, with: .ofGuardedSource, target: Target(ratio: 2))
  }

  private func compareHeaps(_ subject: Crowd, with baseline: Crowd, target: Target) -> Outcome {
    guard heapBytesInUse() >= 0 else { return Outcome(rows: []) }
    let counts = [1_000, 10_000, 100_000, 1_000_000]
    func points(_ crowd: Crowd) -> [Growth.Point] {
      counts.map { Growth.Point(count: $0, value: crowd.bytesEach($0)) }
    }
    let (subjects, baselines) = (points(subject), points(baseline))
    let million = counts.count - 1
    let row = Row(
      id: id, title: title, unit: .bytes, value: subjects[million].value, baseline: baseline.name,
      baselineValue: baselines[million].value, target: target, allocations: nil)
    return Outcome(
      rows: [row],
      growth: Growth(
        id: id, title: title, unit: .bytes, counted: "objects", points: subjects, baseline: baseline.name,
        baselinePoints: baselines))
  }
}

/// A large number of objects of one kind.
private struct Crowd: Sendable {
  let name: String
  /// Creates one object, and returns all references to retain.
  let make: @Sendable () -> (AnyObject, AnyObject?)

  func bytesEach(_ count: Int) -> Double {
    var kept: [(AnyObject, AnyObject?)] = []
    kept.reserveCapacity(count)
    let before = heapBytesInUse()
    for _ in 0..<count { kept.append(make()) }
    let bytes = heapBytesInUse() - before
    return withExtendedLifetime(kept) { Double(bytes) / Double(count) }
  }

  static let ofPlain = Crowd(name: "stored") { (Plain(), nil) }

  static let ofObserved = Crowd(name: "observed") { (Model(), nil) }

  static let ofObservedWithObserver = Crowd(name: "observed and observer") {
    let model = Model()
    let observer = KeyValueObserver(model, \.value, options: .new) { change in
      require(change.reason != .pathChanged, "The path has no intermediate object that could change.")
    }
    return (model, observer)
  }

  /// A source of one hand-written observer, as for the heap of a subscription.
  static let ofGuardedSource = Crowd(name: "closures") {
    let checksum = Checksum()
    let source = GuardedSource()
    return (source, source.subscribe(Direct.chain(checksum)))
  }
}

private final class Model { @Observed var value = 0 }
private final class Plain { var value = 0 }
