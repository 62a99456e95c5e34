import Signals

/// A value of a recorded run: the source to which it is sent, and a number that is sent there once. It reads `a3`.
///
/// Numbers begin with 1. Zero is the first value of a signal with a current value.
struct Numbered: Hashable, Sendable {
  let source: Int
  let number: Int
}

/// An event sent to a source: `a3` is a value, `a|` its finish, `a#` its failure.
enum Sent: Hashable, Sendable {
  case value(Numbered)
  case finish(Int)
  case failure(Int)

  var source: Int {
    switch self {
    case .value(let value): value.source
    case .finish(let source), .failure(let source): source
    }
  }

  var value: Numbered? { if case .value(let value) = self { value } else { nil } }
}

/// An event received by an observer: `a3` is a value, `a3/b1` a pair of a join, `|` the finish, `#` a failure.
enum Heard: Hashable, Sendable {
  case value(Numbered)
  case pair(Numbered, Numbered)
  case finish
  case failure

  var isEnd: Bool { self == .finish || self == .failure }
}

/// The event at one moment of a recorded run. Observers have numbers, in the order in which they are planned.
enum Step: Hashable, Sendable {
  case subscribes(Int)
  case subscribed(Int)
  case sends(Sent)
  case sent(Sent, SendResult)
  /// A handler begins, and returns.
  case called(Int, Heard)
  case returned(Int)
  case cancels(Int)
  case cancelled(Int)
  /// As `cancels`, where the caller waits for the handler that runs; and when it has.
  case waits(Int)
  case waited(Int)

  /// The observer concerned, if it isn't a source.
  var observer: Int? {
    switch self {
    case .sends, .sent: nil
    case .called(let observer, _): observer
    case .subscribes(let observer), .subscribed(let observer), .returned(let observer): observer
    case .cancels(let observer), .cancelled(let observer), .waits(let observer), .waited(let observer): observer
    }
  }
}

/// One step, and the thread that took it. The place of a moment in its run is its *stamp*.
struct Moment: Hashable, Sendable {
  let thread: UInt
  let step: Step
}
