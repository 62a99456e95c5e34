/// What happens to a signal, frame by frame, as a line of text.
///
/// | | |
/// |---|---|
/// | `-` | a frame in which nothing happens |
/// | a letter or a digit | a value |
/// | `\|` | the finish |
/// | `#` | the failure |
/// | `(ab\|)` | several things in one frame, in this order. A source sends them in one turn |
/// | `^` | the subscription |
/// | `!` | the cancellation |
/// | a space | nothing, not even time: for lining up one timeline with another |
///
/// Every character is a frame, and so is a whole group: `"-(ab)c"` has `c` in the frame after `a` and `b`. The first
/// frame is at time nought. Silence at the end says nothing: `"-a--"` equals `"-a"`.
///
/// ```swift
/// let source = Signal<String>.timeline("ab---c|", on: clock)
/// let quiet  = source.debounce(for: .seconds(2), on: clock)
/// try timeline(of: quiet, on: clock).expect("---b--(c|)")
/// ```
///
/// A timeline that makes no sense is stopped by a trap that names the character: `"-a|b"` has something after its end.
///
/// In a timeline that was recorded, `?` is a value that has no name of one letter or digit, and `~` comes before what
/// happened between two frames. Both differ from anything that can be written.
public struct Timeline: Hashable, Sendable {
  package enum Mark: Hashable, Sendable {
    case value(Character)
    case finish
    case failure
    case subscription
    case cancellation
    /// A value that no letter or digit stands for, as it prints.
    case unnamed(String)
    /// What comes next in this frame was so much later than the frame's beginning.
    case later(Duration)
  }

  /// What each frame holds. The last one isn't empty.
  package let frames: [[Mark]]

  package init(frames: [[Mark]]) {
    self.frames = Array(frames[..<((frames.lastIndex { !$0.isEmpty } ?? -1) + 1)])
  }

  /// Reads a timeline, and traps with a sentence where that is impossible.
  public init(_ text: String) {
    do {
      self.init(frames: try TimelineParser.frames(of: text))
    } catch {
      preconditionFailure(error.description)
    }
  }
}

extension Timeline: ExpressibleByStringLiteral {
  /// A timeline that is written down. It traps with a sentence where it makes no sense.
  public init(stringLiteral text: String) { self.init(text) }
}

extension Timeline: CustomStringConvertible {
  /// The timeline as it would be written, without the silence at its end; `-` for nothing at all.
  public var description: String { frames.isEmpty ? "-" : columns.joined() }

  /// Each frame as it is drawn.
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
