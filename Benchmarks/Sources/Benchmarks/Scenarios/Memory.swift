import CountingAllocator
import Signals

extension Scenario {
  static let memory = Scenario(
    id: "MEM", title: "heap per live subscription of S3's chain", hasGrowth: true
  ) { scenario in
    guard heapBytesInUse() >= 0 else { return Outcome(rows: []) }
    let counts = [1_000, 10_000, 100_000, 1_000_000]
    let subjects = counts.map { Heap.medianPerSubscription($0, Heap.ofSignals) }
    let baselines = counts.map { Heap.medianPerSubscription($0, Heap.ofClosures) }

    func points(_ heaps: [Heap]) -> [Growth.Point] {
      zip(counts, heaps).map { Growth.Point(count: $0, value: $1.bytes) }
    }
    let hundredThousand = 2
    let row = Row(
      id: scenario.id, title: scenario.title, unit: .bytes, value: subjects[hundredThousand].bytes,
      baseline: "closures", baselineValue: baselines[hundredThousand].bytes, target: Target(ratio: 1.4),
      allocations: subjects[hundredThousand].allocations)
    return Outcome(
      rows: [row],
      growth: Growth(
        id: scenario.id, title: "heap of one live subscription", unit: .bytes, counted: "live subscriptions",
        points: points(subjects), baseline: "closures", baselinePoints: points(baselines)))
  }
}

/// The heap use of one live subscription.
private struct Heap {
  let bytes: Double
  let allocations: Double?

  static func medianPerSubscription(_ count: Int, _ measure: (Int) -> Heap) -> Heap {
    // The largest number takes a second to build, and variations are negligible.
    let heaps = (0..<(count < 1_000_000 ? 7 : 1)).map { _ in measure(count) }
    return Heap(bytes: Measurement.median(heaps.map(\.bytes)), allocations: heaps[0].allocations)
  }

  static func ofSignals(_ count: Int) -> Heap {
    let checksum = Checksum()
    let input = SignalInput<Int>()
    return perSubscription(count, checksum, send: { input.send($0) }) { Chain.subscribe(to: input, checksum) }
  }

  static func ofClosures(_ count: Int) -> Heap {
    let checksum = Checksum()
    let source = GuardedSource()
    return perSubscription(count, checksum, send: source.send) { source.subscribe(Direct.chain(checksum)) }
  }

  private static func perSubscription(
    _ count: Int, _ checksum: Checksum, send: (Int) -> Void, subscribe: () -> AnyObject
  ) -> Heap {
    var live: [AnyObject] = []
    live.reserveCapacity(count)
    let before = heapBytesInUse()
    startCountingAllocations()
    for _ in 0..<count { live.append(subscribe()) }
    let allocations = stopCountingAllocations()
    let bytes = heapBytesInUse() - before
    // The first value of each chain is dropped.
    send(1)
    send(2)
    require(checksum.sum == 3 * count, "The subscriptions whose heap was measured are not alive.")
    return withExtendedLifetime(live) {
      Heap(
        bytes: Double(bytes) / Double(count),
        allocations: allocations < 0 ? nil : Double(allocations) / Double(count))
    }
  }
}
