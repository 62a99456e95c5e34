import Signals
import SignalsTesting

/// Records the events of one lane during a run.
final class LaneLog: Sendable {
  struct Entry: Sendable {
    var mark: Mark
    /// The turn of the event, if it has one.
    var turn: Int?
  }

  private struct State {
    var entries: [Entry] = []
    var subscriptions = 0
    var hasEnded = false
  }

  let name: String
  let kind: Lane.Kind
  let start: Int
  /// The description of the value that the lane's signal was made from.
  let parent: String?
  private let beat: Beat
  private let state = Guarded(State())

  init(_ name: String, _ kind: Lane.Kind, of parent: String? = nil, on beat: Beat) {
    self.name = name
    self.kind = kind
    self.parent = parent
    self.beat = beat
    start = beat.frame
  }

  var entries: [Entry] { state.change { $0.entries } }

  /// Records an input event of the operator.
  func note<Value>(_ event: Event<Value>) { note(Mark.Content(event)) }

  func note(_ content: Mark.Content) {
    let (frame, turn) = (beat.frame, beat.turn)
    state.change { state in
      if case .finish = content { state.hasEnded = true }
      if case .failure = content { state.hasEnded = true }
      let isHeard = kind == .notes || state.subscriptions > 0
      state.entries.append(Entry(mark: Mark(frame: frame, content: content, isHeard: isHeard), turn: turn))
    }
  }

  /// Records a subscription. Only the first of simultaneous ones is drawn.
  func come() {
    let frame = beat.frame
    state.change { state in
      state.subscriptions += 1
      if state.subscriptions == 1, !state.hasEnded {
        state.entries.append(Entry(mark: Mark(frame: frame, content: .subscription)))
      }
    }
  }

  /// Records the end of a subscription. A cancel is drawn unless the signal has ended.
  func leave() {
    let frame = beat.frame
    state.change { state in
      state.subscriptions -= 1
      if state.subscriptions == 0, !state.hasEnded {
        state.entries.append(Entry(mark: Mark(frame: frame, content: .cancellation)))
      }
    }
  }
}

extension Mark.Content {
  init<Value>(_ event: Event<Value>) {
    switch event {
    case .value(let value): self = .value(Label(of: value))
    case .end(.finished): self = .finish
    case .end(.failed(let error)): self = .failure(error is TimelineFailure ? "" : "\(error)")
    }
  }
}
