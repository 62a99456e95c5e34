import Signals

/// Counts the values of many streams, each of which should emit 0, 1, 2 and so on. It needs only a few bytes per
/// stream, so that it hardly contributes to the measured memory.
// Unchecked, because each stream is one subscription, whose handler calls never overlap (C3), and the counts are read
// only after all handlers have returned.
final class Tally: @unchecked Sendable {
  private let next: UnsafeMutableBufferPointer<Int>
  private let outOfPlace = AtomicWord(0)
  private let skipped = AtomicWord(0)

  init(_ count: Int) {
    next = .allocate(capacity: count)
    next.initialize(repeating: 0)
  }

  deinit { next.deallocate() }

  func note(_ value: Int, in stream: Int) {
    let expected = next[stream]
    if value < expected { return outOfPlace.add(1) }
    if value > expected { skipped.add(value - expected) }
    next[stream] = value + 1
  }

  /// The number of received values.
  var total: Int { next.reduce(0, +) - Int(skipped.value) }
  var repeated: Int { Int(outOfPlace.value) }

  /// The number of missing values, with `count` values expected from each stream.
  func lost(of count: Int) -> Int { next.reduce(Int(skipped.value)) { $0 + max(0, count - $1) } }
}
