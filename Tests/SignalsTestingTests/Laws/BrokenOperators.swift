import Signals
import SignalsTesting
import Testing

/// An operator that breaks laws on purpose.
struct BrokenOperator: Sendable, CustomTestStringConvertible {
  let subject: OperatorUnderTest
  let breaks: Set<OperatorLaw>
  /// The further law that it breaks if the threads happen to meet in a certain way.
  let mayBreak: Set<OperatorLaw>
  var testDescription: String { subject.name }

  init(
    _ name: String, breaks: Set<OperatorLaw>, mayBreak: Set<OperatorLaw> = [],
    _ apply: @escaping @Sendable (Signal<Int>, Probe) -> Signal<Int>
  ) {
    subject = OperatorUnderTest(name, apply)
    self.breaks = breaks
    self.mayBreak = mayBreak
  }
}

extension BrokenOperator {
  static let all = [
    BrokenOperator("speaks after the end", breaks: [.silenceAfterTheEnd]) { signal, _ in
      signal.stage(
        0, { _, value, downstream in try downstream.pass(value) },
        atEnd: { _, end, downstream in
          downstream.end(end)
          downstream.deliver(99)
        })
    },
    // Its subscription upstream isn't bound to the one downstream, so that is held, too.
    BrokenOperator("goes on after a cancel", breaks: [.silenceAfterACancel, .release]) { signal, probe in
      Signal<Int> { downstream, line in
        keep(
          signal.map { value in
            try probe()
            return value
          }.subscribe { event in
            guard line.isOpen else { return }
            switch event {
            case .value(let value): downstream.deliver(value)
            case .end(let end): downstream.end(end)
            }
          })
      }
    },
    // It passes values on from a timer and from the source, with nothing that lets one of them wait for the other.
    BrokenOperator("calls from a timer", breaks: [.neverInsideItself, .release], mayBreak: [.neverTwoAtOnce]) {
      signal, probe in
      signal.stage(true) { isFirst, value, downstream in
        guard isFirst else { return try downstream.pass(value) }
        isFirst = false
        _ = probe.scheduler.schedule(after: .milliseconds(1)) { downstream.deliver(value) }
      }
    },
    BrokenOperator("holds what its closure captured", breaks: [.release]) { signal, probe in
      keep(probe)
      return signal.map { value in
        try probe()
        return value
      }
    },
    BrokenOperator("leaves a timer behind", breaks: [.release]) { signal, probe in
      signal.stage(0) { _, value, downstream in
        _ = probe.scheduler.schedule(after: .seconds(3_600)) {}
        try downstream.pass(value)
      }
    },
    // Small numbers come from the other laws, and for them it is good.
    BrokenOperator("calls its closure on two threads", breaks: [.neverTwoAtOnce]) { signal, probe in
      signal.map { value in
        if value == 100 {
          onQueues(2) { _ in for _ in 0..<5_000 { try? probe() } }
        }
        return value
      }
    },
    BrokenOperator("hears one thread only", breaks: [.neverTwoAtOnce]) { signal, _ in
      signal.stage(UInt(0)) { thread, value, downstream in
        if thread == 0 { thread = currentThread() }
        if thread == currentThread() { try downstream.pass(value) }
      }
    },
    BrokenOperator("swallows an error", breaks: [.errors]) { signal, probe in
      signal.map { value in
        try? probe()
        return value
      }
    },
    BrokenOperator("finishes at an error", breaks: [.errors]) { signal, probe in
      signal.stage(0) { _, value, downstream in
        do { try probe() } catch { return downstream.end(.finished) }
        try downstream.pass(value)
      }
    },
    BrokenOperator("shares its state", breaks: [.ownState]) { signal, _ in
      let count = Guarded(0)
      return signal.filter { _ in
        count.change { count in
          count += 1
          return count > 1
        }
      }
    },
  ]

  private static let kept = Guarded<[any Sendable]>([])

  private static func keep(_ object: any Sendable) { kept.change { $0.append(object) } }
}
