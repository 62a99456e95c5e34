/// The turns of this thread that are settling, the innermost first. Each runs within an emission of the next one.
@safe
package struct SettlingTurns {
  private static let slot = ThreadContext<SettlingTurns>()

  private let turn: Unmanaged<Turn>
  private let outer: LivePointer<SettlingTurns>?

  /// Runs `body`, in which the participants of `turn` settle.
  @inline(__always)
  static func with(_ turn: Turn, perform body: () -> Void) {
    let place = slot.place
    let outer = place.pointee
    slot.put(unsafe SettlingTurns(turn: .passUnretained(turn), outer: outer), over: outer, at: place) { _ in body() }
  }

  /// Whether a turn of this thread is settling.
  package static var areThereAny: Bool { slot.current != nil }

  /// The innermost of them.
  package static var innermost: Turn? { unsafe slot.current?.pointee.turn.takeUnretainedValue() }

  /// The outermost of them.
  static var outermost: Turn? {
    var place = slot.current
    while let outer = place?.pointee.outer { place = outer }
    return unsafe place?.pointee.turn.takeUnretainedValue()
  }

  /// Calls `body` with each of them.
  package static func forEach(_ body: (Turn) -> Void) {
    var place = slot.current
    while let settling = place?.pointee {
      unsafe body(settling.turn.takeUnretainedValue())
      place = settling.outer
    }
  }

  /// The turn of this thread for which `turn` waits before it settles at a join, if there is one: a turn further up that has yet to
  /// settle there, or for which such a turn waits.
  ///
  /// - Parameter owner: the identifier of the turn that owns the staging of the join.
  static func turn(holding join: ObjectIdentifier, ownedBy owner: UInt, before turn: Turn) -> Turn? {
    var place = slot.current
    while let settling = place?.pointee {
      let outer = unsafe settling.turn.takeUnretainedValue()
      if outer !== turn, outer.holds(join, ownedBy: owner, before: turn) { return outer }
      place = settling.outer
    }
    return nil
  }

  /// Numbers the turns that settle within `outer`, the outermost first.
  static func number(within outer: Turn) {
    var inner: [Turn] = []
    var place = slot.current
    while let settling = place?.pointee {
      let turn = unsafe settling.turn.takeUnretainedValue()
      if turn === outer { break }
      inner.append(turn)
      place = settling.outer
    }
    for turn in inner.reversed() { turn.number() }
  }
}
