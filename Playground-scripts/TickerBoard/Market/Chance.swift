/// Random numbers. The same seed gives the same numbers in the same order, with every version of the standard library.
struct Chance: Sendable {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  /// A number from 0 up to, but not including, `bound`.
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
