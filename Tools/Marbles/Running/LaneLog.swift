import Signals
import SignalsTesting

/// What is noted of one lane while a run goes on.
final class LaneLog: Sendable {
  struct Entry: Sendable {
    var mark: Mark
    /// The turn in which it came, where it came in one.
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
  /// What the lane was made of, as it prints.
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

  /// Notes an event on its way into an operator.
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

  /// Somebody subscribes. Drawn is only whether there is anybody.
  func come() {
    let frame = beat.frame
    state.change { state in
      state.subscriptions += 1
      if state.subscriptions == 1, !state.hasEnded {
        state.entries.append(Entry(mark: Mark(frame: frame, content: .subscription)))
      }
    }
  }

  /// A subscription is over. After an end that goes without saying.
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
