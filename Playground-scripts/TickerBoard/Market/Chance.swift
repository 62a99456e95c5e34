/// Numbers by chance. The same seed gives the same numbers in the same order, whatever the standard library's version.
struct Chance: Sendable {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  /// A number from nought up to `bound`, which it never is.
  mutating func below(_ bound: Int) -> Int { Int(bits() % UInt64(bound)) }

  /// SplitMix64.
  private mutating func bits() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xbf58_476d_1ce4_e5b9
    bits = (bits ^ (bits >> 27)) &* 0x94d0_49bb_1331_11eb
    return bits ^ (bits >> 31)
  }
}
