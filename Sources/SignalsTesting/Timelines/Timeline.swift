internal import Signals

/// The events of a signal, frame by frame, as a line of text.
///
/// | | |
/// |---|---|
/// | `-` | a frame in which nothing happens |
/// | a letter or a digit | a value |
/// | `\|` | the finish |
/// | `#` | the failure |
/// | `(ab\|)` | several events in one frame, in this order. A source sends them in one turn |
/// | `^` | the subscription |
/// | `!` | the cancellation |
/// | a space | nothing, not even a frame: it aligns one timeline with another |
///
/// Every character is a frame, and so is a whole group: `"-(ab)c"` has `c` in the frame after `a` and `b`. The first
/// frame is at time zero. Empty frames at the end have no meaning: `"-a--"` equals `"-a"`.
///
/// ```swift
/// let source = Signal<String>.timeline("ab---c|", on: clock)
/// let quiet  = source.debounce(for: .seconds(2), on: clock)
/// try timeline(of: quiet, on: clock).expect("---b--(c|)")
/// ```
///
/// A malformed timeline traps with a message that names the character: `"-a|b"` has an event after its end.
///
/// In a recorded timeline, `?` is a value that no single letter or digit stands for, and `~` precedes an event that
/// happened between two frames. Neither equals anything that a written timeline can contain.
public struct Timeline: Hashable, Sendable {
  package enum Mark: Hashable, Sendable {
    case value(Character)
    case finish
    case failure
    case subscription
    case cancellation
    /// A value that no letter or digit stands for, with its description.
    case unnamed(String)
    /// The time since the beginning of the frame at which the following marks happened.
    case later(Duration)
  }

  /// The marks of each frame. The last frame isn't empty.
  package let frames: [[Mark]]

  package init(frames: [[Mark]]) {
    self.frames = Array(frames[..<((frames.lastIndex { !$0.isEmpty } ?? -1) + 1)])
  }

  /// Parses a timeline. A malformed timeline traps with a message that names the character.
  public init(_ text: String, file: StaticString = #fileID, line: UInt = #line) {
    do {
      self.init(frames: try TimelineParser.frames(of: text))
    } catch {
      stopProgram(error.description, file, line)
    }
  }
}

extension Timeline: ExpressibleByStringLiteral {
  /// Makes a timeline from a string literal. A malformed timeline traps with a message that names the character.
  public init(stringLiteral text: String) { self.init(text) }
}

extension Timeline: CustomStringConvertible {
  /// The timeline as text, without empty frames at its end; an empty timeline is `-`.
  public var description: String { frames.isEmpty ? "-" : columns.joined() }

  /// The text of each frame.
  var columns: [String] {
    frames.map { marks in
      let drawn = String(marks.map(\.character))
      return switch marks.count {
      case 0: "-"
      case 1: drawn
      default: "(\(drawn))"
      }
    }
  }
}

extension Timeline.Mark {
  var character: Character {
    switch self {
    case .value(let name): name
    case .finish: "|"
    case .failure: "#"
    case .subscription: "^"
    case .cancellation: "!"
    case .unnamed: "?"
    case .later: "~"
    }
  }
}
