import Signals
import SignalsTesting

/// The time of a run, in frames of one second, and its turns.
final class Beat: Sendable {
  let clock = VirtualScheduler()
  private let turns = Guarded((count: 0, current: Int?.none))

  /// The current frame. A picture can't show an event between two frames, so there must be none.
  var frame: Int { Self.frame(at: clock.elapsed) }

  static func frame(at time: Duration) -> Int {
    let frame = Int(time / .seconds(1))
    precondition(
      .seconds(frame) == time, "An event at \(time), but a picture shows only whole seconds: choose other times.")
    return frame
  }

  /// The current turn, if there is one.
  var turn: Int? { turns.change { $0.current } }

  /// Runs `action` as one turn.
  func takeTurn(_ action: () -> Void) {
    turns.change { turns in
      turns.count += 1
      turns.current = turns.count
    }
    action()
    turns.change { $0.current = nil }
  }
}
