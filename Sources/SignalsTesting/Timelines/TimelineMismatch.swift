/// The error of a timeline that differs from the expected one. Its description shows the first difference.
///
/// ```
/// The timelines differ:
/// expected  -a-(bc)-d|
/// actual    -a-b   -e|
///              ^
/// ```
public struct TimelineMismatch: Error, Hashable, Sendable {
  /// The expected timeline.
  public let expected: Timeline
  /// The recorded timeline.
  public let actual: Timeline
}

extension Timeline {
  /// Throws a ``TimelineMismatch`` unless this recorded timeline equals `expected`.
  ///
  /// ```swift
  /// try recorder.timeline.expect("-a--b|")
  /// ```
  public func expect(_ expected: Timeline) throws(TimelineMismatch) {
    if self != expected { throw TimelineMismatch(expected: expected, actual: self) }
  }
}

extension TimelineMismatch: CustomStringConvertible {
  /// Both timelines, one above the other, with a mark at the first difference.
  public var description: String {
    var lines = ["The timelines differ:", "expected  ", "actual    "]
    var marker: Int?
    let (above, below) = (expected.columns, actual.columns)
    for frame in 0..<max(above.count, below.count) {
      let first = frame < above.count ? above[frame] : ""
      let second = frame < below.count ? below[frame] : ""
      if marker == nil, first != second { marker = lines[1].count + first.commonPrefix(with: second) }
      let width = max(first.count, second.count)
      lines[1] += first.padded(to: width)
      lines[2] += second.padded(to: width)
    }
    if let marker { lines.append(String(repeating: " ", count: marker) + "^") }
    return (lines.map(\.withoutTrailingSpaces) + legend).joined(separator: "\n")
  }

  /// The explanations of `?` and `~`.
  private var legend: [String] {
    actual.frames.enumerated().flatMap { frame, marks in
      marks.compactMap { mark in
        switch mark {
        case .unnamed(let text): "? in frame \(frame) is \(text)"
        case .later(let time): "~ in frame \(frame) is \(time) after its beginning"
        default: nil
        }
      }
    }
  }
}

extension String {
  fileprivate func padded(to width: Int) -> String { self + String(repeating: " ", count: width - count) }

  fileprivate func commonPrefix(with other: String) -> Int { zip(self, other).prefix { $0 == $1 }.count }

  fileprivate var withoutTrailingSpaces: String {
    String(self[..<(lastIndex { $0 != " " }.map(index(after:)) ?? startIndex)])
  }
}
