import Signals
import SignalsTesting

extension OperatorUnderTest {
  /// The operators that wait for another signal, or gather values for a while.
  static let waiting = [
    OperatorUnderTest("drop(untilOutputFrom:), a value at once") { signal, probe in
      signal.drop(untilOutputFrom: .just(0)).map { try probe.passing($0) }
    },
    OperatorUnderTest("drop(untilOutputFrom:), its own second value") { signal, _ in
      signal.drop(untilOutputFrom: signal.dropFirst())
    },
    OperatorUnderTest("drop(untilOutputFrom:), what never comes") { signal, _ in
      signal.drop(untilOutputFrom: Signal<Int>.never())
    },
    OperatorUnderTest("prefix(untilOutputFrom:), what never comes") { signal, probe in
      signal.prefix(untilOutputFrom: Signal<Int>.never()).map { try probe.passing($0) }
    },
    OperatorUnderTest("prefix(untilOutputFrom:), its own third value") { signal, _ in
      signal.prefix(untilOutputFrom: signal.dropFirst(2))
    },
    OperatorUnderTest("prefix(untilOutputFrom:), a value at once") { signal, _ in
      signal.prefix(untilOutputFrom: .just(0))
    },
    OperatorUnderTest("collect(every:)") { signal, probe in
      signal.collect(every: .milliseconds(500), on: probe.scheduler).map { try probe.passing($0) }
    },
    OperatorUnderTest("collect(_:orEvery:)") { signal, probe in
      signal.collect(2, orEvery: .milliseconds(500), on: probe.scheduler).map { try probe.passing($0) }
    },
    OperatorUnderTest("collect(when:), by its own source") { signal, probe in
      signal.collect { signal.map { try probe.passing($0) } }.flatMap(.concat) { .from($0) }
    },
    OperatorUnderTest("collect(when:), after a time") { signal, probe in
      signal.collect {
        try probe()
        return .after(.milliseconds(500), on: probe.scheduler)
      }.prefix(10)
    },
    OperatorUnderTest("collect(from:to:), by its own source") { signal, probe in
      signal.collect(from: signal) { _ in signal.map { try probe.passing($0) } }
    },
    OperatorUnderTest("collect(from:to:), for good") { signal, probe in
      signal.collect(from: Signal.of(1, 2)) { _ in
        try probe()
        return Signal<Int>.never()
      }
    },
    OperatorUnderTest("uniqued(until:), by its own source") { signal, _ in signal.uniqued(until: signal) },
    OperatorUnderTest("uniqued(on:until:)") { signal, probe in
      signal.uniqued(on: { try probe.passing($0) }, until: Signal<Int>.never())
    },
    OperatorUnderTest("pausable, never paused") { signal, probe in
      signal.pausable(by: Signal<Bool>.never()).map { try probe.passing($0) }
    },
    OperatorUnderTest("pausable, by its own values") { signal, probe in
      signal.pausable(by: signal.map { try probe.passing($0 % 2 == 0) })
    },
    OperatorUnderTest("pausable, paused for good") { signal, _ in
      signal.pausable(by: Signal.just(true).append(Signal.never()), buffering: .newest(2))
    },
    OperatorUnderTest("windows, merged again") { signal, probe in
      signal.windows(every: .milliseconds(500), on: probe.scheduler).flatMap(.merge) { window in
        window.map { try probe.passing($0) }
      }
    },
    OperatorUnderTest("windows, of no length") { signal, probe in
      signal.windows(every: .zero, on: probe.scheduler).flatMap(.merge) { $0.collect() }
    },
  ]
}
