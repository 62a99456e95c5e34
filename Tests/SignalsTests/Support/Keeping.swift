import Signals

extension Signal {
  /// The same signal, in which every subscription holds an object that says when it is released.
  func keeping(_ name: String, _ log: Log<String>) -> Signal {
    Signal { [attach] downstream, line in
      let tracked = Tracked(name, log)
      Signal(attach: attach).filter { _ in
        tracked.touch()
        return true
      }.attach(downstream, line)
    }
  }
}
