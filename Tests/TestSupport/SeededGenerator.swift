/// A generator of random numbers that are the same for the same seed.
package struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}

extension SeededGenerator {
  package mutating func number(in range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }

  /// True with a probability of 1 in `count`.
  package mutating func oneIn(_ count: Int) -> Bool { number(in: 1...count) == 1 }

  /// One of few values, so that equal ones meet.
  package mutating func digit() -> Int { number(in: 0...9) }

  package mutating func digits(_ count: ClosedRange<Int>) -> [Int] { (0..<number(in: count)).map { _ in digit() } }
}
