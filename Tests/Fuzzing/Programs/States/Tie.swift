import SignalsKVO

/// A binding, and the expected agreement of its ends.
final class Tie {
  /// One end: its value, if the end is there.
  struct End {
    let name: String
    let number: () -> Int?
    let isGone: () -> Bool
  }

  let name: String
  var binding: TwoWayBinding?
  private let first: End
  private let second: End
  private let isNegated: Bool
  private unowned let world: World
  var held: Set<BindingEnd> = []

  init(_ name: String, _ binding: TwoWayBinding, _ first: End, _ second: End, isNegated: Bool, in world: World) {
    self.name = name
    self.binding = binding
    self.first = first
    self.second = second
    self.isNegated = isNegated
    self.world = world
  }

  /// Whether it has come to rest with two values that don't agree, as it says itself.
  var isUnsettled: Bool { binding?.state.unsettled != nil }

  /// Both ends agree (B3), unless one of them is absent; and without an end there is no binding (B6).
  func checkAtRest() {
    guard let state = binding?.state else { return }
    if first.isGone() || second.isGone() {
      if !state.ended { world.breach("B6: \(name) survives its end") }
      return
    }
    guard !state.ended, held.isEmpty, !world.isUnsettled else { return }
    if !state.pending.isEmpty { world.breach("B8: \(name) believes that something waits: \(state.pending)") }
    guard let one = first.number(), let two = second.number() else { return }
    if one != (isNegated ? -two : two) {
      world.breach("B3: \(name) has \(one) at \(first.name) and \(two) at \(second.name)")
    }
  }
}
