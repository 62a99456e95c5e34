/// What the chains add up, so that no work can be optimised away and every result can be verified.
// Unchecked, because only the thread that delivers at the moment adds to it.
final class Checksum: @unchecked Sendable {
  // Without the exclusivity check, so that the bottom of a chain weighs as little as it can on both sides.
  @exclusivity(unchecked) private(set) var sum = 0

  func add(_ value: Int) { sum &+= value }
}

/// Adds up the values that one observer receives, except those equal to the one before: their number differs between
/// implementations.
// Unchecked for the same reason.
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
