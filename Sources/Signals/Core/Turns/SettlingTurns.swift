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

  /// The turn with an identifier, if it is settling on this thread; or the one that it had waited for, which goes on afterwards, so
  /// that handlers which send again and again take no stack.
  static func turn(around identifier: UInt) -> Turn? {
    var place = slot.current
    var found: Turn?
    while let settling = place?.pointee {
      let turn = unsafe settling.turn.takeUnretainedValue()
      let isIt = unsafe UInt(bitPattern: settling.turn.toOpaque()) == identifier
      if found != nil, !turn.isResumingOthers { break }
      if isIt || found != nil { found = turn }
      place = settling.outer
    }
    return found
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
