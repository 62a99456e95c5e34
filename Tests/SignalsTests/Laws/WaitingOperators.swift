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
  ]
}
