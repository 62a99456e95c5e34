import CountingAllocator
import SignalsKVO

// The targets of these rows are absolute numbers of bytes, instead of baselines.

extension Scenario {
  static let graphMemory = Scenario(id: "GM", title: "heap of observable values") { _ in
    guard heapBytesInUse() >= 0 else { return Outcome(rows: []) }
    return Outcome(rows: [
      row("GM-prop", "a property", limit: 144) { [Property(0)] },
      row("GM-prop-obs", "a property and a subscription", limit: 500) {
        let property = Property(0)
        return [property, property.signal.subscribeValues { _ in }]
      },
      row("GM-obj", "an object with an observed property", limit: 80) { [Model()] },
      row("GM-obj-obs", "an object with an observed property and an observer", limit: 600) {
        let model = Model()
        return [model, KeyValueObserver(model, \.value, options: .new) { _ in }]
      },
      row("GM-der", "a derived value", limit: 200) { [Derived { 1 }] },
      row("GM-der-obs", "a derived value and a subscription", limit: 600) {
        let derived = Derived { 1 }
        return [derived, derived.signal.subscribeValues { _ in }]
      },
    ])
  }

  private static let count = 100_000

  /// - Parameter make: creates the objects of one value, which are retained.
  private static func row(_ id: String, _ title: String, limit: Int, _ make: () -> [AnyObject]) -> Row {
    // One-time allocations, such as statics and buffers, don't count.
    let first = make()
    var kept: [AnyObject] = []
    kept.reserveCapacity(2 * count)
    startCountingAllocations()
    let before = heapBytesInUse()
    for _ in 0..<count { kept.append(contentsOf: make()) }
    let bytes = heapBytesInUse() - before
    let allocations = stopCountingAllocations()
    return withExtendedLifetime((first, kept)) {
      Row(
        id: id, title: title, unit: .bytes, value: Double(bytes) / Double(count), baseline: "limit",
        baselineValue: Double(limit), target: Target(ratio: 1),
        // One allocation for the list of objects.
        allocations: allocations < 0 ? nil : Double(allocations) / Double(count) - 1)
    }
  }
}

private final class Model { @Observed var value = 0 }
