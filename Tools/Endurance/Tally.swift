import Signals

/// Counts what many streams bring, each of which is to bring 0, 1, 2 and so on: a few bytes for each of them, so that what
/// counts doesn't weigh more than what is counted.
// Unchecked, because each stream is one subscription, whose handler never runs twice at a time (C3), and nobody reads
// before all is quiet.
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

  /// How many values have come in all.
  var total: Int { next.reduce(0, +) - Int(skipped.value) }
  var repeated: Int { Int(outOfPlace.value) }

  /// How many have not come, of so many for each stream.
  func lost(of count: Int) -> Int { next.reduce(Int(skipped.value)) { $0 + max(0, count - $1) } }
}
