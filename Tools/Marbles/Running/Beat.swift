import Signals
import SignalsTesting

/// The time of a run, in frames of a second, and the turns that it is divided into.
final class Beat: Sendable {
  let clock = VirtualScheduler()
  private let turns = Guarded((count: 0, current: Int?.none))

  /// The frame that it is. A picture has nothing between two frames, so nothing may happen there.
  var frame: Int { Self.frame(at: clock.elapsed) }

  static func frame(at time: Duration) -> Int {
    let frame = Int(time / .seconds(1))
    precondition(.seconds(frame) == time, "A picture shows whole seconds: let nothing happen at \(time).")
    return frame
  }

  /// The turn under way, if there is one.
  var turn: Int? { turns.change { $0.current } }

  /// Does what belongs to one turn.
  func takeTurn(_ action: () -> Void) {
    turns.change { turns in
      turns.count += 1
      turns.current = turns.count
    }
    action()
    turns.change { $0.current = nil }
  }
}
