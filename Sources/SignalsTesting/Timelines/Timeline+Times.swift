internal import Signals

extension Timeline {
  /// Makes a timeline of recorded marks, which are in order of time.
  init(_ recorded: [(time: Duration, mark: Mark)], tick: Duration) {
    var frames: [[Mark]] = []
    for (time, mark) in recorded {
      let frame = Int(time.attoseconds / tick.attoseconds)
      while frames.count <= frame { frames.append([]) }
      let rest = time - tick * frame
      if rest > .zero, frames[frame].last(where: \.isLater) != .later(rest) { frames[frame].append(.later(rest)) }
      frames[frame].append(mark)
    }
    self.init(frames: frames)
  }
}

extension Timeline.Mark {
  fileprivate var isLater: Bool {
    if case .later = self { true } else { false }
  }
}

extension Duration {
  /// This duration, checked to be a valid length of a frame.
  func asTick(_ file: StaticString, _ line: UInt) -> Duration {
    requireArgument(
      self > .zero, "A tick of \(self) is no length of a frame: pass a tick greater than zero.", file, line)
    return self
  }
}
