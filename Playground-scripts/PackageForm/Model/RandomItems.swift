/// Random items for a package. The same seed gives the same items in the same order.
struct RandomItems: Sendable {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> Item {
    Item(name: Self.names[below(Self.names.count)], grams: 10 * (1 + below(90)))
  }

  // The standard library may change how it uses a `RandomNumberGenerator`, and the output of a script has to stay the
  // same, so this has an algorithm of its own.
  private mutating func below(_ bound: Int) -> Int { Int(bits() % UInt64(bound)) }

  /// SplitMix64.
  private mutating func bits() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xbf58_476d_1ce4_e5b9
    bits = (bits ^ (bits >> 27)) &* 0x94d0_49bb_1331_11eb
    return bits ^ (bits >> 31)
  }

  private static let names = ["book", "compass", "globe", "lamp", "loom card", "slide rule", "tea tin", "telescope"]
}
