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

  /// The turn with an identifier, if it is settling on this thread. Then it is alive.
  static func turn(_ identifier: UInt) -> Turn? {
    var place = slot.current
    while let settling = place?.pointee {
      if unsafe UInt(bitPattern: settling.turn.toOpaque()) == identifier {
        return unsafe settling.turn.takeUnretainedValue()
      }
      place = settling.outer
    }
    return nil
  }
}
