import Signals

// The rules of cancelling: C6.

extension RunChecker {
  mutating func check(_ cancelling: RecordedRun.Cancelling) {
    guard cancelling.end != .max else {
      return report("C6", "cancelling observer \(cancelling.observer) never returned", [cancelling.begin])
    }
    let later = callsOf[cancelling.observer, default: []].filter { $0.end > cancelling.end }
    let evidence = [cancelling.begin, cancelling.end] + stamps(later.prefix(3).map { $0 })
    if cancelling.waits {
      if !later.isEmpty { report("C6", "observer \(cancelling.observer) ran after cancelAndWait", evidence) }
      return
    }
    let begunLater = later.filter { $0.begin > cancelling.end }
    if isCalledWhereHandlerRuns(cancelling) {
      if !begunLater.isEmpty {
        report(
          "C6", "observer \(cancelling.observer) was called after it was cancelled where its handler runs", evidence)
      }
      return
    }
    if later.count > 1 {
      report("C6", "\(later.count) calls of observer \(cancelling.observer) outlived its cancellation", evidence)
    }
    // A call that is under way may be stamped a little later, when its handler gets to it.
    for call in begunLater where call.thread == cancelling.thread || wasSent(call.heard, after: cancelling.end) {
      report("C6", "observer \(cancelling.observer) was called with what came after its cancellation", evidence)
    }
  }

  private func wasSent(_ heard: Heard, after stamp: Int) -> Bool {
    switch heard {
    case .value(let value): sendingOf[value].map { $0.begin > stamp } ?? false
    case .pair(let first, let second): wasSent(.value(first), after: stamp) || wasSent(.value(second), after: stamp)
    case .finish, .failure: false
    }
  }

  /// Whether it is called from its own handler, from that of another observer of the same source, or on its queue.
  private func isCalledWhereHandlerRuns(_ cancelling: RecordedRun.Cancelling) -> Bool {
    let view = run.views[cancelling.observer]
    return cancelling.within.contains { frame in
      guard case .calling(let observer, _) = frame else { return false }
      let other = run.views[observer]
      return observer == cancelling.observer || view.queue != nil && view.queue == other.queue
        || view.isDirect && other.isDirect && view.sources == other.sources
    }
  }
}
