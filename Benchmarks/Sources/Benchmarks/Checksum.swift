/// The sum of the values of a chain. It verifies each result, and keeps the optimiser from removing work.
// Unchecked, because only the thread that is delivering a value adds to it.
final class Checksum: @unchecked Sendable {
  // Without the exclusivity check, so that the end of a chain costs as little as possible on both sides.
  @exclusivity(unchecked) private(set) var sum = 0

  func add(_ value: Int) { sum &+= value }
}

/// The sum of the values of one observer, without repetitions, since their number differs between implementations.
// Unchecked for the same reason as ``Checksum``.
final class DistinctValues: @unchecked Sendable {
  private let checksum: Checksum
  @exclusivity(unchecked) private var last: Int?

  init(_ checksum: Checksum) { self.checksum = checksum }

  func receive(_ value: Int) {
    if value == last { return }
    last = value
    checksum.add(value)
  }
}
