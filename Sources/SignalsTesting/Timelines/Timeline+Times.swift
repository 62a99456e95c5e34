extension Timeline {
  /// What was recorded, in order of time.
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
  /// The same, which is how long a frame is.
  var asTick: Duration {
    precondition(self > .zero, "A frame takes time: give a tick of more than nought, not \(self).")
    return self
  }
}
