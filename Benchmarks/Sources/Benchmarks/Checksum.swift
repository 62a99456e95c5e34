/// What the chains add up, so that no work can be optimised away and every result can be verified.
// Unchecked, because only the thread that delivers at the moment adds to it.
final class Checksum: @unchecked Sendable {
  // Without the exclusivity check, so that the bottom of a chain weighs as little as it can on both sides.
  @exclusivity(unchecked) private(set) var sum = 0

  func add(_ value: Int) { sum &+= value }
}
